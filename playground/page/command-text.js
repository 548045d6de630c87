/** Commands as they are typed: `/move from:KS to:QD`, or the values alone in the order of the options. */

import { OPTION } from "./option-values.js";

/**
 * What was written for each option.
 *
 * @param {import("./command-list.js").Command} command
 * @param {string} typed without the slash, beginning with the command's name
 * @returns {Map<string, string>} texts by option name
 * @throws {Error} with a sentence for the person who wrote it
 */
export function parseCommandText(command, typed) {
  const rest = typed.replace(/\s+/g, " ").slice(command.name.length).trim();
  const { before, named } = splitAtNames(command, rest);
  const unnamed = command.options.filter(({ name }) => !named.has(name));
  return new Map([...positional(unnamed, before, command), ...named]);
}

/** Splits a text where a known option's name and a colon stand. */
function splitAtNames(command, text) {
  const names = command.options.map(({ name }) => name.replace(/[-]/g, "\\$&"));
  const named = new Map();
  if (names.length === 0) return { before: text, named };
  const marks = [...text.matchAll(new RegExp(`(?:^|\\s)(${names.join("|")}):\\s*`, "giu"))];
  marks.forEach((mark, index) => {
    const value = text.slice(mark.index + mark[0].length, marks[index + 1]?.index ?? text.length);
    named.set(mark[1].toLowerCase(), unquoted(value.trim()));
  });
  return { before: text.slice(0, marks[0]?.index ?? text.length).trim(), named };
}

/** Gives the options, in their order, as much of a text as each can have. */
function positional(options, text, command) {
  const texts = [];
  let rest = text;
  for (const option of options) {
    if (!rest) break;
    const taken = beginningFor(option, rest);
    texts.push([option.name, unquoted(taken)]);
    rest = rest.slice(taken.length).trim();
  }
  if (rest) throw new Error(`/${command.name} has no place for “${rest}”.`);
  return texts;
}

/** A choice's whole name, all the text for an option that takes any, a word or a quotation for the others. */
function beginningFor(option, text) {
  const quotation = /^"[^"]*"/.exec(text)?.[0];
  if (quotation) return quotation;
  const names = (option.choices ?? []).flatMap(({ name, value }) => [name, String(value)]);
  const named = names.filter((name) => `${text} `.toLowerCase().startsWith(`${name} `.toLowerCase()));
  if (named.length) return text.slice(0, Math.max(...named.map((name) => name.length)));
  const takesAnything = option.type === OPTION.STRING && !option.choices?.length;
  return takesAnything ? text : /^\S+/.exec(text)[0];
}

function unquoted(text) {
  return /^"[^"]*"$/.test(text) ? text.slice(1, -1) : text;
}

/** What stands behind the slash; null for a plain message. */
export function commandPart(text) {
  return /^\/(?=[\p{L}\p{N}]|$)/u.test(text) ? text.slice(1) : null;
}
