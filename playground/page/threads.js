/** Threads: beginning one under the open channel, and the way from a message to the one at it. */

import { openModal } from "./dialogs.js";
import { el } from "./dom.js";

const LONGEST_NAME = 100;
const ACTION_ROW = 1;
const STRING_SELECT = 3;
const TEXT_INPUT = 4;
const LABEL = 18;
const PRIVATE = "private";
const NAME = {
  type: ACTION_ROW,
  components: [{ type: TEXT_INPUT, custom_id: "name", label: "Name", min_length: 1, max_length: LONGEST_NAME }],
};
const READERS = {
  type: LABEL,
  label: "Who sees it",
  component: {
    type: STRING_SELECT,
    custom_id: "readers",
    options: [
      { label: "Everybody", value: "everybody", default: true },
      { label: "Only those who are called in it by @", value: PRIVATE },
    ],
  },
};

/** The button below the channels that asks for a name and begins a thread. */
export class NewThread {
  #app;
  #button = document.getElementById("new-thread");

  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.#app = app;
    for (const kind of ["hello", "channel"]) app.store.addEventListener(kind, () => this.#show());
    this.#button.addEventListener("click", () => this.#ask());
  }

  #show() {
    const { channels, channelId, takesThreads } = this.#app.store;
    this.#button.hidden = !takesThreads;
    this.#button.textContent = takesThreads ? `New thread in #${channels.get(channelId).name}` : "";
  }

  #ask() {
    const parent = this.#app.store.channelId;
    const question = { title: "New thread", components: [NAME, READERS] };
    askForThread(this.#app, question, ([{ components }, { component }]) => ({
      channel_id: parent,
      name: components[0].value,
      private: component.values.includes(PRIVATE),
    }));
  }
}

/**
 * Asks what `question` says, begins the thread that `read` makes of the answers, and opens it.
 *
 * @param {import("./app.js").App} app
 * @param {{title: string, components: object[]}} question
 * @param {(answers: object[]) => object} read
 */
function askForThread({ store, connection, format }, question, read) {
  const submit = async (answers) => {
    const begun = await connection.request({ type: "thread", ...read(answers) });
    store.open(begun.channel_id);
  };
  openModal(question, { store, format, submit });
}

/**
 * The button at a message that begins a thread there.
 *
 * @param {object} message
 * @param {import("./app.js").App} app
 */
export function threadButton(message, app) {
  const ask = () =>
    askForThread(app, { title: "Thread at this message", components: [NAME] }, ([{ components }]) => ({
      channel_id: message.channel_id,
      message_id: message.id,
      name: components[0].value,
    }));
  const sign = el("span", { "aria-hidden": "true" }, "↳");
  const label = "Start a thread here";
  return el("button", { type: "button", class: "tool", "aria-label": label, title: label, on: { click: ask } }, sign);
}

/**
 * @param {{id: string, name: string}} thread the one that was begun at a message
 * @param {import("./store.js").Store} store
 */
export function threadLink(thread, store) {
  const open = () => store.open(thread.id);
  const name = store.channels.get(thread.id)?.name ?? thread.name;
  return el("button", { type: "button", class: "plain", on: { click: open } }, `↳ ${name}`);
}
