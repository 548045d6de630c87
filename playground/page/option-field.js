/** One option of a command as a field of the composer. */

import { el, uniqueId } from "./dom.js";
import { OPTION, optionValue } from "./option-values.js";
import { displayName } from "./store.js";
import { Suggestions } from "./suggestions.js";

const DEBOUNCE_MS = 150;
const LARGEST_FILE = 10 * 1024 * 1024;

/** The entries of a field that is a menu, as [text, value]; null for a field to write in. */
function menuEntries(option, store) {
  if (option.choices?.length) return option.choices.map(({ name, value }) => [name, String(value)]);
  switch (option.type) {
    case OPTION.BOOLEAN:
      return [
        ["Yes", "true"],
        ["No", "false"],
      ];
    case OPTION.USER:
    case OPTION.MENTIONABLE:
      return [...store.users.values()].map((user) => [displayName(user), user.id]);
    case OPTION.CHANNEL:
      return store.guildChannels.map(({ id, name }) => [`#${name}`, id]);
    default:
      return null;
  }
}

/**
 * A labelled field. Its value is written text until `read` makes a value of it.
 */
export class OptionField {
  element;
  option;
  #control;
  #store;
  #suggest;
  /** @type {Suggestions|null} */
  #suggestions = null;
  #hint;
  #note = el("p", { class: "failure", role: "alert", hidden: true, id: uniqueId("note") });
  /** What a taken suggestion stands for, while the text is still its name. */
  #taken = null;
  #timer = 0;
  #question = 0;
  /** Of a field for a file: the id of the chosen one; empty until the playground has it. */
  #file = "";

