/** What the parts of the page share. */

import { markdown } from "./markdown.js";

export class App {
  /**
   * @param {import("./store.js").Store} store
   * @param {import("./connection.js").Connection} connection
   */
  constructor(store, connection) {
    this.store = store;
    this.connection = connection;
    /** Opens a command in the composer by its name; set once there is one. @type {(name: string) => void} */
    this.openCommand = () => {};
    /** Shows the newest messages of the open channel; set once there is a list of them. @type {() => void} */
    this.showNewest = () => {};
    /** Brings a message of the open channel into sight; set as above. @type {(messageId: string) => void} */
    this.showMessage = () => {};
  }

  /** A person's or a bot's text as nodes. Bound, to be handed on as it is. @returns {DocumentFragment} */
  format = (text) =>
    markdown(text ?? "", {
      store: this.store,
      openChannel: (id) => this.store.open(id),
      openCommand: (name) => this.openCommand(name),
    });
}
