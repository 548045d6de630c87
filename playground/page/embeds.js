/** Embeds, in a plain fashion. */

import { el, link } from "./dom.js";
import { pictureElement } from "./attachments.js";
import { timestampElement } from "./time.js";

/**
 * @param {object} embed
 * @param {(text: string) => Node} format turns a bot's text into nodes
 * @param {object[]} attachments the message's files, which an embed may show
 */
export function embedElement(embed, format, attachments) {
  const element = el("div", { class: "container embed" });
  if (embed.color != null)
    element.style.setProperty("--accent-line", `#${embed.color.toString(16).padStart(6, "0")}`);
  if (embed.author?.name)
    element.append(el("p", { class: "embed-author" }, link(embed.author.url, embed.author.name)));
  if (embed.title)
    element.append(
      el("p", { class: "embed-title" }, embed.url ? link(embed.url, embed.title) : format(embed.title)),
    );
  if (embed.description) element.append(el("div", { class: "text" }, format(embed.description)));
  if (embed.fields?.length) element.append(fieldsElement(embed.fields, format));
  for (const [name, media] of [
    ["thumbnail", embed.thumbnail],
    ["picture-large", embed.image],
  ]) {
    if (!media?.url) continue;
    const figure = pictureElement(shownFile(media, attachments) ?? media);
    figure.classList.add(name);
    element.append(figure);
  }
  if (embed.footer?.text || embed.timestamp) {
    const when = embed.timestamp && timestampElement(Date.parse(embed.timestamp) / 1000, "f");
    const between = embed.footer?.text && embed.timestamp ? " · " : null;
    element.append(el("p", { class: "embed-footer" }, embed.footer?.text, between, when));
  }
  return element;
}

function fieldsElement(fields, format) {
  const list = el("dl", { class: "embed-fields" });
  for (const { name, value, inline } of fields) {
    list.append(
      el("div", { class: inline ? "inline" : null }, el("dt", {}, format(name)), el("dd", {}, format(value))),
    );
  }
  return list;
}

function shownFile(media, attachments) {
  const name = /^attachment:\/\/(.+)$/.exec(media.url)?.[1];
  return attachments.find((file) => file.url === media.url || file.filename === name);
}

/** The files that are not shown by an embed already. */
export function filesBeside(embeds, attachments) {
  const media = embeds.flatMap((embed) => [embed.image, embed.thumbnail]).filter((medium) => medium?.url);
  const used = new Set(media.map((medium) => shownFile(medium, attachments)));
  return attachments.filter((file) => !used.has(file));
}
