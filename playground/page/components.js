/** A message's components: rows of buttons and selects, and the plain parts of Discord's second version of them. */

import { el, emojiElement, webAddress } from "./dom.js";
import { fileLink, pictureElement } from "./attachments.js";
import { selectMenu } from "./select-menu.js";

const ACTION_ROW = 1;
const BUTTON = 2;
const SELECTS = new Set([3, 5, 6, 7, 8]);
const SECTION = 9;
const TEXT_DISPLAY = 10;
const THUMBNAIL = 11;
const MEDIA_GALLERY = 12;
const FILE = 13;
const SEPARATOR = 14;
const CONTAINER = 17;

const BUTTON_STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };
const LINK_STYLE = 5;

/**
 * @typedef {object} ComponentContext
 * @property {import("./app.js").App} app
 * @property {object} message the message that the components belong to
 */

/**
 * @param {object[]} components
 * @param {ComponentContext} context
 * @returns {HTMLElement[]}
 */
export function componentElements(components, context) {
  return components.map((component) => componentElement(component, context));
}

function componentElement(component, context) {
  const { app, message } = context;
  if (SELECTS.has(component.type)) {
    return selectMenu(component, app.store, (control, values) => press(control, component, context, values));
  }
  switch (component.type) {
    case ACTION_ROW:
      return el("div", { class: "action-row" }, ...componentElements(component.components, context));
    case BUTTON:
      return buttonElement(component, context);
    case TEXT_DISPLAY:
      return el("div", { class: "text" }, app.format(component.content));
    case SECTION:
      return el(
        "div",
        { class: "section" },
        el("div", {}, ...componentElements(component.components, context)),
        componentElement(component.accessory, context),
      );
    case THUMBNAIL:
      return mediaElement(component, message, "thumbnail");
    case MEDIA_GALLERY:
      return el(
        "div",
        { class: "gallery" },
        ...component.items.map((item) => mediaElement(item, message, "gallery-item")),
      );
    case FILE:
      return fileLink(attachmentOf(component.file, message) ?? { url: component.file.url, filename: "file" });
    case SEPARATOR:
      return component.divider === false ? el("div", { class: "space" }) : el("hr");
    case CONTAINER:
      return containerElement(component, context);
    default:
      return el("p", { class: "muted" }, `(The playground cannot show a component of type ${component.type}.)`);
  }
}

function containerElement(component, context) {
  const element = el("div", { class: "container" }, ...componentElements(component.components, context));
  if (component.accent_color != null) {
    element.style.setProperty("--accent-line", `#${component.accent_color.toString(16).padStart(6, "0")}`);
  }
  return element;
}

/** `attachment://name` means a file of the same message. */
function attachmentOf(media, message) {
  const name = /^attachment:\/\/(.+)$/.exec(media.url)?.[1];
  return message.attachments.find((file) => file.filename === name || file.url === media.url);
}

function mediaElement(item, message, className) {
  const file = attachmentOf(item.media, message) ?? item.media;
  const element = pictureElement({ ...file, description: item.description || file.description });
  element.classList.add(className);
  return element;
}

function buttonElement(component, context) {
  const style = BUTTON_STYLES[component.style] ?? "secondary";
  const content = [emojiElement(component.emoji), component.label && el("span", {}, component.label)];
  const label = component.label || component.emoji?.name || "Button";
  if (component.style === LINK_STYLE) {
    const href = component.disabled ? null : webAddress(component.url);
    const sign = el("span", { "aria-hidden": "true" }, " ↗");
    return el("a", { class: "button link", href, target: "_blank", rel: "noopener noreferrer" }, ...content, sign);
  }
  const button = el(
    "button",
    {
      type: "button",
      class: `button ${style}`,
      disabled: component.disabled,
      "aria-label": label,
      data: { customId: component.custom_id },
    },
    ...content,
  );
  button.addEventListener("click", () => press(button, component, context));
  return button;
}

/** Sends what a control does; it shows that it waits until the bot has answered, and the reason if it does not. */
async function press(control, component, { app, message }, values) {
  if (control.ariaBusy === "true") return;
  const row = control.closest(".action-row") ?? control;
  const block = control.closest(".components");
  block?.querySelectorAll(".failure").forEach((note) => note.remove());
  control.ariaBusy = "true";
  control.ariaDisabled = "true";
  try {
    await app.connection.request({
      type: "component",
      channel_id: message.channel_id,
      message_id: message.id,
      custom_id: component.custom_id,
      component_type: component.type,
      ...(values && { values }),
    });
  } catch (error) {
    const note = el("p", { class: "failure", role: "alert" }, error.message);
    // An edit may have replaced the row in the meantime; the message is still the place to say it.
    if (row.isConnected) row.after(note);
    else block?.append(note);
  } finally {
    control.ariaBusy = null;
    control.ariaDisabled = null;
  }
}

/**
 * Remembers which control of a message has the focus, for when its components are made anew.
 *
 * @param {HTMLElement} root
 * @returns {() => void} gives the focus to the control that took its place: the same by id, by name, or by position
 */
export function rememberFocus(root) {
  const focused = document.activeElement;
  if (!focused || !root.contains(focused)) return () => {};
  const position = focusable(root).indexOf(focused);
  const { customId } = focused.dataset;
  const label = focused.getAttribute("aria-label");
  return () => {
    const controls = focusable(root);
    const heir =
      controls.find((control) => customId && control.dataset.customId === customId) ??
      controls.find((control) => label && control.getAttribute("aria-label") === label) ??
      controls[Math.min(Math.max(position, 0), controls.length - 1)] ??
      root.closest("[data-message-id]");
    heir?.focus({ preventScroll: true });
  };
}

function focusable(root) {
  return [...root.querySelectorAll("button:not(:disabled), a[href]")].filter((control) =>
    control.checkVisibility(),
  );
}
