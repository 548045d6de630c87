/** Floating boxes: kept beside what they belong to, above everything else, inside the window. */

const MARGIN = 8;
const GAP = 4;
const LEAST_WIDTH = 240;
const LEAST_HEIGHT = 120;

/**
 * A box that floats beside its anchor. The element must already be in the document.
 */
export class Popup {
  #element;
  #anchor;
  #onDismiss;
  #above;
  #watch = null;

  /**
   * @param {HTMLElement} element
   * @param {HTMLElement} anchor
   * @param {{onDismiss: () => void, above?: boolean}} options `onDismiss` is called when a press lands elsewhere;
   *   `above` prefers the place over the anchor
   */
  constructor(element, anchor, { onDismiss, above = false }) {
    this.#element = element;
    this.#anchor = anchor;
    this.#onDismiss = onDismiss;
    this.#above = above;
    element.classList.add("popup");
    element.popover = "manual";
  }

  get isOpen() {
    return this.#watch !== null;
  }

  open() {
    if (this.isOpen || !this.#element.isConnected) return;
    this.#watch = new AbortController();
    const { signal } = this.#watch;
    this.#element.showPopover();
    this.place();
    addEventListener("resize", () => this.place(), { signal });
    addEventListener("scroll", () => this.place(), { signal, capture: true });
    visualViewport?.addEventListener("resize", () => this.place(), { signal });
    // An anchor that grows, as when an error is told in it, must not grow under the box.
    const grown = new ResizeObserver(() => this.place());
    grown.observe(this.#anchor);
    signal.addEventListener("abort", () => grown.disconnect());
    document.addEventListener(
      "pointerdown",
      ({ target }) => {
        if (!this.#element.contains(target) && !this.#anchor.contains(target)) this.#onDismiss();
      },
      { signal },
    );
  }

  close() {
    if (!this.isOpen) return;
    this.#watch.abort();
    this.#watch = null;
    if (this.#element.isConnected) this.#element.hidePopover();
  }

  /** Puts the box where it has room; called again when its content changes. */
  place() {
    if (!this.isOpen) return;
    if (!this.#anchor.isConnected) {
      this.close();
      return;
    }
    const anchor = this.#anchor.getBoundingClientRect();
    const windowWidth = document.documentElement.clientWidth;
    const windowHeight = visualViewport?.height ?? innerHeight;
    const style = this.#element.style;
    const width = Math.min(Math.max(anchor.width, LEAST_WIDTH), windowWidth - 2 * MARGIN);
    style.width = `${width}px`;
    style.left = `${Math.max(MARGIN, Math.min(anchor.left, windowWidth - width - MARGIN))}px`;
    const over = anchor.top - GAP - MARGIN;
    const under = windowHeight - anchor.bottom - GAP - MARGIN;
    style.maxHeight = "none";
    const wanted = Math.min(this.#element.scrollHeight + 2, windowHeight * 0.6);
    const above = this.#above ? over >= Math.min(wanted, under) : under < wanted && over > under;
    const height = Math.max(LEAST_HEIGHT, Math.min(above ? over : under, windowHeight * 0.6));
    style.maxHeight = `${height}px`;
    style.top = above ? "auto" : `${anchor.bottom + GAP}px`;
    style.bottom = above ? `${innerHeight - anchor.top + GAP}px` : "auto";
  }
}
