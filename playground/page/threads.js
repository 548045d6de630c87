/** Threads: beginning one under the open channel, and the way from a message to the one at it. */

import { openModal } from "./dialogs.js";
import { el } from "./dom.js";

const LONGEST_NAME = 100;
const ACTION_ROW = 1;
const TEXT_INPUT = 4;
const QUESTION = {
  type: ACTION_ROW,
  components: [{ type: TEXT_INPUT, custom_id: "name", label: "Name", min_length: 1, max_length: LONGEST_NAME }],
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
    const { store, connection, format } = this.#app;
    const parent = store.channelId;
    const submit = async ([{ components }]) => {
      const name = components[0].value;
      const begun = await connection.request({ type: "thread", channel_id: parent, name });
      store.open(begun.channel_id);
    };
    openModal({ title: "New thread", components: [QUESTION] }, { store, format, submit });
  }
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
