/** Links to messages and channels, as Discord writes their addresses: the page opens them itself. */

const ADDRESS = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:@me|\d+)\/(\d+)(?:\/(\d+))?\/?$/;

/**
 * Follows a link to what is here; whatever leads elsewhere is left to the browser.
 *
 * @param {MouseEvent} event a click anywhere on the page
 * @param {import("./app.js").App} app
 */
export function followMessageLink(event, app) {
  const found = ADDRESS.exec(event.target.closest?.("a[href]")?.href ?? "");
  if (!found || !app.store.channels.has(found[1])) return;
  event.preventDefault();
  app.store.open(found[1]);
  if (found[2]) app.showMessage(found[2]);
}
