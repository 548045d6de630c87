/** A message's select menu: a button that opens a list; several picks are confirmed together. */

import { el } from "./dom.js";
import { Listbox } from "./listbox.js";
import { displayName } from "./store.js";

const STRING_SELECT = 3;
const USER_SELECT = 5;
const MENTIONABLE_SELECT = 7;
const CHANNEL_SELECT = 8;

/** What a select offers. Roles are none of the playground's: it has no list of them. */
function itemsOf(component, store) {
  switch (component.type) {
    case STRING_SELECT:
      return component.options;
    case USER_SELECT:
    case MENTIONABLE_SELECT:
      return [...store.users.values()].map((user) => ({
        label: displayName(user),
        description: user.bot ? "bot" : undefined,
        value: user.id,
      }));
    case CHANNEL_SELECT:
      return store.guildChannels.map(({ id, name }) => ({ label: `#${name}`, value: id }));
    default:
      return [];
  }
}

function chosenAtFirst(component) {
  if (component.type !== STRING_SELECT) return (component.default_values ?? []).map(({ id }) => id);
  return component.options.filter((option) => option.default).map((option) => option.value);
}

/**
 * @param {object} component as Discord describes it
 * @param {import("./store.js").Store} store
 * @param {(control: HTMLElement, values: string[]) => void} onChoose given the values in the order of picking
 * @returns {HTMLElement}
 */
export function selectMenu(component, store, onChoose) {
  const items = itemsOf(component, store);
  const least = component.min_values ?? 1;
  const most = component.max_values ?? 1;
  const confirmed = most > 1 || least === 0;
  const placeholder = component.placeholder || "Choose…";
  let picked = chosenAtFirst(component);
  let sent = picked;

  const text = el("span", { class: "select-text" });
  const button = el(
    "button",
    { type: "button", class: "select", disabled: component.disabled, data: { customId: component.custom_id } },
    text,
    el("span", { class: "caret", "aria-hidden": "true" }, "▾"),
  );
  const list = new Listbox(button, { label: placeholder, multiple: most > 1, onPick: pick });
  const confirm = el("button", { type: "button", class: "button primary confirm", on: { click: choose } });
  list.setItems(items);
  if (confirmed) list.element.append(el("div", { class: "popup-foot" }, confirm));

  function show() {
    const labels = picked.map((value) => items.find((item) => item.value === value)?.label ?? value);
    text.textContent = labels.length ? labels.join(", ") : placeholder;
    text.classList.toggle("placeholder", labels.length === 0);
    // The name stays the placeholder, so that the control is found by it; what is chosen is the value.
    button.setAttribute("aria-label", labels.length ? `${placeholder}: ${labels.join(", ")}` : placeholder);
    list.markChosen((item) => picked.includes(item.value));
    const enough = picked.length >= least && picked.length <= most;
    confirm.disabled = !enough;
    confirm.textContent = enough
      ? `Choose ${picked.length}`
      : `Choose ${least === most ? least : `${least} to ${most}`}`;
  }

  function pick(item) {
    if (!confirmed) {
      picked = [item.value];
      choose();
    } else if (picked.includes(item.value)) {
      picked = picked.filter((value) => value !== item.value);
    } else if (most === 1) {
      picked = [item.value];
    } else if (picked.length < most) {
      picked = [...picked, item.value];
    }
    show();
  }

  function choose() {
    sent = picked;
    list.close();
    button.focus();
    onChoose(button, picked);
  }

  /** Closing without a choice forgets the picks. */
  function cancel() {
    list.close();
    picked = sent;
    show();
  }

  function open() {
    if (button.getAttribute("aria-disabled") === "true") return;
    picked = sent;
    show();
    list.open();
    list.activate(
      Math.max(
        0,
        items.findIndex((item) => picked.includes(item.value)),
      ),
    );
  }

  button.addEventListener("click", () => (list.isOpen ? cancel() : open()));
  const root = el("div", { class: "select-box" }, button, list.element);
  root.addEventListener("keydown", (event) => {
    if (!list.isOpen) {
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        open();
      }
      return;
    }
    if (event.key === "Escape") {
      event.preventDefault();
      button.focus();
      cancel();
    } else if (event.target === button) {
      onListKey(event);
    }
  });
  root.addEventListener("focusout", (event) => {
    if (list.isOpen && event.relatedTarget && !root.contains(event.relatedTarget)) cancel();
  });

  function onListKey(event) {
    if (event.key === "ArrowDown") list.move(1);
    else if (event.key === "ArrowUp") list.move(-1);
    else if (event.key === "Enter" || event.key === " ") list.pickActive();
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) list.moveTo(event.key);
    else return;
    event.preventDefault();
  }

  show();
  return root;
}
