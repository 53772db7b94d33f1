import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { avatar } from "./message/avatar.js";
import { remember, remembered } from "./place.js";

/** The page's fixed parts; what is in them is drawn by others. */
export class Frame {
  /**
   * @param {{chat: HTMLElement, composer: HTMLElement, onPeople: (anchor: HTMLElement) => void}} parts
   */
  constructor({ chat, composer, onPeople }) {
    this.rail = h("div.rail-slot");
    this.channels = h("div.channels-slot");
    this.members = h("div.members-slot");
    this.hint = h("div.hint-slot");
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
      theme,
      membersButton,
    );
    this.main = h(
      "main.chat",
      {},
      bar,
      this.banner,
      h("div.chat-columns", {}, h("div.chat-column", {}, chat, this.hint, composer), this.members),
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
        "aria-label": `You are ${me.name}. Be someone else`,
        "aria-haspopup": "dialog",
        onclick: () => this.onPeople(button),
      },
      avatar(me, 32),
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
   * @param {{kind: string, name: string, topic?: string} | undefined} channel
   */
  showChannel(channel) {
    const isDm = channel?.kind === "dm" || channel?.kind === "conversation";
    fill(this.mark, icon(isDm ? "message" : channel?.kind === "thread" ? "thread" : "hash", 24));
    fill(this.title, channel?.name ?? "");
    fill(this.topic, channel?.topic);
    document.title =
      channel === undefined
        ? "Milepost playground"
        : `${isDm ? "" : "#"}${channel.name} | Milepost playground`;
  }
}

/** Puts on the theme one chose, else the system's. */
export function applyTheme() {
  const chosen = remembered("theme");
  const isLight =
    chosen === undefined ? matchMedia("(prefers-color-scheme: light)").matches : chosen === "light";
  document.documentElement.dataset["theme"] = isLight ? "light" : "dark";
}

function switchTheme() {
  remember("theme", document.documentElement.dataset["theme"] === "light" ? "dark" : "light");
  applyTheme();
}
