/** The bots' commands, with each subcommand as a command of its own. */

import { placeOf } from "./store.js";

const CHAT_INPUT = 1;
const SUBCOMMAND = 1;
const SUBCOMMAND_GROUP = 2;

/**
 * @typedef {object} Command
 * @property {string} id of the whole command, also for a subcommand
 * @property {string} name with spaces between a command and its subcommands, as people type it
 * @property {{name: string, type: number}[]} path the subcommand groups and subcommands that lead to it
 * @property {string} description
 * @property {object[]} options what it asks, as Discord describes it
 */

/**
 * Whether people find a command in a channel; where nobody says so, it is everywhere but among people, where only what
 * a person has installed is.
 *
 * @param {object} command as Discord returns it
 * @param {{type: number, guild_id: string|null}} channel
 * @param {boolean} usersOwn whether the bot is there by people's own installations alone
 */
export function isOfferedIn(command, channel, usersOwn) {
  if (command.guild_id && (usersOwn || command.guild_id !== channel.guild_id)) return false;
  const contexts = command.contexts ?? (command.dm_permission === false ? [0] : [0, 1, 2]);
  return contexts.includes(placeOf(channel)) && (!usersOwn || (command.integration_types ?? []).includes(1));
}

/**
 * @param {object[]} commands as Discord returns them
 * @returns {Command[]} in the order of their names
 */
export function flattenCommands(commands) {
  const flat = commands
    .filter((command) => (command.type ?? CHAT_INPUT) === CHAT_INPUT)
    .flatMap((command) => leaves(command, { id: command.id, name: command.name, path: [] }));
  return flat.sort((a, b) => a.name.localeCompare(b.name));
}

function leaves(node, { id, name, path }) {
  const options = node.options ?? [];
  const below = options.filter(({ type }) => type === SUBCOMMAND || type === SUBCOMMAND_GROUP);
  if (below.length === 0) return [{ id, name, path, description: node.description, options }];
  return below.flatMap((child) =>
    leaves(child, { id, name: `${name} ${child.name}`, path: [...path, { name: child.name, type: child.type }] }),
  );
}

/**
 * The commands that what is typed may become: those whose name starts with it, then those that hold it.
 *
 * @param {Command[]} commands
 * @param {string} typed without the slash
 */
export function matchingCommands(commands, typed) {
  const query = typed.trim().toLowerCase();
  const starting = commands.filter(({ name }) => name.startsWith(query));
  const holding = commands.filter(({ name }) => !name.startsWith(query) && name.includes(query));
  return [...starting, ...holding];
}

/**
 * The command whose whole name a text begins with; the longest, where there are several.
 *
 * @param {Command[]} commands
 * @param {string} typed without the slash
 * @returns {Command|null}
 */
export function commandAt(commands, typed) {
  const text = `${typed.replace(/\s+/g, " ").toLowerCase()} `;
  const named = commands.filter(({ name }) => text.startsWith(`${name} `));
  return named.reduce(
    (longest, command) => (longest && longest.name.length >= command.name.length ? longest : command),
    null,
  );
}

/**
 * A command's options as Discord nests them under its subcommands.
 *
 * @param {Command} command
 * @param {object[]} options
 */
export function nestOptions(command, options) {
  return command.path.reduceRight((inner, { name, type }) => [{ name, type, options: inner }], options);
}
