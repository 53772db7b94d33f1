import { h } from "./dom.ts";
import { avatar } from "./message/avatar.ts";
import { icon } from "./icons.ts";
import { languageChoice } from "./panel/parts.ts";
import type { Known } from "./directory.ts";
import type { Person } from "../../discord/local-api.ts";

/** Closes the open popover. */
let closeOpen = () => {};

/**
 * Shows a popover until a press elsewhere or Escape; `at`: its position, by default below the anchor. Not
 * `popover=auto`: menus open while the pointer is still down, and some browsers close them when it goes up
 * (github.com/whatwg/html/issues/10905). Returns the function that closes it.
 */
export function popover(
  anchor: HTMLElement,
  { label, className, at = {} }: { label: string; className: string; at?: { x?: number; y?: number } },
  children: (Node | string | false | undefined)[],
) {
  closeOpen();
  const box = h(
    "div",
    { class: `popover ${className}`, popover: "manual", role: "dialog", "aria-label": label, oncontextmenu },
    children,
  );
  const stopListening = new AbortController();
  const close = () => {
    if (!box.isConnected) return;
    stopListening.abort();
    const hadFocus = box.contains(document.activeElement) || document.activeElement === document.body;
    box.remove();
    if (hadFocus && anchor.isConnected) anchor.focus({ preventScroll: true });
  };
  closeOpen = close;
  document.body.append(box);
  box.showPopover();
  place(anchor, box, at);
  const first = box.querySelector("[aria-pressed=true], button, a");
  if (first instanceof HTMLElement) first.focus();
  closeFromOutside(box, close, stopListening.signal);
  return close;
}

/** Closes it on Escape, or when anything outside is pressed or focused. */
function closeFromOutside(box: HTMLElement, close: () => void, signal: AbortSignal) {
  const how = { capture: true, signal };
  const closeUnlessInside = ({ target }: Event) => target instanceof Node && !box.contains(target) && close();
  addEventListener("pointerdown", closeUnlessInside, how);
  addEventListener("focusin", closeUnlessInside, how);
  addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      close();
    },
    how,
  );
}

/** Blocks the browser's own menu except on links: some browsers open it when the key goes up. */
function oncontextmenu(event: MouseEvent) {
  const isOnLink = event.target instanceof Element && event.target.closest("a") !== null;
  if (!isOnLink) event.preventDefault();
}

function place(anchor: HTMLElement, box: HTMLElement, { x, y }: { x?: number; y?: number }) {
  const around = anchor.getBoundingClientRect();
  const at = x === undefined || y === undefined ? around : { left: x, top: y, bottom: y };
  const left = Math.max(8, Math.min(at.left, window.innerWidth - box.offsetWidth - 8));
  const fitsBelow = at.bottom + box.offsetHeight + 16 < window.innerHeight;
  const top = fitsBelow
    ? at.bottom + 8
    : Math.max(8, Math.min(at.top, window.innerHeight) - box.offsetHeight - 8);
  box.style.setProperty("left", `${left}px`);
  box.style.setProperty("top", `${top}px`);
}

export function openPeople(
  anchor: HTMLElement,
  how: {
    people: readonly Person[];
    me: string;
    addressOf: (id: string) => string;
    choose: (id: string) => void;
    speak: (locale: string) => void;
  },
) {
  const { people, me, addressOf, choose, speak } = how;
  const own = people.find(({ id }) => id === me);
  const close = popover(anchor, { label: "Try it as", className: "people" }, [
    h("h2", "Try it as"),
    h("p.people-note", "Each tab is one person and sees only what Discord would show them."),
    own && languageChoice(own.locale, speak).element,
    ...people.map((person) =>
      h(
        "div.people-row",
        h(
          "button.people-choice",
          {
            "aria-pressed": String(person.id === me),
            onclick: () => (close(), choose(person.id)),
          },
          avatar(person, 36),
          h(
            "span.choice-text",
            h("span.choice-label", person.name),
            h("span.choice-description", person.about),
          ),
        ),
        h(
          "a.icon-button",
          {
            href: addressOf(person.id),
            target: "_blank",
            rel: "noopener",
            "aria-label": `Open a new tab as ${person.name}`,
            title: "Open in a new tab",
          },
          icon("external", 18),
        ),
      ),
    ),
  ]);
}

export interface MenuEntry {
  label: string;
  run: () => void;
}

export function openCard(
  anchor: HTMLElement,
  person: Known,
  { apps, actions }: { apps: readonly MenuEntry[]; actions: readonly MenuEntry[] },
) {
  const close = popover(anchor, { label: person.name, className: "card" }, [
    h("div.card-banner"),
    h("div.card-avatar", avatar(person, 72)),
    h("h2", person.name, " ", person.isBot && h("span.app-tag", "APP")),
    person.about !== "" && h("p", person.about),
    apps.length > 0 && h("h3", "Apps"),
    ...[...apps, ...actions].map(({ label, run }) =>
      h("button.menu-row", { onclick: () => (close(), run()) }, label),
    ),
  ]);
}
