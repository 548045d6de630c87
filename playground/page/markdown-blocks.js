/** Which lines of a text belong together, as Discord takes them: headings, small print, quotes, lists, paragraphs. */

import { el } from "./dom.js";

/** @typedef {(text: string) => Node} Inline makes nodes of the marks inside a line */

const HEADING = /^ *(#{1,3}) +(?!#)(.+?)[ #]*$/;
const SMALL_PRINT = /^-# +(?!-#)(.+)$/;
const QUOTED_LINE = /^ *> (.*)$/;
const QUOTED_REST = /^ *>>> (.*)$/;
const LIST_ITEM = /^( *)([-*]|\d+\.) +(.+)$/;
const LARGEST_NUMBER = 1_000_000_000;

/**
 * @param {string} text
 * @param {Inline} inline
 * @returns {DocumentFragment}
 */
export function blocks(text, inline) {
  return linesAsBlocks(text.split("\n"), inline, { mayQuote: true });
}

function linesAsBlocks(lines, inline, { mayQuote }) {
  const fragment = document.createDocumentFragment();
  let paragraph = [];
  const finishParagraph = () => {
    const content = paragraph.join("\n").replace(/^\n+|\n+$/g, "");
    if (content) fragment.append(el("p", {}, inline(content)));
    paragraph = [];
  };
  let at = 0;
  while (at < lines.length) {
    const block = (mayQuote && quoteAt(lines, at, inline)) || listAt(lines, at, inline) || lineAt(lines, at, inline);
    if (block) {
      finishParagraph();
      fragment.append(block.element);
    } else {
      paragraph.push(lines[at]);
    }
    at += block?.length ?? 1;
  }
  finishParagraph();
  return fragment;
}

/** A line that stands for itself. @returns {{element: HTMLElement, length: number}|null} with the lines it takes */
function lineAt(lines, at, inline) {
  const heading = HEADING.exec(lines[at]);
  if (heading) return { element: el("p", { class: `heading-${heading[1].length}` }, inline(heading[2])), length: 1 };
  const small = SMALL_PRINT.exec(lines[at]);
  if (small) return { element: el("p", { class: "small-print" }, inline(small[1])), length: 1 };
  return null;
}

/** `> ` quotes its line, `>>> ` all that follows. A quote in a quote is none. */
function quoteAt(lines, at, inline) {
  const rest = QUOTED_REST.exec(lines[at]);
  const quoted = rest ? [rest[1], ...lines.slice(at + 1)] : leading(lines, at, QUOTED_LINE).map(([, text]) => text);
  if (quoted.length === 0) return null;
  const content = linesAsBlocks(quoted, inline, { mayQuote: false });
  return { element: el("blockquote", {}, content), length: quoted.length };
}

/** The matches of the lines from one on, as far as they do match. */
function leading(lines, at, pattern) {
  const matches = [];
  for (let match; at < lines.length && (match = pattern.exec(lines[at])); at += 1) matches.push(match);
  return matches;
}

/**
 * A list takes the lines that are items of it, whatever their sign, and those that are indented. Its first sign says
 * whether it is numbered, and from where: the numbers of the others do not count.
 */
function listAt(lines, at, inline) {
  const first = LIST_ITEM.exec(lines[at]);
  if (!first) return null;
  const indent = first[1].length;
  const items = [];
  let end = at;
  for (; end < lines.length; end += 1) {
    const item = LIST_ITEM.exec(lines[end]);
    if (item?.[1].length === indent) items.push({ text: [item[3]], inner: [] });
    else if (lines[end].search(/[^ ]/) > indent) takeInto(items.at(-1), lines[end], item !== null);
    else break;
  }
  const elements = items.map(({ text, inner }) =>
    el("li", {}, inline(text.join("\n")), inner.length > 0 && linesAsBlocks(inner, inline, { mayQuote: false })),
  );
  return { element: listElement(first[2], elements), length: end - at };
}

/** A line further in goes on with its item's text, or begins or goes on with a list in it. */
function takeInto(item, line, isItem) {
  if (isItem || item.inner.length > 0) item.inner.push(line);
  else item.text.push(line.trim());
}

function listElement(sign, items) {
  if (!/\d/.test(sign)) return el("ul", {}, ...items);
  const start = Math.min(Math.max(Number.parseInt(sign, 10), 1), LARGEST_NUMBER);
  const list = el("ol", { start }, ...items);
  // Room for the longest number, for they stand before the text.
  list.style.setProperty("--digits", String(start + items.length - 1).length);
  return list;
}