  /**
   * @param {object} option as Discord describes it
   * @param {object} context
   * @param {import("./store.js").Store} context.store
   * @param {(name: string) => Promise<{name: string, value: any}[]>} context.suggest asks the bot for the choices
   * @param {() => void} [context.onRemove] given for an option that may be left out
   */
  constructor(option, { store, suggest, onRemove }) {
    this.option = option;
    this.#store = store;
    this.#suggest = suggest;
    const id = uniqueId("option");
    this.element = el("div", { class: "option-field", data: { option: option.name } });
    this.#hint = el("p", { class: "option-hint", id: uniqueId("hint") }, option.description);
    this.#control = this.#makeControl(id);
    const remove =
      onRemove &&
      el(
        "button",
        { type: "button", class: "remove", "aria-label": `Remove ${option.name}`, on: { click: onRemove } },
        "×",
      );
    this.element.append(
      el("label", { for: id }, option.name),
      el("div", { class: "option-entry" }, this.#control, remove),
      this.#hint,
      this.#note,
    );
  }

  focus() {
    this.#control.focus();
  }

  /** The text as it stands. */
  get text() {
    return this.#control.value;
  }

  /** @param {string} text to put in; in a menu the entry of that name or value */
  set text(text) {
    if (this.#control.type === "file") return;
    if (this.#control.tagName !== "SELECT") {
      this.#control.value = text;
      return;
    }
    const wanted = text.toLowerCase();
    const match = [...this.#control.options].find((entry) => {
      return (
        entry.value &&
        [entry.text, entry.value].some((one) => one.toLowerCase().replace(/^#/, "") === wanted.replace(/^[@#]/, ""))
      );
    });
    if (match) this.#control.value = match.value;
  }

  /** What an autocomplete request says of this field; null for an empty one that is not asked about. */
  draft(focused) {
    const { name, type } = this.option;
    if (focused) return { name, type, value: this.text, focused: true };
    try {
      return this.text === "" ? null : { name, type, value: this.#value() };
    } catch {
      return null;
    }
  }

  /**
   * The option with its value; null when it is empty and may be. Marks the field when its text will not do.
   *
   * @throws {Error} with a sentence for the person
   */
  read() {
    const { name, type, required } = this.option;
    this.mark("");
    try {
      if (this.text === "" && !required) return null;
      if (this.text === "") throw new Error(`“${name}” is needed.`);
      return { name, type, value: this.#value() };
    } catch (error) {
      this.mark(error.message);
      throw error;
    }
  }

  /** @param {string} reason why the text will not do; empty when it will */
  mark(reason) {
    this.#note.textContent = reason;
    this.#note.hidden = !reason;
    this.#control.setAttribute("aria-invalid", String(Boolean(reason)));
  }

  #value() {
    if (this.#taken && this.#taken.name === this.text) return this.#taken.value;
    if (this.option.type === OPTION.ATTACHMENT) {
      if (!this.#file) throw new Error(`“${this.option.name}” is not here yet.`);
      return this.#file;
    }
    return optionValue(this.option, this.text.trim(), this.#store);
  }

  #makeControl(id) {
    const { option } = this;
    const attributes = {
      id,
      "aria-required": String(Boolean(option.required)),
      "aria-describedby": `${this.#hint.id} ${this.#note.id}`,
    };
    const entries = menuEntries(option, this.#store);
    if (entries) {
      const list = [["Choose…", ""], ...entries].map(([text, value]) => el("option", { value }, text));
      return el("select", attributes, ...list);
    }
    if (option.type === OPTION.ATTACHMENT) {
      const control = el("input", { ...attributes, type: "file" });
      control.addEventListener("change", () => this.#give(control.files[0]));
      return control;
    }
    const numeric = option.type === OPTION.INTEGER || option.type === OPTION.NUMBER;
    const control = el("input", {
      ...attributes,
      type: "text",
      inputmode: numeric ? (option.type === OPTION.INTEGER ? "numeric" : "decimal") : null,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
    });
    if (option.autocomplete) this.#offerSuggestions(control);
    return control;
  }

  /** Gives the playground a file, so that the command can name it. @param {File|undefined} file */
  async #give(file) {
    this.#file = "";
    this.mark("");
    if (!file) return;
    this.#control.ariaBusy = "true";
    try {
      if (file.size > LARGEST_FILE) throw new Error("it may have at most 10 MiB.");
      const named = new URLSearchParams({ user: this.#store.me.id, name: file.name });
      const response = await fetch(`/page/files?${named}`, { method: "POST", body: file });
      if (!response.ok) throw new Error(await response.text());
      const { id } = await response.json();
      if (this.#control.files[0] === file) this.#file = id;
    } catch (error) {
      this.mark(`The file was not taken: ${error.message}`);
    } finally {
      if (this.#control.files[0] === file) this.#control.ariaBusy = "false";
    }
  }

  #offerSuggestions(control) {
    const take = ({ label, value }) => {
      this.#taken = { name: label, value };
      control.value = label;
      this.#forgetQuestion();
      this.#suggestions.hide();
    };
    this.#suggestions = new Suggestions(control, { label: "Suggestions", onTake: take, anchor: this.element });
    this.element.append(this.#suggestions.element);
    control.addEventListener("focus", () => this.#ask(0));
    control.addEventListener("input", () => this.#ask(DEBOUNCE_MS));
    control.addEventListener("blur", () => this.#forgetQuestion());
    control.addEventListener("keydown", (event) => {
      if (this.#suggestions.handleKey(event) || event.key !== "ArrowDown") return;
      event.preventDefault();
      this.#ask(0);
    });
  }

  /** A later question, or leaving the field, makes an earlier answer worthless. */
  #forgetQuestion() {
    clearTimeout(this.#timer);
    this.#question += 1;
  }

  #ask(delay) {
    this.#forgetQuestion();
    const question = this.#question;
    this.#timer = setTimeout(async () => {
      let choices = [];
      let nothing = "No suggestions";
      try {
        choices = await this.#suggest(this.option.name);
      } catch (error) {
        nothing = error.message;
      }
      if (question !== this.#question || !this.#control.isConnected) return;
      this.#suggestions.show(
        choices.map(({ name, value }) => ({ label: name, value })),
        nothing,
      );
    }, delay);
  }
}
