/** Pictures seen large: whole at first, in full size after a press, and then moved about. */

import { closeButton, show } from "./dialogs.js";
import { el, link } from "./dom.js";

/** In full size a picture is at least this many times as large as when it is seen whole. */
const LEAST_ZOOM = 2;
/** A press that moves the picture by fewer pixels is a press all the same. */
const STILL = 4;

/**
 * Shows a picture as large as the window lets it, with its alt text below.
 *
 * @param {{url: string, description?: string, filename?: string}} picture
 */
export function enlarge(picture) {
  const description = picture.description || picture.filename || "Picture";
  const dialog = el("dialog", { class: "lightbox", "aria-label": "Picture" });
  dialog.append(
    zoomView(el("img", { src: picture.url, alt: description, draggable: "false" }), () => dialog.close()),
    el(
      "div",
      { class: "lightbox-foot" },
      el("p", { class: "lightbox-text", "aria-hidden": "true" }, description),
      link(picture.url, "Open the file"),
      closeButton(dialog),
    ),
  );
  show(dialog);
}

/** The picture as a button between its two sizes. A press beside it calls `onLeave`. */
function zoomView(image, onLeave) {
  const button = el("button", { type: "button", class: "lightbox-picture" }, image);
  const view = el("div", { class: "lightbox-view" }, button);
  const wasDragged = dragToMove(view);

  function setFull(full) {
    view.classList.toggle("full", full);
    button.setAttribute("aria-pressed", String(full));
    button.title = full ? "Show the whole picture" : "Show in full size";
  }

  /** What was pressed comes to the middle; with the keyboard, the middle of the picture. */
  function toggle(event) {
    const full = view.classList.contains("full");
    const fitted = image.getBoundingClientRect();
    const byKeyboard = event.detail === 0;
    const across = byKeyboard ? 0.5 : (event.clientX - fitted.left) / fitted.width;
    const down = byKeyboard ? 0.5 : (event.clientY - fitted.top) / fitted.height;
    if (!full) view.style.setProperty("--full-width", `${Math.max(image.naturalWidth, LEAST_ZOOM * fitted.width)}px`);
    setFull(!full);
    view.scrollLeft = across * image.offsetWidth - view.clientWidth / 2;
    view.scrollTop = down * image.offsetHeight - view.clientHeight / 2;
  }

  setFull(false);
  view.addEventListener("click", (event) => {
    if (wasDragged()) return;
    if (button.contains(event.target)) toggle(event);
    else onLeave();
  });
  return view;
}

/**
 * Lets a mouse drag what scrolls; fingers do so anyway.
 *
 * @returns {() => boolean} whether the press that has just ended was a drag
 */
function dragToMove(view) {
  let from = null;
  let dragged = false;
  view.addEventListener("pointerdown", (event) => {
    dragged = false;
    if (event.pointerType !== "mouse" || event.button !== 0) return;
    from = { x: event.clientX + view.scrollLeft, y: event.clientY + view.scrollTop };
  });
  view.addEventListener("pointermove", (event) => {
    if (!from || (event.buttons & 1) === 0) return;
    const { x, y } = { x: from.x - event.clientX, y: from.y - event.clientY };
    if (!dragged && Math.hypot(x - view.scrollLeft, y - view.scrollTop) < STILL) return;
    dragged = true;
    view.scrollTo(x, y);
  });
  for (const kind of ["pointerup", "pointercancel"]) view.addEventListener(kind, () => (from = null));
  return () => dragged;
}
