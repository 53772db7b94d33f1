import { h, reconcile } from "./dom.ts";
import { focusWithin } from "./focus.ts";
import { refreshTimes } from "./markdown/build.ts";
import type { MessageHow } from "./message/author.ts";
import { messageElement } from "./message/message.ts";
import { pendingElement, type Pending } from "./message/pending.ts";
import { isSameDay, showDay } from "./time.ts";
import type { SeenMessage } from "../../discord/local-api.ts";
import type { At } from "./message/menu.ts";

interface ChatHow {
  around: (seen: SeenMessage) => Omit<MessageHow, "isCompact" | "openMenu">;
  dismissPending: (key: string) => void;
  reachedTop: () => void;
  clock: () => { locale: string; now: () => number };
  menu: (seen: SeenMessage, at: At) => void;
}

type Drawn = Map<string, { key: string; element: HTMLElement }>;

const SAME_BREATH_MS = 7 * 60_000;
const NEAR_BOTTOM_PX = 80;

/** A channel's messages. It stays at the latest one unless the person scrolled up. */
export class Chat {
  #drawn: Drawn = new Map();
  #how;
  #isAtBottom = true;
  #lastTop = 0;
  readonly inner = h("div.messages", {
    role: "log",
    "aria-label": "Messages",
    "aria-live": "polite",
    "aria-relevant": "additions",
  });
  readonly scroller = h(
    "div.scroller",
    { tabindex: "0", role: "region", "aria-label": "Channel", onscroll: () => this.#scrolled() },
    h("div.spacer"),
    this.inner,
  );

  constructor(how: ChatHow) {
    this.#how = how;
    const sizes = new ResizeObserver(() => {
      this.#notice();
      if (this.#isAtBottom) this.toBottom();
    });
    sizes.observe(this.inner);
    sizes.observe(this.scroller);
    setInterval(() => refreshTimes(this.inner, how.clock()), 1000);
  }

  toBottom() {
    this.#follow(true);
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.#lastTop = this.scroller.scrollTop;
  }

  /** Scrolls to a message and focuses it. */
  show(id: string) {
    const message = this.inner.querySelector(`[data-id="${CSS.escape(id)}"]`);
    if (!(message instanceof HTMLElement)) return;
    this.#follow(false);
    message.tabIndex = -1;
    message.focus({ preventScroll: true });
    message.scrollIntoView({ block: "center" });
  }

  /** Redraws every message the next time, at the same scroll position. */
  forget() {
    this.#drawn.clear();
  }

  /** Clears everything, for another channel. */
  reset() {
    this.#drawn.clear();
    this.inner.replaceChildren();
    this.#lastTop = this.scroller.scrollTop;
    this.#follow(true);
  }

  /** Draws changed messages and keeps the other elements. */
  draw(shown: {
    welcome: HTMLElement;
    messages: readonly SeenMessage[];
    pending: readonly Pending[];
    stateOf: (seen: SeenMessage) => string;
  }) {
    const { welcome, messages, pending, stateOf } = shown;
    this.#notice();
    const focus = focusWithin(this.inner);
    const height = this.scroller.scrollHeight;
    const drawn: Drawn = new Map();
    const nodes: HTMLElement[] = [welcome];
    let previous = undefined as SeenMessage | undefined;
    let isInterrupted = false;
    for (const seen of messages) {
      if (isNewDay(previous, seen)) nodes.push(this.#divider(seen, drawn));
      const isCompact = !isInterrupted && follows(previous, seen);
      const key = `${stateOf(seen)}|${isCompact}`;
      nodes.push(
        this.#reuse(drawn, seen.id, key, () =>
          messageElement(seen, {
            ...this.#how.around(seen),
            isCompact,
            openMenu: (at) => this.#how.menu(seen, at),
          }),
        ),
      );
      const failedHere = pending.filter(({ after, failure }) => failure !== undefined && after === seen.id);
      nodes.push(...failedHere.map((each) => this.#pending(each, drawn)));
      isInterrupted = failedHere.length > 0;
      previous = seen;
    }
    const isPlaced = ({ after, failure }: Pending) =>
      failure !== undefined && messages.some(({ id }) => id === after);
    nodes.push(...pending.filter((each) => !isPlaced(each)).map((each) => this.#pending(each, drawn)));
    this.#drawn = drawn;
    reconcile(this.inner, nodes);
    focus?.restore();
    if (this.#isAtBottom) this.toBottom();
    else if (focus === undefined && this.scroller.scrollTop < 40)
      this.scroller.scrollTop += this.scroller.scrollHeight - height;
  }

  #pending(each: Pending, drawn: Drawn) {
    return this.#reuse(drawn, each.key, each.failure ?? "", () =>
      pendingElement(each, () => this.#how.dismissPending(each.key)),
    );
  }

  #divider(seen: SeenMessage, drawn: Drawn) {
    const day = showDay(Date.parse(seen.message.timestamp), this.#how.clock().locale);
    return this.#reuse(drawn, `day-${seen.id}`, day, () =>
      h("div.day", { role: "separator", "aria-label": day }, h("span", day)),
    );
  }

  #reuse(drawn: Drawn, id: string, key: string, make: () => HTMLElement) {
    const old = this.#drawn.get(id);
    const entry = old?.key === key ? old : { key, element: make() };
    drawn.set(id, entry);
    return entry.element;
  }

  #scrolled() {
    this.#notice();
    if (this.scroller.scrollTop < 200) this.#how.reachedTop();
  }

  /** Only scrolling changes whether the view is at the bottom, not growing messages. */
  #notice() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    if (Math.abs(scrollTop - this.#lastTop) < 1) return;
    this.#lastTop = scrollTop;
    this.#follow(scrollHeight - clientHeight - scrollTop < NEAR_BOTTOM_PX);
  }

  /** At the bottom the browser's scroll anchoring is off: it would look like scrolling up. */
  #follow(isAtBottom: boolean) {
    this.#isAtBottom = isAtBottom;
    this.scroller.style.overflowAnchor = isAtBottom ? "none" : "auto";
  }
}

function isNewDay(previous: SeenMessage | undefined, seen: SeenMessage) {
  return (
    previous === undefined ||
    !isSameDay(Date.parse(previous.message.timestamp), Date.parse(seen.message.timestamp))
  );
}

/** Whether a message continues the previous one: same author, soon after, no command of its own. */
function follows(previous: SeenMessage | undefined, seen: SeenMessage) {
  if (previous === undefined || isNewDay(previous, seen)) return false;
  if (seen.message.interaction_metadata?.type === 2 || previous.isEphemeral !== seen.isEphemeral)
    return false;
  const apart = Date.parse(seen.message.timestamp) - Date.parse(previous.message.timestamp);
  return previous.message.author.id === seen.message.author.id && apart < SAME_BREATH_MS;
}
