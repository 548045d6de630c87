/** Suggestions under (or over) a text field, taken with the arrow keys and Enter or Tab. */

import { Listbox } from "./listbox.js";

/**
 * Makes a text field a combobox. `element` has to be put into the document beside the field.
 */
export class Suggestions {
  #list;
  #firstActive;

  /**
   * @param {HTMLElement} field
   * @param {object} options
   * @param {string} options.label what is suggested
   * @param {(item: import("./listbox.js").Item) => void} options.onTake
   * @param {boolean} [options.firstActive] whether the first one is active at once, so that Enter takes it
   * @param {HTMLElement} [options.anchor]
   */
  constructor(field, { label, onTake, firstActive = false, anchor = field }) {
    this.#firstActive = firstActive;
    this.#list = new Listbox(field, { label, onPick: onTake, above: true, anchor });
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("autocomplete", "off");
    field.addEventListener("blur", () => this.hide());
  }

  get element() {
    return this.#list.element;
  }

  get isOpen() {
    return this.#list.isOpen;
  }

  /**
   * @param {import("./listbox.js").Item[]} items
   * @param {string} [emptyText]
   */
  show(items, emptyText) {
    this.#list.setItems(items, emptyText);
    if (this.#firstActive && items.length) this.#list.activate(0);
    this.#list.open();
  }

  hide() {
    this.#list.close();
  }

  /**
   * Handles a key of the field.
   *
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key was the list's; the field must then leave it alone
   */
  handleKey(event) {
    if (!this.isOpen || event.isComposing) return false;
    if (event.key === "ArrowDown") this.#list.move(1);
    else if (event.key === "ArrowUp") this.#list.move(-1);
    else if (event.key === "Escape") this.hide();
    else if ((event.key !== "Enter" && event.key !== "Tab") || event.shiftKey || !this.#list.pickActive())
      return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
}
