/** Commands as they are typed: `/move from:KS to:QD`, or the values alone in the order of the options. */

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

/** Gives words to options in their order; the last one has all that is left. */
function positional(options, text, command) {
  if (!text) return [];
  if (options.length === 0) throw new Error(`/${command.name} takes nothing more than that.`);
  const required = options.filter((option) => option.required);
  const takers = required.length ? required : options;
  const words = text.match(/"[^"]*"|\S+/g) ?? [];
  if (words.length <= takers.length || takers.length === 0) {
    return words.map((word, index) => [takers[index].name, unquoted(word)]);
  }
  const last = takers.length - 1;
  const ends = words.slice(last).join(" ");
  return [...words.slice(0, last).map((word, index) => [takers[index].name, unquoted(word)]), [takers[last].name, unquoted(ends)]];
}

function unquoted(text) {
  return /^"[^"]*"$/.test(text) ? text.slice(1, -1) : text;
}
