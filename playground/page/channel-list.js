/** The channels of each guild with what is unread in them; on a narrow window the list folds into a menu. */

import { el } from "./dom.js";

const THREADS = new Set([10, 11, 12]);
const DIRECT = new Set([1, 3]);

export class ChannelList {
  #store;
  #nav = document.getElementById("channels");
  #list = document.getElementById("channel-list");
  #menu = document.getElementById("channel-menu");
  #onOpen;

  /**
   * @param {import("./store.js").Store} store
   * @param {() => void} onOpen called when a person has opened a channel
   */
  constructor(store, onOpen) {
    this.#store = store;
    this.#onOpen = onOpen;
    for (const kind of ["hello", "channel", "channels", "unread"]) store.addEventListener(kind, () => this.#show());
    this.#menu.addEventListener("click", () => this.#setMenu(this.#menu.getAttribute("aria-expanded") !== "true"));
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || this.#menu.getAttribute("aria-expanded") !== "true") return;
      this.#setMenu(false);
      this.#menu.focus();
    });
    document.addEventListener("pointerdown", ({ target }) => {
      if (!this.#nav.contains(target) && !this.#menu.contains(target)) this.#setMenu(false);
    });
  }

  #setMenu(open) {
    this.#menu.setAttribute("aria-expanded", String(open));
    this.#nav.classList.toggle("open", open);
  }

  #show() {
    const { openChannel, openGuild, guilds, unread } = this.#store;
    const focused = this.#list.contains(document.activeElement) && document.activeElement.dataset.channelId;
    this.#list.replaceChildren(...this.#groups());
    if (focused) this.#list.querySelector(`[data-channel-id="${focused}"]`)?.focus();
    const title = openChannel ? channelTitle(openChannel) : "";
    const place = guilds.size > 1 && openGuild?.name;
    const heading = document.getElementById("channel-title");
    heading.replaceChildren(title, ...(place ? [" ", el("span", { class: "place" }, place)] : []));
    document.getElementById("menu-unread").hidden = unread.size === 0;
    const mentions = [...unread.values()].reduce((sum, entry) => sum + entry.mentions, 0);
    const mark = mentions ? `(${mentions}) ` : unread.size ? "• " : "";
    document.title = `${mark}${[title, place].filter(Boolean).join(" · ")} · Playground`;
  }

  /** Each guild with its channels, and the private ones at the end: below the only guild, or by themselves. */
  #groups() {
    const { channels, guilds } = this.#store;
    const several = guilds.size > 1;
    const groups = [...guilds.values()].map(({ id, name }) => ({ id, name }));
    if (groups.length !== 1) groups.push({ id: null, name: several ? "Private" : "" });
    return groups.map(({ id, name }) => {
      const inside = [...channels.values()].filter(({ guild_id }) => guild_id === id || !(several || guild_id));
      const items = inside.map((channel) => el("li", {}, this.#button(channel)));
      const heading = name && el("h2", { class: "guild" }, name);
      return el("section", { "aria-label": name || "Private" }, heading, el("ul", {}, ...items));
    });
  }

  #button(channel) {
    const current = channel.id === this.#store.channelId;
    const unread = this.#store.unread.get(channel.id);
    const open = () => {
      this.#store.open(channel.id);
      this.#setMenu(false);
      this.#onOpen();
    };
    return el(
      "button",
      {
        type: "button",
        class: ["channel", unread && "unread", THREADS.has(channel.type) && "thread"].filter(Boolean).join(" "),
        "aria-current": current ? "page" : null,
        data: { channelId: channel.id },
        on: { click: open },
      },
      el("span", { class: "channel-name" }, channelTitle(channel)),
      threadState(channel),
      unread && unreadMark(unread),
    );
  }
}

function unreadMark({ count, mentions }) {
  const text = mentions ? String(mentions) : "";
  const spoken = mentions ? `${mentions} for you` : `${count} unread`;
  return el(
    "span",
    { class: mentions ? "unread-count" : "unread-dot" },
    text,
    el("span", { class: "visually-hidden" }, spoken),
  );
}

/** What is special about a thread: that it is locked, out of use or not for everybody. */
function threadState({ locked, archived, private: secret }) {
  const state = locked ? "locked" : archived ? "archived" : secret ? "private" : null;
  return state && el("span", { class: "channel-state" }, state);
}

/** @param {{name: string, type: number}} channel */
function channelTitle({ name, type }) {
  if (DIRECT.has(type)) return `@ ${name}`;
  return `${THREADS.has(type) ? "↳" : "#"} ${name}`;
}
