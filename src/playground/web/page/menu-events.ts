/**
 * Makes every browser send one `contextmenu` event for a right press, the menu key, Shift and F10, and a long press.
 * Some browsers lack some of them. If nothing in the page handles it, the browser's own menu opens.
 */
export function listenForMenus() {
  document.addEventListener("keydown", onMenuKey);
  const longPress = new LongPress((target, at) => askForMenu(target, at, "touch"));
  longPress.listen();
}

function onMenuKey(event: KeyboardEvent) {
  const isMenuKey = event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey);
  if (!isMenuKey || event.defaultPrevented || !(event.target instanceof Element)) return;
  const { left, bottom } = event.target.getBoundingClientRect();
  if (askForMenu(event.target, { x: left, y: bottom }, "")) event.preventDefault();
}

/** Returns whether the page opened a menu. */
function askForMenu(target: Element, { x, y }: { x: number; y: number }, pointerType: string) {
  const how = { bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y, pointerType };
  return !target.dispatchEvent(new PointerEvent("contextmenu", how));
}

const AFTER_MS = 500;
/** A finger that moves farther scrolls. */
const STILL_PX = 10;

/** Detects long presses. If one is handled, the browser's own reaction is prevented. */
class LongPress {
  /** The latest press: some browsers send their own event after the finger is lifted. */
  #at = { x: 0, y: 0 };
  #isTaken = false;
  #isAsking = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #take;

  constructor(take: (target: Element, at: { x: number; y: number }) => boolean) {
    this.#take = take;
  }

  /** Listens as long as the page lives. */
  listen() {
    const first = { capture: true, passive: false };
    addEventListener("pointerdown", (event) => this.#begin(event), first);
    addEventListener("pointermove", (event) => this.#move(event), first);
    addEventListener("pointerup", () => this.#giveUp(), first);
    addEventListener("pointercancel", () => this.#giveUp(), first);
    addEventListener("contextmenu", (event) => this.#hearOfMenu(event), first);
  }

  #begin({ target, pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) {
    this.#giveUp();
    this.#at = { x, y };
    this.#isTaken = false;
    if (pointerType !== "touch" || !isPrimary) return;
    this.#timer = setTimeout(() => this.#ask(), AFTER_MS);
    // Prevents the click some browsers send when the finger is lifted; works even if the target was removed.
    target?.addEventListener("touchend", (event) => this.#isTaken && event.preventDefault(), { once: true });
  }

  #move({ clientX, clientY }: PointerEvent) {
    if (Math.hypot(clientX - this.#at.x, clientY - this.#at.y) > STILL_PX) this.#giveUp();
  }

  #giveUp() {
    clearTimeout(this.#timer);
  }

  #ask() {
    const target = document.elementFromPoint(this.#at.x, this.#at.y);
    this.#isAsking = true;
    this.#isTaken = target !== null && this.#take(target, this.#at);
    this.#isAsking = false;
  }

  /** Browsers with long presses of their own may be earlier, or send a second event. */
  #hearOfMenu(event: PointerEvent) {
    if (this.#isAsking) return;
    this.#giveUp();
    if (event.pointerType !== "touch") return;
    if (!this.#isTaken) this.#ask();
    if (!this.#isTaken) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}
