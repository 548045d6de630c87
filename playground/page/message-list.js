/** The open channel's messages: kept in step with the store, without a jump of what is being read. */

import { el } from "./dom.js";
import { MessageView } from "./message.js";
import { displayName } from "./store.js";

/** How far from the end, in pixels, still counts as reading the newest. */
const NEAR_END = 60;
const ANNOUNCED_CHARACTERS = 300;
const SAME_SPEAKER_MS = 5 * 60 * 1000;

export class MessageList {
  #app;
  #list = document.getElementById("messages");
  #scroller = document.getElementById("scroller");
  #newer = document.getElementById("newer");
  #live = document.getElementById("live");
  /** @type {Map<string, MessageView>} */
  #views = new Map();
  #atEnd = true;

  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.#app = app;
    const { store } = app;
    store.addEventListener("hello", () => this.#showAll());
    store.addEventListener("channel", () => this.#showAll());
    store.addEventListener("message", ({ detail }) => this.#add(detail));
    store.addEventListener("edit", ({ detail }) => this.#edit(detail));
    store.addEventListener("remove", ({ detail }) => this.#remove(detail));
    this.#scroller.addEventListener("scroll", () => this.#noteScroll(), { passive: true });
    this.#newer.addEventListener("click", () => this.#scrollToEnd());
    app.showNewest = () => this.#scrollToEnd();
    app.showMessage = (id) => this.#scrollTo(id);
    // Whatever grows (a picture that comes, a window that narrows): who reads the newest goes on reading it.
    const grown = new ResizeObserver(() => this.#atEnd && this.#scrollToEnd());
    grown.observe(this.#list);
    grown.observe(this.#scroller);
  }

  #showAll() {
    const { store } = this.#app;
    const channel = store.channels.get(store.channelId);
    this.#list.setAttribute("aria-label", channel ? `Messages in ${channel.name}` : "Messages");
    this.#views.clear();
    const messages = store.openMessages;
    this.#list.replaceChildren(...messages.map((message) => this.#makeView(message).element));
    this.#noteEmptiness();
    this.#groupAll();
    this.#scrollToEnd();
  }

  #noteEmptiness() {
    this.#list.querySelector(".no-messages")?.remove();
    if (this.#views.size > 0) return;
    this.#list.append(
      el(
        "li",
        { class: "no-messages" },
        el("p", {}, "Nothing here yet: type / to see what the bot can do."),
        el("p", {}, "What was said before a restart of the playground is not kept."),
      ),
    );
  }

  #makeView(message) {
    const view = new MessageView(message, this.#app);
    this.#views.set(message.id, view);
    return view;
  }

  #isOpen(message) {
    return message.channel_id === this.#app.store.channelId;
  }

  #add(message) {
    if (!this.#isOpen(message)) return;
    const { me } = this.#app.store;
    const mine = message.author.id === me.id;
    const asked = message.interaction_metadata?.user?.id === me.id;
    this.#list.append(this.#makeView(message).element);
    this.#noteEmptiness();
    this.#groupAll();
    if (this.#atEnd || mine || asked) this.#scrollToEnd();
    else this.#newer.hidden = false;
    if (!mine) this.#announce(message, "");
  }

  #edit({ message, before }) {
    const view = this.#isOpen(message) && this.#views.get(message.id);
    if (!view) return;
    this.#keepingPlace(() => view.update(message));
    if (spokenText(message) !== spokenText(before)) this.#announce(message, "edited: ");
  }

  #remove({ id, channel_id: channelId }) {
    const view = channelId === this.#app.store.channelId && this.#views.get(id);
    if (!view) return;
    const hadFocus = view.element.contains(document.activeElement);
    this.#views.delete(id);
    this.#keepingPlace(() => view.element.remove());
    this.#noteEmptiness();
    this.#groupAll();
    if (hadFocus) this.#scroller.focus({ preventScroll: true });
  }

  /** Changes the list; the first message in sight stays where it is, unless the newest is being read. */
  #keepingPlace(change) {
    const top = this.#scroller.getBoundingClientRect().top;
    const inSight = [...this.#list.children].filter((item) => item.getBoundingClientRect().bottom > top);
    const before = inSight.map((item) => item.getBoundingClientRect().top);
    change();
    if (this.#atEnd) {
      this.#scrollToEnd();
      return;
    }
    const index = inSight.findIndex((item) => item.isConnected);
    if (index >= 0) this.#scroller.scrollTop += inSight[index].getBoundingClientRect().top - before[index];
  }

  /** What one person says in one go stands under one name. */
  #groupAll() {
    let previous = null;
    for (const message of this.#app.store.openMessages) {
      const continued =
        previous !== null &&
        !message.author.bot &&
        previous.author.id === message.author.id &&
        Date.parse(message.timestamp) - Date.parse(previous.timestamp) < SAME_SPEAKER_MS;
      this.#views.get(message.id)?.element.classList.toggle("continued", continued);
      previous = message;
    }
  }

  #noteScroll() {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroller;
    this.#atEnd = scrollHeight - scrollTop - clientHeight < NEAR_END;
    if (this.#atEnd) this.#newer.hidden = true;
  }

  #scrollToEnd() {
    this.#scroller.scrollTop = this.#scroller.scrollHeight;
    this.#atEnd = true;
    this.#newer.hidden = true;
  }

  /** Brings a message into the middle; of one that is longer than the page its end, where its buttons are. */
  #scrollTo(id) {
    const element = this.#views.get(id)?.element;
    if (!element) return;
    const fits = element.offsetHeight <= this.#scroller.clientHeight;
    element.scrollIntoView({ block: fits ? "center" : "end" });
    element.tabIndex = -1;
    element.focus({ preventScroll: true });
    this.#noteScroll();
  }

  #announce(message, verb) {
    const text = this.#app.format(spokenText(message)).textContent.slice(0, ANNOUNCED_CHARACTERS);
    const line = el("p", {}, `${displayName(message.author)} ${verb || "says: "}${text || "a message"}`);
    this.#live.append(line);
    while (this.#live.children.length > 5) this.#live.firstChild.remove();
  }
}

/** The texts among components, however deep. */
function textsIn(components) {
  return components.flatMap(({ content, components: inside }) => [content, ...textsIn(inside ?? [])]);
}

/** What there is to hear of a message: its words and those of its pictures. */
function spokenText(message) {
  const embeds = (message.embeds ?? []).flatMap((embed) => [embed.title, embed.description]);
  const pictures = (message.attachments ?? []).map((file) => file.description);
  return [message.content, ...textsIn(message.components ?? []), ...embeds, ...pictures].filter(Boolean).join(" ");
}
