/** Building elements. Text only ever goes in as text nodes, so nothing a person or a bot wrote can become markup. */

/**
 * Makes an element.
 *
 * @param {string} tag
 * @param {Object<string, any>} [attributes] attributes by name; `true` sets an empty one, `false`, `null` and
 *   `undefined` leave it out. `class`, `data` (an object of data attributes) and `on` (listeners by event) are special.
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {HTMLElement}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (name === "data") {
      for (const [key, entry] of Object.entries(value)) if (entry != null) element.dataset[key] = entry;
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

let lastId = 0;

/**
 * An id that no other element of the page has.
 *
 * @param {string} prefix
 */
export function uniqueId(prefix) {
  lastId += 1;
  return `${prefix}-${lastId}`;
}

/**
 * A link's address if it leads to the web, else null: `javascript:` and its like are never followed.
 *
 * @param {string|undefined|null} address
 */
export function webAddress(address) {
  if (!address) return null;
  try {
    const url = new URL(address, location.href);
    return url.protocol === "http:" || url.protocol === "https:" ? url.href : null;
  } catch {
    return null;
  }
}

/** A link that opens in a tab of its own; plain text where the address does not lead to the web. */
export function link(address, ...children) {
  const href = webAddress(address);
  if (!href) return el("span", {}, ...children);
  return el("a", { href, target: "_blank", rel: "noopener noreferrer" }, ...children);
}

/**
 * An emoji as Discord describes one: a character, or a picture of a server's own, of which only the name is shown.
 *
 * @param {{id?: string|null, name?: string|null}|null|undefined} emoji
 */
export function emojiElement(emoji) {
  if (!emoji?.name) return null;
  return el("span", { class: "emoji", "aria-hidden": "true" }, emoji.id ? `:${emoji.name}:` : emoji.name);
}
