/** Discord's markdown, as far as bots use it, into nodes. Every piece of text becomes a text node. */

import { el, link } from "./dom.js";
import { blocks } from "./markdown-blocks.js";
import { displayName } from "./store.js";
import { timestampElement } from "./time.js";

/**
 * @typedef {object} MarkdownContext
 * @property {import("./store.js").Store} store names of the people and channels that are mentioned
 * @property {(channelId: string) => void} openChannel
 * @property {(name: string) => void} openCommand
 */

/** The marks around a piece of text, tried in this order at every place. */
const SPANS = [
  [/^\*\*(?=\S)([^]*?\S)\*\*(?!\*)/, "strong"],
  [/^__(?=\S)([^]*?\S)__(?!_)/, "u"],
  [/^~~(?=\S)([^]*?\S)~~/, "s"],
  [/^\*(?=\S)((?:\*\*|[^*])*?[^\s*])\*(?!\*)/, "em"],
  [/^_(?=\S)((?:__|[^_])*?[^\s_])_(?![\p{L}\p{N}_])/u, "em"],
];

/** Each: a pattern and what its match becomes. */
const TOKENS = [
  [/^\\([^\p{L}\p{N}\s])/u, ([, sign]) => document.createTextNode(sign)],
  [/^(`+)([^]*?[^`])\1(?!`)/, ([, , code]) => el("code", {}, code.trim() || code)],
  [/^<@!?(\d+)>/, ([, id], context) => userMention(id, context)],
  [/^<#(\d+)>/, ([, id], context) => channelMention(id, context)],
  [/^<@&(\d+)>/, () => el("span", { class: "mention" }, "@role")],
  [/^<t:(-?\d{1,12})(?::([tTdDfFR]))?>/, ([, unix, style]) => timestampElement(Number(unix), style ?? "f")],
  [/^<a?:(\w+):\d+>/, ([, name]) => document.createTextNode(`:${name}:`)],
  [/^<\/([^:<>]+):\d+>/, ([, name], context) => commandMention(name, context)],
  [
    /^\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/,
    ([, text, address], context) => link(address, inline(text, context)),
  ],
  [/^<(https?:\/\/[^\s<>]+)>/, ([, address]) => link(address, address)],
  [/^https?:\/\/[^\s<>]*[^\s<>.,:;"'\])!?]/, ([address]) => link(address, address)],
  [/^\|\|([^]+?)\|\|/, ([, text], context) => spoiler(text, context)],
];

/**
 * @param {string} text
 * @param {MarkdownContext} context
 * @returns {DocumentFragment}
 */
export function markdown(text, context) {
  const fragment = document.createDocumentFragment();
  const line = (part) => inline(part, context);
  const fence = /```(?:[\w+-]*\n)?([^]*?)```/g;
  let end = 0;
  for (const match of text.matchAll(fence)) {
    fragment.append(blocks(text.slice(end, match.index), line));
    fragment.append(el("pre", {}, el("code", {}, match[1].replace(/\n$/, ""))));
    end = match.index + match[0].length;
  }
  fragment.append(blocks(text.slice(end), line));
  return fragment;
}

/** Marks inside a line. @returns {DocumentFragment} */
function inline(text, context) {
  const fragment = document.createDocumentFragment();
  let plain = "";
  let at = 0;
  const finishPlain = () => {
    if (plain) fragment.append(plain);
    plain = "";
  };
  while (at < text.length) {
    const rest = text.slice(at);
    const token = firstMatch(TOKENS, rest);
    const span = token ? null : firstSpan(rest, plain);
    if (!token && !span) {
      plain += text[at];
      at += 1;
      continue;
    }
    finishPlain();
    fragment.append(token ? token.make(token.match, context) : el(span.tag, {}, inline(span.match[1], context)));
    at += (token ?? span).match[0].length;
  }
  finishPlain();
  return fragment;
}

function firstMatch(rules, text) {
  for (const [pattern, make] of rules) {
    const match = pattern.exec(text);
    if (match) return { match, make };
  }
  return null;
}

/** An underscore in the middle of a word, as in `file_name`, is no mark. */
function firstSpan(text, before) {
  if (text[0] === "_" && /[\p{L}\p{N}]$/u.test(before)) return null;
  const found = firstMatch(SPANS, text);
  return found && { match: found.match, tag: found.make };
}

function userMention(id, { store }) {
  const name = displayName(store.users.get(id));
  return el("span", { class: id === store.me?.id ? "mention mine" : "mention" }, `@${name}`);
}

function channelMention(id, { store, openChannel }) {
  const channel = store.channels.get(id);
  if (!channel) return el("span", { class: "mention" }, "#unknown");
  const open = () => openChannel(id);
  return el("button", { type: "button", class: "mention", on: { click: open } }, `#${channel.name}`);
}

function commandMention(name, { openCommand }) {
  return el("button", { type: "button", class: "mention", on: { click: () => openCommand(name) } }, `/${name}`);
}

function spoiler(text, context) {
  const hidden = el("span", {
    class: "spoiler",
    role: "button",
    tabindex: "0",
    "aria-label": "Spoiler, press to show",
  });
  const content = inline(text, context);
  hidden.append(el("span", {}, content));
  const show = () => {
    hidden.classList.add("shown");
    for (const name of ["role", "tabindex", "aria-label"]) hidden.removeAttribute(name);
  };
  hidden.addEventListener("click", show);
  hidden.addEventListener("keydown", (event) => event.key === "Enter" && show());
  return hidden;
}
