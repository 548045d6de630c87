/** One message of the list. An edit replaces only the parts that it changed. */

import { fileElement, handOver } from "./attachments.js";
import { componentElements, rememberFocus } from "./components.js";
import { el } from "./dom.js";
import { embedElement, filesBeside } from "./embeds.js";
import { displayName } from "./store.js";
import { threadButton, threadLink } from "./threads.js";
import { messageTimeElement } from "./time.js";

const EPHEMERAL = 1 << 6;
const LOADING = 1 << 7;
const COMPONENTS_V2 = 1 << 15;

export class MessageView {
  element;
  #app;
  /** What each part was last made from, as JSON. @type {Object<string, string>} */
  #madeFrom = {};
  #parts;

  /**
   * @param {object} message
   * @param {import("./app.js").App} app
   */
  constructor(message, app) {
    this.#app = app;
    const part = (name) => el("div", { class: name });
    this.#parts = {
      header: part("message-header"),
      text: part("text"),
      embeds: part("embeds"),
      files: part("files"),
      components: part("components"),
      tools: part("message-tools"),
      foot: part("message-foot"),
    };
    const { header, tools, text, embeds, files, components, foot } = this.#parts;
    this.element = el(
      "li",
      { class: "message", tabindex: "-1", data: { messageId: message.id } },
      el("span", { class: "avatar", "aria-hidden": "true" }),
      header,
      tools,
      el("div", { class: "message-body" }, text, embeds, files, components, foot),
    );
    this.update(message);
  }

  /** @param {object} message as it is now */
  update(message) {
    const app = this.#app;
    const flags = message.flags ?? 0;
    const embeds = message.embeds ?? [];
    const files = message.attachments ?? [];
    const ephemeral = message.ephemeral || (flags & EPHEMERAL) !== 0;
    const thinking = (flags & LOADING) !== 0 && !message.content;
    this.element.classList.toggle("ephemeral", ephemeral);
    this.element.classList.toggle("mentions-me", app.store.mentionsMe(message));
    this.#showAvatar(message.author);

    this.#part("header", [message.author, message.edited_timestamp, message.interaction_metadata], () =>
      this.#header(message),
    );
    const takesThread = app.store.takesThreads && !ephemeral && !message.thread;
    this.#part("tools", takesThread, () => (takesThread ? [threadButton(message, app)] : []));
    this.#part("text", [message.content, thinking], () => [
      thinking ? thinkingElement(message.author) : app.format(message.content),
    ]);
    this.#part("embeds", [embeds, embeds.length ? files : []], () =>
      embeds.map((embed) => embedElement(embed, app.format, files)),
    );
    // With components of the second version a file is shown where a component says, and nowhere else.
    const secondVersion = (flags & COMPONENTS_V2) !== 0;
    const beside = secondVersion ? [] : filesBeside(embeds, files);
    this.#part("files", beside, () => beside.map(fileElement));
    this.#part("components", [message.components ?? [], secondVersion ? files : []], () =>
      componentElements(message.components ?? [], { app, message }),
    );
    this.#part("foot", [ephemeral, message.thread?.name], () => [
      ...(message.thread ? [threadLink(message.thread, app.store)] : []),
      ...(ephemeral ? this.#onlyYou(message) : []),
    ]);
  }

  #part(name, data, make) {
    const madeFrom = JSON.stringify(data);
    if (this.#madeFrom[name] === madeFrom) return;
    this.#madeFrom[name] = madeFrom;
    const part = this.#parts[name];
    const restoreFocus = rememberFocus(part);
    const pictures = picturesIn(part);
    part.replaceChildren(...make());
    handOver(pictures, picturesIn(part));
    restoreFocus();
  }

  #showAvatar(author) {
    const avatar = this.element.querySelector(".avatar");
    avatar.textContent = displayName(author).slice(0, 1).toUpperCase();
    avatar.classList.toggle("bot", Boolean(author.bot));
    avatar.style.setProperty("--hue", String((BigInt(author.id) * 137n) % 360n));
  }

  #header(message) {
    const { author, edited_timestamp: edited, interaction_metadata: interaction } = message;
    const user = interaction?.user;
    return [
      user &&
        interaction.name &&
        el(
          "p",
          { class: "used" },
          `${displayName(user)} used `,
          el("span", { class: "command-name" }, `/${interaction.name}`),
        ),
      el(
        "p",
        { class: "byline" },
        el("span", { class: "author" }, displayName(author)),
        author.bot && el("span", { class: "badge" }, "bot"),
        messageTimeElement(message.timestamp),
        edited && el("span", { class: "edited", title: new Date(edited).toLocaleString() }, "edited"),
      ),
    ].filter(Boolean);
  }

  #onlyYou(message) {
    const dismiss = () => {
      this.#app.connection.send({ type: "dismiss", message_id: message.id });
      this.#app.store.remove(message.channel_id, message.id);
    };
    return [
      el("span", {}, "Only you can see this"),
      el("button", { type: "button", class: "plain", on: { click: dismiss } }, "Dismiss"),
    ];
  }
}

function picturesIn(part) {
  return [...part.querySelectorAll(".picture")];
}

function thinkingElement(author) {
  const dots = el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i"));
  return el("p", { class: "thinking" }, dots, `${displayName(author)} is thinking…`);
}
