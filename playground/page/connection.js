/** The socket to the playground's server: events in, requests out, and coming back by itself when it is lost. */

const FIRST_RETRY_MS = 400;
const LONGEST_RETRY_MS = 5000;
const ANSWER_TIMEOUT_MS = 10000;
const REMEMBERED_REQUESTS = 50;

/** What the server answers a nonce with. A modal is an acknowledgement too. */
const ANSWERS = new Set(["done", "failed", "error", "choices", "modal"]);
const REFUSALS = new Set(["failed", "error"]);

/**
 * Dispatches `event` (a CustomEvent with what the server sent as detail) and `lost`.
 */
export class Connection extends EventTarget {
  #user = null;
  #socket = null;
  #retryMs = FIRST_RETRY_MS;
  #nonces = 0;
  /** @type {Map<string, {resolve: Function, reject: Function, timer: number}>} */
  #waiting = new Map();
  /** Requests by nonce, kept a while: a modal needs to know what opened it. @type {Map<string, object>} */
  #sent = new Map();

  /** Connects, as the server's first person until `become` says otherwise, and again whenever it is lost. */
  start() {
    const address = new URL("/page/socket", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    if (this.#user) address.searchParams.set("user", this.#user);
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.addEventListener("message", (message) => this.#receive(JSON.parse(message.data)));
    socket.addEventListener("close", () => this.#lost());
  }

  /** Connects anew as another person. @param {string} user an id */
  become(user) {
    this.#user = user;
    this.#retryMs = 0;
    this.#socket.close();
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Sends what needs no answer.
   *
   * @param {object} payload
   * @returns {boolean} whether there was a connection to send it over
   */
  send(payload) {
    if (!this.isOpen) return false;
    this.#socket.send(JSON.stringify(payload));
    return true;
  }

  /**
   * Sends an interaction and waits for its answer.
   *
   * @param {object} payload without its nonce
   * @returns {Promise<object>} `done`, `choices` or `modal`; rejected with an Error that says why it failed
   */
  request(payload) {
    this.#nonces += 1;
    const nonce = `${Date.now().toString(36)}-${this.#nonces}`;
    if (!this.send({ ...payload, nonce })) return Promise.reject(new Error("There is no connection."));
    this.#sent.set(nonce, payload);
    if (this.#sent.size > REMEMBERED_REQUESTS) this.#sent.delete(this.#sent.keys().next().value);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => this.#answer({ type: "failed", nonce, reason: "The playground did not answer." }),
        ANSWER_TIMEOUT_MS,
      );
      this.#waiting.set(nonce, { resolve, reject, timer });
    });
  }

  /** @param {string} nonce the request that was sent with it, or undefined when that was long ago */
  requestOf(nonce) {
    return this.#sent.get(nonce);
  }

  #receive(event) {
    if (event.type === "hello") this.#retryMs = FIRST_RETRY_MS;
    if (ANSWERS.has(event.type)) this.#answer(event);
    this.dispatchEvent(new CustomEvent("event", { detail: event }));
  }

  #answer(event) {
    const waiting = this.#waiting.get(event.nonce);
    if (!waiting) return;
    this.#waiting.delete(event.nonce);
    clearTimeout(waiting.timer);
    if (REFUSALS.has(event.type)) waiting.reject(new Error(event.reason || "The interaction failed."));
    else waiting.resolve(event);
  }

  #lost() {
    for (const nonce of [...this.#waiting.keys()]) {
      this.#answer({ type: "failed", nonce, reason: "The connection was lost before an answer came." });
    }
    this.dispatchEvent(new Event("lost"));
    setTimeout(() => this.start(), this.#retryMs);
    this.#retryMs = Math.min(Math.max(this.#retryMs * 2, FIRST_RETRY_MS), LONGEST_RETRY_MS);
  }
}
