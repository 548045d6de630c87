/** `@Ana` and `#lobby` in a message that is about to be sent, as Discord writes them. */

import { displayName } from "./store.js";

/**
 * @param {string} text
 * @param {import("./store.js").Store} store
 * @returns {string} with the names of people and channels that are here as mentions
 */
export function withMentions(text, store) {
  const people = new Map();
  for (const user of store.users.values()) {
    for (const name of [user.username, displayName(user)]) people.set(name.toLowerCase(), `<@${user.id}>`);
  }
  const channels = new Map(store.guildChannels.map(({ id, name }) => [name.toLowerCase(), `<#${id}>`]));
  return text.replace(/(?<![\p{L}\p{N}<])([@#])([\p{L}\p{N}_.-]*[\p{L}\p{N}_-])/gu, (whole, sign, name) => {
    const known = sign === "@" ? people : channels;
    return known.get(name.toLowerCase()) ?? whole;
  });
}
