/** Dialogs, above all the bots' modals. The browser's own `dialog` keeps the focus and closes on Esc. */

import { el, uniqueId } from "./dom.js";
import { selectMenu } from "./select-menu.js";

const ACTION_ROW = 1;
const TEXT_INPUT = 4;
const TEXT_DISPLAY = 10;
const LABEL = 18;
const PARAGRAPH = 2;

/** Opens a dialog; once closed it is gone. @param {HTMLDialogElement} dialog */
export function show(dialog) {
  dialog.addEventListener("close", () => dialog.remove());
  // A press on the dialog itself, not on what is in it, is a press on the dark around it.
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {HTMLDialogElement} dialog */
export function closeButton(dialog) {
  const close = () => dialog.close();
  return el("button", { type: "button", class: "button secondary", on: { click: close } }, "Close");
}

/**
 * Asks what a bot's modal asks.
 *
 * @param {{title: string, components: object[]}} modal
 * @param {object} options
 * @param {import("./store.js").Store} options.store
 * @param {(text: string) => Node} options.format turns a bot's text into nodes
 * @param {(components: object[]) => Promise<any>} options.submit rejected with an Error whose message is shown
 */
export function openModal(modal, { store, format, submit }) {
  const titleId = uniqueId("modal");
  const fields = modal.components.flatMap((component) => modalField(component, { store, format }));
  const note = el("p", { class: "failure", role: "alert", hidden: true });
  const send = el("button", { type: "submit", class: "button primary" }, el("span", {}, "Submit"));
  const form = el("form", { class: "modal-form" });
  const dialog = el("dialog", { class: "modal", "aria-labelledby": titleId }, form);
  const cancel = el(
    "button",
    { type: "button", class: "button secondary", on: { click: () => dialog.close() } },
    "Cancel",
  );
  form.append(
    el("h2", { id: titleId }, modal.title),
    ...fields.map((field) => field.element),
    note,
    el("div", { class: "modal-foot" }, cancel, send),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (send.ariaBusy === "true") return;
    send.ariaBusy = "true";
    note.hidden = true;
    try {
      await submit(fields.filter((field) => field.answer).map((field) => field.answer()));
      dialog.close();
    } catch (error) {
      note.textContent = error.message;
      note.hidden = false;
    } finally {
      send.ariaBusy = null;
    }
  });
  const forget = () => {
    note.hidden = true;
  };
  store.addEventListener("hello", forget);
  dialog.addEventListener("close", () => store.removeEventListener("hello", forget));
  show(dialog);
}

/**
 * A modal's component: its element, and the component to answer with where it asks something.
 *
 * @returns {{element: HTMLElement, answer?: () => object}[]}
 */
function modalField(component, context) {
  switch (component.type) {
    case ACTION_ROW:
      return component.components.map((input) => inRow(labelled(input, input.label, null, context)));
    case LABEL: {
      const field = labelled(component.component, component.label, component.description, context);
      return [{ element: field.element, answer: () => ({ type: LABEL, component: field.answer() }) }];
    }
    case TEXT_DISPLAY:
      return [{ element: el("div", { class: "text" }, context.format(component.content)) }];
    default:
      return [
        {
          element: el(
            "p",
            { class: "muted" },
            `(The playground cannot show a component of type ${component.type}.)`,
          ),
        },
      ];
  }
}

function inRow(field) {
  return { element: field.element, answer: () => ({ type: ACTION_ROW, components: [field.answer()] }) };
}

function labelled(input, label, description, context) {
  if (input.type !== TEXT_INPUT) return labelledSelect(input, label, description, context.store);
  const id = uniqueId("input");
  const required = input.required ?? true;
  const attributes = {
    id,
    name: input.custom_id,
    required,
    minlength: input.min_length,
    maxlength: input.max_length,
    placeholder: input.placeholder,
    data: { customId: input.custom_id },
  };
  const long = input.style === PARAGRAPH;
  const control = long ? el("textarea", { ...attributes, rows: 4 }) : el("input", { ...attributes, type: "text" });
  control.value = input.value ?? "";
  const element = el(
    "div",
    { class: "field" },
    el("label", { for: id }, label, !required && el("span", { class: "muted" }, " (optional)")),
    description && el("p", { class: "muted" }, description),
    control,
  );
  return { element, answer: () => ({ type: TEXT_INPUT, custom_id: input.custom_id, value: control.value }) };
}

function labelledSelect(input, label, description, store) {
  let values = (input.options ?? []).filter((option) => option.default).map((option) => option.value);
  const menu = selectMenu({ ...input, placeholder: input.placeholder || label }, store, (_, chosen) => {
    values = chosen;
  });
  const element = el(
    "div",
    { class: "field" },
    el("p", { class: "field-label" }, label),
    description && el("p", { class: "muted" }, description),
    menu,
  );
  return { element, answer: () => ({ type: input.type, custom_id: input.custom_id, values }) };
}
