import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { avatar } from "./message/avatar.js";
import { channelIcon } from "./sidebar.js";
import { switchTheme } from "./theme.js";

/**
 * @typedef {object} BarHow
 * @property {() => void} onMenu
 * @property {() => boolean} onMembers shows or hides them; gives whether they are shown
 * @property {() => void} onPanel
 * @property {() => void} onTour
 */

/** What stands above the messages: where one is, and the page's own buttons. */
export class Bar {
  #title = h("h1");
  #topic = h("p.topic");
  #mark = h("span.title-mark", { "aria-hidden": "true" });
  #menu;
  #members;

  /** @param {BarHow} how */
  constructor({ onMenu, onMembers, onPanel, onTour }) {
    this.#menu = button("menu", {
      class: "menu-button",
      "aria-label": "Servers and channels",
      "aria-expanded": "false",
      onclick: onMenu,
    });
    this.#members = button("people", {
      class: "members-button",
      "aria-label": "Member list",
      "aria-pressed": "true",
      onclick: () => this.#members.setAttribute("aria-pressed", String(onMembers())),
    });
    this.panelButton = button("wrench", {
      class: "panel-button",
      "aria-label": "Behind the scenes",
      title: "Behind the scenes: requests, faults, clock",
      "aria-pressed": "false",
      onclick: onPanel,
    });
    const tour = button("help", { "aria-label": "Begin the tour", title: "Tour", onclick: onTour });
    const theme = button("sun", {
      "aria-label": "Light or dark",
      title: "Light or dark",
      onclick: switchTheme,
    });
    this.element = h(
      "header.chat-bar",
      {},
      ...[this.#menu, this.#mark, this.#title, this.#topic, h("span.push")],
      ...[this.panelButton, this.#members, theme, tour],
    );
  }

  /** @param {boolean} isOpen */
  showMenu(isOpen) {
    this.#menu.setAttribute("aria-expanded", String(isOpen));
  }

  /** @param {boolean} isOpen */
  showPanel(isOpen) {
    this.panelButton.setAttribute("aria-pressed", String(isOpen));
    if (!isOpen) this.panelButton.focus();
  }

  /**
   * @param {import("./directory.js").SeenChannel | undefined} channel
   * @param {import("./directory.js").Known | undefined} other with whom a conversation of two is
   */
  showChannel(channel, other) {
    const mark = icon(channel === undefined ? "hash" : channelIcon(channel), 24);
    fill(this.#mark, other === undefined ? mark : avatar(other, 24));
    fill(this.#title, channel?.name ?? "");
    fill(this.#topic, channel?.topic);
  }
}

/**
 * @param {Parameters<typeof icon>[0]} name
 * @param {Record<string, unknown>} props `class` is a further one
 */
function button(name, { class: more, ...props }) {
  const made = h("button.icon-button", { type: "button", ...props }, icon(name));
  if (typeof more === "string") made.classList.add(more);
  return made;
}
