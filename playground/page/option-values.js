/** What people write for a command's option, as the value that Discord sends. */

import { displayName } from "./store.js";

export const OPTION = {
  STRING: 3,
  INTEGER: 4,
  BOOLEAN: 5,
  USER: 6,
  CHANNEL: 7,
  ROLE: 8,
  MENTIONABLE: 9,
  NUMBER: 10,
  ATTACHMENT: 11,
};

const YES = new Set(["true", "yes", "y", "on", "1"]);
const NO = new Set(["false", "no", "n", "off", "0"]);

/**
 * @param {object} option as Discord describes it
 * @param {string} text
 * @param {import("./store.js").Store} store
 * @returns {string|number|boolean}
 * @throws {Error} with a sentence for the person who wrote it
 */
export function optionValue(option, text, store) {
  if (option.choices?.length) return choiceValue(option, text);
  switch (option.type) {
    case OPTION.STRING:
      return stringValue(option, text);
    case OPTION.INTEGER:
    case OPTION.NUMBER:
      return numberValue(option, text);
    case OPTION.BOOLEAN:
      return booleanValue(option, text);
    case OPTION.USER:
    case OPTION.MENTIONABLE:
      return userId(option, text, store);
    case OPTION.CHANNEL:
      return channelId(option, text, store);
    case OPTION.ATTACHMENT:
      throw new Error(`“${option.name}” is a file: choose the command from the list, then the file.`);
    default:
      throw new Error(`The playground cannot give a value to “${option.name}”.`);
  }
}

function choiceValue(option, text) {
  const wanted = text.toLowerCase();
  const choice = option.choices.find(({ name, value }) =>
    [name, String(value)].some((one) => one.toLowerCase() === wanted),
  );
  if (!choice)
    throw new Error(`“${option.name}” has to be one of: ${option.choices.map(({ name }) => name).join(", ")}.`);
  return choice.value;
}

function stringValue({ name, min_length: least, max_length: most }, text) {
  if (least != null && text.length < least) throw new Error(`“${name}” needs at least ${least} characters.`);
  if (most != null && text.length > most) throw new Error(`“${name}” may have at most ${most} characters.`);
  return text;
}

function numberValue({ name, type, min_value: least, max_value: most }, text) {
  const number = Number(text);
  if (text === "" || !Number.isFinite(number)) throw new Error(`“${name}” has to be a number.`);
  if (type === OPTION.INTEGER && !Number.isSafeInteger(number))
    throw new Error(`“${name}” has to be a whole number.`);
  if (least != null && number < least) throw new Error(`“${name}” has to be at least ${least}.`);
  if (most != null && number > most) throw new Error(`“${name}” has to be at most ${most}.`);
  return number;
}

function booleanValue({ name }, text) {
  const word = text.toLowerCase();
  if (YES.has(word)) return true;
  if (NO.has(word)) return false;
  throw new Error(`“${name}” has to be yes or no.`);
}

function userId({ name }, text, store) {
  const id = /^<@!?(\d+)>$/.exec(text)?.[1] ?? text;
  const wanted = text.replace(/^@/, "").toLowerCase();
  const user = [...store.users.values()].find((one) => {
    return one.id === id || one.username.toLowerCase() === wanted || displayName(one).toLowerCase() === wanted;
  });
  if (!user) throw new Error(`“${name}” has to be somebody who is here.`);
  return user.id;
}

function channelId({ name }, text, store) {
  const id = /^<#(\d+)>$/.exec(text)?.[1] ?? text;
  const wanted = text.replace(/^#/, "").toLowerCase();
  const channel = store.guildChannels.find((one) => one.id === id || one.name.toLowerCase() === wanted);
  if (!channel) throw new Error(`“${name}” has to be a channel.`);
  return channel.id;
}
