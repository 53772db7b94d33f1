import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { avatar } from "./message/avatar.js";
import { channelIcon } from "./sidebar.js";
import { remember, remembered } from "./place.js";

/** The page's fixed parts; what is in them is drawn by others. */
export class Frame {
  /**
   * @param {{chat: HTMLElement, typing: HTMLElement, composer: HTMLElement, panel: HTMLElement, onPeople: (anchor: HTMLElement) => void, onPanel: () => void, onTour: () => void}} parts
   */
  constructor({ chat, typing, composer, panel, onPeople, onPanel, onTour }) {
    this.rail = h("div.rail-slot");
    this.channels = h("div.channels-slot");
    this.members = h("div.members-slot");
    this.hint = h("div.hint-slot");
    this.notices = h("div.notices");
    this.banner = h("div.banner", { role: "status", hidden: true });
    this.user = h("div.user-panel");
    this.onPeople = onPeople;
    this.title = h("h1");
    this.topic = h("p.topic");
    this.mark = h("span.title-mark", { "aria-hidden": "true" });
    const menu = h(
      "button.icon-button.menu-button",
      {
        type: "button",
        "aria-label": "Servers and channels",
        "aria-expanded": "false",
        onclick: () => this.toggleDrawer(),
      },
      icon("menu"),
    );
    this.menu = menu;
    this.nav = h("div.drawer", {}, h("div.drawer-top", {}, this.rail, this.channels), this.user);
    this.shade = h("div.shade", { onclick: () => this.toggleDrawer(false) });
    const membersButton = h(
      "button.icon-button.members-button",
      {
        type: "button",
        "aria-label": "Member list",
        "aria-pressed": "true",
        onclick: () => this.#toggleMembers(membersButton),
      },
      icon("people"),
    );
    this.panelButton = h(
      "button.icon-button.panel-button",
      {
        type: "button",
        "aria-label": "Behind the scenes",
        title: "Behind the scenes: requests, faults, clock",
        "aria-pressed": "false",
        onclick: onPanel,
      },
      icon("wrench"),
    );
    const tour = h(
      "button.icon-button",
      { type: "button", "aria-label": "Begin the tour", title: "Tour", onclick: onTour },
      icon("help"),
    );
    const theme = h(
      "button.icon-button",
      { type: "button", "aria-label": "Light or dark", title: "Light or dark", onclick: switchTheme },
      icon("sun"),
    );
    const bar = h(
      "header.chat-bar",
      {},
      menu,
      this.mark,
      this.title,
      this.topic,
      h("span.push"),
      this.panelButton,
      membersButton,
      theme,
      tour,
    );
    this.main = h(
      "main.chat",
      {},
      bar,
      this.banner,
      h(
        "div.chat-columns",
        {},
        h("div.chat-column", {}, chat, this.notices, this.hint, composer, typing),
        this.members,
        panel,
      ),
    );
    this.element = h(
      "div.app",
      {
        onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && this.toggleDrawer(false),
      },
      this.nav,
      this.shade,
      this.main,
    );
  }

  /** @param {boolean} [open] */
  toggleDrawer(open) {
    const isOpen = this.element.classList.toggle("drawer-open", open);
    this.menu.setAttribute("aria-expanded", String(isOpen));
  }

  /** Whether something lies over the messages. */
  get isCovered() {
    return document.querySelector("dialog[open], [popover]:popover-open") !== null;
  }

  /**
   * Draws the lists anew; the focus stays on what it was on.
   * @param {() => void} draw
   */
  keepFocus(draw) {
    const active = document.activeElement;
    const slot = [this.rail, this.channels, this.members, this.user].find((each) => each.contains(active));
    const at =
      slot === undefined ? -1 : [...slot.querySelectorAll("button")].indexOf(/** @type {any} */ (active));
    draw();
    if (slot !== undefined && at !== -1) slot.querySelectorAll("button")[at]?.focus();
  }

  /** @param {boolean} isOpen */
  showPanel(isOpen) {
    this.element.classList.toggle("panel-open", isOpen);
    this.panelButton.setAttribute("aria-pressed", String(isOpen));
    if (!isOpen) this.panelButton.focus();
  }

  /** @param {HTMLElement} button */
  #toggleMembers(button) {
    const isHidden = this.element.classList.toggle("no-members");
    button.setAttribute("aria-pressed", String(!isHidden));
  }

  /**
   * @param {{id: string, name: string, username: string, avatarUrl: string}} me
   */
  showUser(me) {
    const button = h(
      "button.user-button",
      {
        type: "button",
        "aria-haspopup": "dialog",
        onclick: () => this.onPeople(button),
      },
      avatar(me, 32),
      h("span.unseen", {}, "You are "),
      h("span.user-names", {}, h("span.user-name", {}, me.name), h("span.user-sub", {}, "Be someone else")),
      icon("swap", 18),
    );
    fill(this.user, button);
  }

  /** @param {string | undefined} text */
  showBanner(text) {
    this.banner.hidden = text === undefined;
    fill(this.banner, text);
  }

  /**
   * @param {import("./directory.js").SeenChannel | undefined} channel
   * @param {import("./directory.js").Known | undefined} other with whom a conversation of two is
   */
  showChannel(channel, other) {
    const isDm = channel?.kind === "dm" || channel?.kind === "conversation";
    const mark = icon(channel === undefined ? "hash" : channelIcon(channel), 24);
    fill(this.mark, other === undefined ? mark : avatar(other, 24));
    fill(this.title, channel?.name ?? "");
    fill(this.topic, channel?.topic);
    document.title =
      channel === undefined
        ? "Milepost playground"
        : `${isDm ? "" : "#"}${channel.name} | Milepost playground`;
  }
}

/** Puts on the theme one chose; dark at first, as Discord. */
export function applyTheme() {
  document.documentElement.dataset["theme"] = remembered("theme") === "light" ? "light" : "dark";
}

function switchTheme() {
  remember("theme", document.documentElement.dataset["theme"] === "light" ? "dark" : "light");
  applyTheme();
}
