/** Files of a message: pictures are shown, others are links. */

import { el, link } from "./dom.js";
import { enlarge } from "./lightbox.js";

function isPicture(file) {
  return (
    (file.content_type ?? "").startsWith("image/") || /\.(png|jpe?g|gif|webp|avif)$/i.test(file.filename ?? "")
  );
}

function sizeText(bytes) {
  if (!Number.isFinite(bytes)) return "";
  return bytes < 1024
    ? `${bytes} B`
    : bytes < 1048576
      ? `${Math.round(bytes / 1024)} KB`
      : `${(bytes / 1048576).toFixed(1)} MB`;
}

/** @param {object} file an attachment */
export function fileElement(file) {
  return isPicture(file) ? pictureElement(file) : fileLink(file);
}

/** @param {{url: string, filename: string, size?: number}} file */
export function fileLink(file) {
  const size = sizeText(file.size);
  return el(
    "p",
    { class: "file" },
    link(file.url, file.filename),
    size && el("span", { class: "muted" }, ` ${size}`),
  );
}

/**
 * A picture as a button that enlarges it, named by its description. The width and height keep its place until it has
 * come.
 *
 * @param {{url: string, description?: string, filename?: string, width?: number, height?: number}} file
 * @returns {HTMLElement} a figure
 */
export function pictureElement(file) {
  const { url, width, height } = file;
  // Decoding with the paint, and not after it, lets one picture follow another without an empty frame.
  const image = el("img", {
    src: url,
    alt: file.description || file.filename || "",
    width,
    height,
    decoding: "sync",
  });
  const open = () => enlarge(file);
  const button = el("button", { type: "button", class: "enlarge", title: "Enlarge", on: { click: open } }, image);
  const figure = el("figure", { class: "picture" }, button);
  if (width) figure.style.setProperty("--natural-width", `${width}px`);
  return figure;
}

/**
 * Lets each figure show what the one before it showed until its own picture has come, so that there is never an
 * empty moment between the two.
 *
 * @param {HTMLElement[]} before figures that are about to go
 * @param {HTMLElement[]} after those that take their places
 */
export function handOver(before, after) {
  after.forEach((figure, index) => {
    const old = before[index]?.querySelector("img");
    const image = figure.querySelector("img");
    if (!old || image.complete) return;
    image.replaceWith(old);
    const showOwn = () => {
      // By then the old picture may have been handed on to a still newer figure.
      if (figure.contains(old)) old.replaceWith(image);
    };
    image.addEventListener("load", showOwn, { once: true });
    image.addEventListener("error", showOwn, { once: true });
  });
}
