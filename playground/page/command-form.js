/** A chosen command in the composer: its options as fields, those that may be left out as chips to add. */

import { el } from "./dom.js";
import { nestOptions } from "./command-list.js";
import { OptionField } from "./option-field.js";

export class CommandForm {
  element = el("div", { class: "command-form" });
  command;
  #context;
  /** @type {OptionField[]} */
  #fields = [];
  #fieldList = el("div", { class: "option-fields" });
  #chips = el("div", { class: "chips", role: "group", "aria-label": "Options that can be added" });

  /**
   * @param {import("./command-list.js").Command} command
   * @param {object} context
   * @param {import("./store.js").Store} context.store
   * @param {(options: object[]) => Promise<{name: string, value: any}[]>} context.suggest asks the bot for choices
   * @param {Map<string, string>} [texts] what is written already, by option name
   */
  constructor(command, context, texts = new Map()) {
    this.command = command;
    this.#context = context;
    this.element.append(
      el(
        "p",
        { class: "command-title" },
        el("span", { class: "command-name" }, `/${command.name}`),
        el("span", { class: "muted" }, ` ${command.description}`),
      ),
      this.#fieldList,
      this.#chips,
    );
    for (const option of command.options) {
      if (!option.required && !texts.has(option.name)) continue;
      const field = this.#addField(option);
      if (texts.has(option.name)) field.text = texts.get(option.name);
    }
    this.#showChips();
  }

  /** Puts the focus on the first field that has still to be filled in. @returns {boolean} whether there is a field */
  focus() {
    const field = this.#fields.find(({ text }) => text === "") ?? this.#fields[0];
    field?.focus();
    return Boolean(field);
  }

  /**
   * The options as Discord wants them. Marks and focuses the first field that will not do.
   *
   * @throws {Error} with a sentence for the person
   */
  read() {
    const values = [];
    let firstError = null;
    for (const field of this.#fields) {
      try {
        values.push(field.read());
      } catch (error) {
        if (!firstError) field.focus();
        firstError ??= error;
      }
    }
    if (firstError) throw firstError;
    return nestOptions(this.command, values.filter(Boolean));
  }

  /** The command as it could be typed, to call it back. */
  get text() {
    const written = this.#fields
      .filter(({ text }) => text !== "")
      .map(({ option, text }) => `${option.name}: ${text}`);
    return [`/${this.command.name}`, ...written].join(" ");
  }

  #addField(option) {
    const { store } = this.#context;
    const suggest = (name) => this.#context.suggest(nestOptions(this.command, this.#draft(name)));
    const onRemove = option.required ? undefined : () => this.#removeField(option);
    const field = new OptionField(option, { store, suggest, onRemove });
    this.#fields.push(field);
    this.#fieldList.append(field.element);
    return field;
  }

  #removeField(option) {
    const index = this.#fields.findIndex((field) => field.option === option);
    this.#fields[index].element.remove();
    this.#fields.splice(index, 1);
    this.#showChips();
    [...this.#chips.children].find((chip) => chip.dataset.option === option.name)?.focus();
  }

  #draft(focusedName) {
    return this.#fields.map((field) => field.draft(field.option.name === focusedName)).filter(Boolean);
  }

  #showChips() {
    const shown = new Set(this.#fields.map(({ option }) => option));
    const chips = this.command.options
      .filter((option) => !shown.has(option))
      .map((option) => {
        const add = () => {
          const field = this.#addField(option);
          this.#showChips();
          field.focus();
        };
        return el(
          "button",
          {
            type: "button",
            class: "chip",
            title: option.description,
            data: { option: option.name },
            on: { click: add },
          },
          `+ ${option.name}`,
        );
      });
    this.#chips.replaceChildren(...chips);
  }
}
