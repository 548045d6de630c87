/** Where people write: plain messages, and commands, typed or filled in. */

import { CommandForm } from "./command-form.js";
import { commandAt, flattenCommands, isOfferedIn, matchingCommands, nestOptions } from "./command-list.js";
import { commandPart, parseCommandText } from "./command-text.js";
import { el } from "./dom.js";
import { withMentions } from "./mentions.js";
import { optionValue } from "./option-values.js";
import { placeOf } from "./store.js";
import { Suggestions } from "./suggestions.js";

const LONGEST_MESSAGE = 2000;

export class Composer {
  #app;
  #text = el("textarea", {
    id: "composer-text",
    rows: 1,
    maxlength: LONGEST_MESSAGE,
    autocapitalize: "sentences",
    enterkeyhint: "send",
    placeholder: "Write, or / for commands",
  });
  #form;
  #line;
  #status = el("p", { class: "composer-status", role: "status" });
  #cancel = el(
    "button",
    { type: "button", class: "button secondary", hidden: true, on: { click: () => this.#cancelForm() } },
    "Cancel",
  );
  #suggestions;
  /** @type {import("./command-list.js").Command[]} */
  #commands = [];
  /** @type {CommandForm|null} */
  #commandForm = null;
  #lastSent = "";

  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.#app = app;
    const send = el("button", { type: "submit", class: "button primary send" }, "Send");
    this.#line = el("div", { class: "composer-line" }, this.#text);
    this.#form = el("form", { class: "composer-form" }, this.#status, this.#line, this.#cancel, send);
    this.#suggestions = new Suggestions(this.#text, {
      label: "Commands",
      firstActive: true,
      anchor: this.#form,
      onTake: ({ value }) => this.#openForm(value, this.#textsFor(value)),
    });
    this.#line.append(this.#suggestions.element);
    document.getElementById("composer").append(this.#form);

    this.#text.addEventListener("input", () => this.#suggestCommands());
    this.#text.addEventListener("keydown", (event) => this.#onTextKey(event));
    this.#form.addEventListener("keydown", (event) => this.#onFormKey(event));
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
    app.openCommand = (name) => this.open(name);
    const { store } = app;
    // What failed for want of a connection is no news when there is one again.
    store.addEventListener("hello", () => this.#say(""));
    for (const kind of ["hello", "commands", "channel"]) store.addEventListener(kind, () => this.#takeCommands());
    for (const kind of ["hello", "channel"]) store.addEventListener(kind, () => this.#nameChannel());
  }

  focus() {
    if (!this.#commandForm?.focus()) this.#text.focus();
  }

  /** Says why something was not done. */
  report(reason) {
    this.#say(reason, true);
  }

  /** Opens a command by its name. */
  open(name) {
    const command = this.#commands.find((one) => one.name === name);
    if (command) this.#openForm(command);
    else this.#say(`There is no command /${name}.`, true);
  }

  #takeCommands() {
    const { commands, openChannel, botIsUsersOwn } = this.#app.store;
    const offered = openChannel ? commands.filter((one) => isOfferedIn(one, openChannel, botIsUsersOwn)) : [];
    this.#commands = flattenCommands(offered);
  }

  #nameChannel() {
    const { store } = this.#app;
    const channel = store.channels.get(store.channelId) ?? { name: "", type: 0 };
    this.#text.setAttribute("aria-label", `Message ${placeOf(channel) === 0 ? "#" : "@"}${channel.name}`);
  }

  /** The commands that fit while a command's name is being typed; once it is typed, what it asks. */
  #suggestCommands() {
    this.#say("");
    const typed = commandPart(this.#text.value);
    if (typed === null) {
      this.#suggestions.hide();
      return;
    }
    const exact = commandAt(this.#commands, typed);
    const found = matchingCommands(this.#commands, typed);
    if (found.length) this.#suggestions.show(found.map(commandItem));
    else if (exact)
      this.#suggestions.show([{ ...commandItem(exact), description: "Enter sends it, Tab shows its options" }]);
    else if (this.#commands.length === 0) this.#suggestions.show([], "No commands: the bot has not told any yet");
    else this.#suggestions.hide();
  }

  /** What is written already for the options of a command that is taken from the list. */
  #textsFor(command) {
    const typed = commandPart(this.#text.value) ?? "";
    try {
      return commandAt(this.#commands, typed) === command ? parseCommandText(command, typed) : new Map();
    } catch {
      return new Map(); // What cannot be understood is filled in anew.
    }
  }

  #onTextKey(event) {
    if (event.isComposing) return;
    const sends = event.key === "Enter" && !event.shiftKey;
    // Enter on a command that is typed in full sends it; on the beginning of one it takes what is suggested.
    if (sends && this.#isComplete()) {
      event.preventDefault();
      event.stopPropagation();
      this.#submit();
    } else if (this.#suggestions.handleKey(event)) {
      return;
    } else if (sends) {
      event.preventDefault();
      event.stopPropagation();
      this.#submit();
    } else if (event.key === "ArrowUp" && this.#text.value === "" && this.#lastSent) {
      event.preventDefault();
      this.#text.value = this.#lastSent;
      this.#text.setSelectionRange(this.#text.value.length, this.#text.value.length);
    }
  }

  #isComplete() {
    const typed = commandPart(this.#text.value);
    const command = typed === null ? null : commandAt(this.#commands, typed);
    if (!command) return false;
    return command.options.length === 0 || typed.trim().length > command.name.length;
  }

  #onFormKey(event) {
    if (event.isComposing || event.defaultPrevented) return;
    if (event.key === "Escape" && this.#commandForm) {
      event.preventDefault();
      this.#cancelForm();
    } else if (event.key === "Enter" && event.target.matches("select, input")) {
      event.preventDefault();
      this.#submit();
    }
  }

  #openForm(command, texts) {
    this.#suggestions.hide();
    this.#commandForm?.element.remove();
    const { store, connection } = this.#app;
    const suggest = async (options) => {
      const answer = await connection.request({
        type: "autocomplete",
        channel_id: store.channelId,
        command_id: command.id,
        options,
      });
      return answer.choices ?? [];
    };
    this.#commandForm = new CommandForm(command, { store, suggest }, texts);
    this.#line.hidden = true;
    this.#cancel.hidden = false;
    this.#form.insertBefore(this.#commandForm.element, this.#line);
    this.#text.value = "";
    this.#say("");
    if (!this.#commandForm.focus()) this.#form.querySelector(".send").focus();
  }

  #cancelForm() {
    this.#closeForm();
    this.#text.focus();
  }

  #closeForm() {
    this.#commandForm?.element.remove();
    this.#commandForm = null;
    this.#line.hidden = false;
    this.#cancel.hidden = true;
    this.#say("");
  }

  #submit() {
    this.#suggestions.hide();
    if (this.#commandForm) {
      this.#sendForm();
      return;
    }
    const text = this.#text.value.trim();
    if (!text) return;
    const typed = commandPart(text);
    if (typed !== null) this.#sendTyped(typed);
    else this.#sendMessage(text);
  }

  async #sendMessage(text) {
    const { store, connection } = this.#app;
    if (!connection.isOpen) {
      this.#say("There is no connection: your message is still here.", true);
      return;
    }
    const said = connection.request({
      type: "say",
      channel_id: store.channelId,
      content: withMentions(text, store),
    });
    this.#clear(text);
    try {
      await said;
    } catch (error) {
      // What was not taken is given back, unless something else is being written by now.
      if (this.#text.value === "") this.#text.value = text;
      this.#say(error.message, true);
    }
  }

  #sendTyped(typed) {
    const command = commandAt(this.#commands, typed);
    if (!command) {
      this.#say(`There is no command /${typed.split(/\s/)[0]}.`, true);
      return;
    }
    const { store } = this.#app;
    let options;
    try {
      const texts = parseCommandText(command, typed);
      if (command.options.some(({ required, name }) => required && !texts.has(name))) {
        this.#openForm(command, texts);
        return;
      }
      options = command.options
        .filter(({ name }) => texts.has(name))
        .map((option) => ({
          name: option.name,
          type: option.type,
          value: optionValue(option, texts.get(option.name), store),
        }));
    } catch (error) {
      this.#say(error.message, true);
      return;
    }
    this.#clear(`/${typed}`);
    this.#sendCommand(command, nestOptions(command, options));
  }

  #sendForm() {
    const { command, text } = this.#commandForm;
    let options;
    try {
      options = this.#commandForm.read();
    } catch {
      return; // The fields say what is wrong with them.
    }
    this.#closeForm();
    this.#clear(text);
    this.#text.focus();
    this.#sendCommand(command, options);
  }

  async #sendCommand(command, options) {
    const { store, connection } = this.#app;
    const waiting = `Waiting for an answer to /${command.name}…`;
    this.#say(waiting);
    this.#app.showNewest();
    try {
      await connection.request({ type: "command", channel_id: store.channelId, command_id: command.id, options });
      if (this.#status.textContent === waiting) this.#say("");
    } catch (error) {
      this.#say(`/${command.name}: ${error.message}`, true);
    }
  }

  #clear(sent) {
    this.#lastSent = sent;
    this.#text.value = "";
    this.#say("");
  }

  #say(text, failed = false) {
    this.#status.textContent = text;
    this.#status.classList.toggle("failure", failed);
  }
}

function commandItem(command) {
  const asks = command.options.filter(({ required }) => required).map(({ name }) => ` ${name}:`);
  return { label: `/${command.name}${asks.join("")}`, description: command.description, value: command };
}
