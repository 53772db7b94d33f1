/**
 * Browsers ask for a menu by a `contextmenu` event: at a right press, in most of them at the menu key and at Shift
 * and F10, in some at a long press. Here all four come as that event in every browser, once. Where nothing of the
 * page takes it the browser's own menu opens, as ever.
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

/** Whether something of the page opened a menu. */
function askForMenu(target: Element, { x, y }: { x: number; y: number }, pointerType: string) {
  const how = { bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y, pointerType };
  return !target.dispatchEvent(new PointerEvent("contextmenu", how));
}

const AFTER_MS = 500;
/** A finger that goes farther scrolls. */
const STILL_PX = 10;

/** A finger that rests on something. What browsers do of their own at one that was taken doesn't happen. */
class LongPress {
  /** Of the finger that rests, or rested last: some browsers send their own event when it was lifted. */
  #at = { x: 0, y: 0 };
  #isTaken = false;
  #isAsking = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #take;

  constructor(take: (target: Element, at: { x: number; y: number }) => boolean) {
    this.#take = take;
  }

  /** Begins to listen, for the page's life. */
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
    // Else some browsers press, as the finger goes up, what is there. What it rested on hears that, even once it is gone.
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

  /** A browser that knows long presses itself may be sooner, or ask once more. */
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
