/** Moments as people read them. */

/** Discord's timestamp styles, as options of Intl.DateTimeFormat; `R` is relative and stands below. */
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

const UNITS = [
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

/** @param {number} seconds from now; negative for the past */
function relativeText(seconds) {
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? UNITS.at(-1);
  return relative.format(Math.trunc(seconds / length), unit);
}

/**
 * @param {Date} moment
 * @param {string} style one of Discord's letters
 */
function momentText(moment, style) {
  if (style === "R") return relativeText((moment.getTime() - Date.now()) / 1000);
  return new Intl.DateTimeFormat(undefined, STYLES[style] ?? STYLES.f).format(moment);
}

/**
 * A `<time>` element; a relative one is kept current by `keepTimesCurrent`.
 *
 * @param {number} unix seconds
 * @param {string} style one of Discord's letters
 */
export function timestampElement(unix, style) {
  const moment = new Date(unix * 1000);
  const element = document.createElement("time");
  if (Number.isNaN(moment.getTime())) {
    element.textContent = "an unknown time";
    return element;
  }
  element.className = "timestamp";
  element.dateTime = moment.toISOString();
  element.title = momentText(moment, "F");
  element.textContent = momentText(moment, style);
  if (style === "R") element.dataset.relative = String(unix);
  return element;
}

/** When a message came: the time of day, with the date when it was not today. */
export function messageTimeElement(iso) {
  const moment = new Date(iso);
  const element = document.createElement("time");
  const today = moment.toDateString() === new Date().toDateString();
  element.dateTime = iso;
  element.title = momentText(moment, "F");
  element.textContent = new Intl.DateTimeFormat(
    undefined,
    today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" },
  ).format(moment);
  return element;
}

/** Rewrites the relative times on the page once a second. */
export function keepTimesCurrent() {
  setInterval(() => {
    for (const element of document.querySelectorAll("time[data-relative]")) {
      const text = momentText(new Date(Number(element.dataset.relative) * 1000), "R");
      if (element.textContent !== text) element.textContent = text;
    }
  }, 1000);
}
