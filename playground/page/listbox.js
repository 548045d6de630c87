/** A list of options in a popup, driven by the keys of the control that owns it (the combobox pattern of ARIA). */

import { el, emojiElement, uniqueId } from "./dom.js";
import { Popup } from "./popup.js";

/**
 * @typedef {object} Item
 * @property {string} label
 * @property {string} [description]
 * @property {object} [emoji]
 * @property {any} value
 */

/**
 * The owner keeps the focus; the option that is active is named to it by `aria-activedescendant`.
 */
export class Listbox {
  /** Holds the list and whatever its user adds below; stands in the document beside the owner. */
  element;
  #owner;
  #list;
  #popup;
  #onPick;
  /** @type {Item[]} */
  #items = [];
  /** @type {HTMLElement[]} */
  #options = [];
  #active = -1;

  /**
   * @param {HTMLElement} owner
   * @param {object} options
   * @param {string} options.label what the list holds
   * @param {(item: Item) => void} options.onPick called for a press on an option and by `pickActive`
   * @param {boolean} [options.multiple]
   * @param {boolean} [options.above] opens over its owner where there is room
   * @param {HTMLElement} [options.anchor] what it opens beside, when that is not the owner
   */
  constructor(owner, { label, onPick, multiple = false, above = false, anchor = owner }) {
    this.#owner = owner;
    this.#onPick = onPick;
    const id = uniqueId("list");
    this.#list = el("div", { id, role: "listbox", class: "options", "aria-label": label });
    if (multiple) this.#list.setAttribute("aria-multiselectable", "true");
    this.element = el("div", {}, this.#list);
    this.#popup = new Popup(this.element, anchor, { onDismiss: () => this.close(), above });
    owner.setAttribute("role", "combobox");
    owner.setAttribute("aria-haspopup", "listbox");
    owner.setAttribute("aria-controls", id);
    owner.setAttribute("aria-expanded", "false");
    // A press on an option must not take the focus from the owner.
    this.#list.addEventListener("mousedown", (event) => event.preventDefault());
  }

  get isOpen() {
    return this.#popup.isOpen;
  }

  /** @returns {Item|undefined} */
  get active() {
    return this.#items[this.#active];
  }

  /**
   * @param {Item[]} items
   * @param {string} [emptyText] said in place of the options when there are none
   */
  setItems(items, emptyText = "Nothing to choose from") {
    this.#items = items;
    this.#options = items.map((item) => this.#optionElement(item));
    const empty = el("p", { class: "options-empty" }, emptyText);
    this.#list.replaceChildren(...(items.length ? this.#options : [empty]));
    this.activate(-1);
    this.#popup.place();
  }

  open() {
    this.#popup.open();
    this.#owner.setAttribute("aria-expanded", String(this.isOpen));
    this.activate(this.#active);
  }

  close() {
    this.#popup.close();
    this.#owner.setAttribute("aria-expanded", "false");
    this.#owner.removeAttribute("aria-activedescendant");
  }

  /** @param {number} index of the option to make active; -1 for none */
  activate(index) {
    this.#options[this.#active]?.classList.remove("active");
    this.#active = index;
    const option = this.#options[index];
    if (!option) {
      this.#owner.removeAttribute("aria-activedescendant");
      return;
    }
    option.classList.add("active");
    option.scrollIntoView({ block: "nearest" });
    if (this.isOpen) this.#owner.setAttribute("aria-activedescendant", option.id);
  }

  /** Moves the active option by one, round the ends. @param {1|-1} step */
  move(step) {
    const count = this.#options.length;
    if (count === 0) return;
    const from = this.#active < 0 && step < 0 ? 0 : this.#active;
    this.activate((from + step + count) % count);
  }

  /** Makes the next option active whose label starts with what was typed. @param {string} start */
  moveTo(start) {
    const count = this.#items.length;
    for (let step = 1; step <= count; step += 1) {
      const index = (this.#active + step + count) % count;
      if (this.#items[index].label.toLowerCase().startsWith(start.toLowerCase())) {
        this.activate(index);
        return;
      }
    }
  }

  /** @returns {boolean} whether there was an active option to pick */
  pickActive() {
    if (!this.active) return false;
    this.#onPick(this.active);
    return true;
  }

  /** Shows which options are chosen. @param {(item: Item) => boolean} isChosen */
  markChosen(isChosen) {
    this.#options.forEach((option, index) => {
      option.setAttribute("aria-selected", String(isChosen(this.#items[index])));
    });
  }

  #optionElement(item) {
    return el(
      "div",
      {
        id: uniqueId("option"),
        role: "option",
        class: "option",
        "aria-selected": "false",
        on: { click: () => this.#onPick(item) },
      },
      emojiElement(item.emoji),
      el("span", { class: "option-label" }, item.label),
      item.description && el("span", { class: "option-description" }, item.description),
    );
  }
}
