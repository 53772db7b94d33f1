import { fill, h } from "./dom.ts";
import { icon } from "./icons.ts";
import { avatar } from "./message/avatar.ts";
import type { Known } from "./directory.ts";
import type { SeenChannel } from "../../discord/local-api.ts";
import { channelIcon } from "./sidebar.ts";
import { switchTheme } from "./place.ts";

/** The page's fixed parts; others fill them. */
export class Frame {
  readonly onPeople;
  readonly bar;
  readonly element;
  readonly rail = h("div.rail-slot");
  readonly channels = h("div.channels-slot");
  readonly members = h("div.members-slot");
  readonly hint = h("div.hint-slot");
  readonly notices = h("div.notices");
  readonly banner = h("div.banner", { role: "status", hidden: true });
  readonly user = h("div.user-panel");

  constructor(how: {
    chat: HTMLElement;
    typing: HTMLElement;
    composer: HTMLElement;
    panel: HTMLElement;
    onPeople: (anchor: HTMLElement) => void;
    onPanel: () => void;
    onTour: () => void;
  }) {
    const { chat, typing, composer, panel, onPeople, onPanel, onTour } = how;
    this.onPeople = onPeople;
    this.bar = new Bar({
      onMenu: () => this.toggleDrawer(),
      onMembers: () => !this.element.classList.toggle("no-members"),
      onPanel,
      onTour,
    });
    const column = h("div.chat-column", composer, this.hint, chat, this.notices, typing);
    const columns = h("div.chat-columns", column, this.members, panel);
    this.element = h(
      "div.app",
      {
        onkeydown: (event: KeyboardEvent) => event.key === "Escape" && this.toggleDrawer(false),
      },
      h("div.drawer", h("div.drawer-top", this.rail, this.channels), this.user),
      h("div.shade", { onclick: () => this.toggleDrawer(false) }),
      h("main.chat", this.bar.element, this.banner, columns),
    );
  }

  toggleDrawer(open?: boolean) {
    const isOpen = this.element.classList.toggle("drawer-open", open);
    this.bar.showMenu(isOpen);
  }

  get isCovered() {
    return document.querySelector("dialog[open], [popover]:popover-open") !== null;
  }

  /** Redraws the lists and keeps the focus. */
  keepFocus(draw: () => void) {
    const active = document.activeElement;
    const slot = [this.rail, this.channels, this.members, this.user].find((each) => each.contains(active));
    const at = slot === undefined ? -1 : [...slot.querySelectorAll("button")].indexOf(active as any);
    draw();
    if (slot !== undefined && at !== -1) slot.querySelectorAll("button")[at]?.focus();
  }

  showPanel(isOpen: boolean) {
    this.element.classList.toggle("panel-open", isOpen);
    this.bar.showPanel(isOpen);
  }

  showUser(me: { id: string; name: string; username: string; avatarUrl: string }) {
    const button = h(
      "button.user-button",
      {
        "aria-haspopup": "dialog",
        onclick: () => this.onPeople(button),
      },
      avatar(me, 32),
      h("span.unseen", "You are "),
      h("span.user-names", h("span.user-name", me.name), h("span.user-sub", "Switch player")),
      icon("swap", 18),
    );
    fill(this.user, button);
  }

  showBanner(text: string | undefined) {
    this.banner.hidden = text === undefined;
    fill(this.banner, text);
  }

  showChannel(channel: SeenChannel | undefined, other: Known | undefined) {
    this.bar.showChannel(channel, other);
    const isDm = channel?.kind === "dm" || channel?.kind === "conversation";
    const of = channel === undefined ? "" : `${isDm ? "" : "#"}${channel.name} | `;
    document.title = `${of}Milepost playground`;
  }
}

interface BarHow {
  onMenu: () => void;
  /** Shows or hides the members; returns whether they are shown. */
  onMembers: () => boolean;
  onPanel: () => void;
  onTour: () => void;
}

/** The bar above the messages: the current channel and the page's buttons. */
class Bar {
  readonly panelButton;
  readonly element;
  #title = h("h1");
  #topic = h("p.topic");
  #mark = h("span.title-mark", { "aria-hidden": "true" });
  #menu;
  #members;

  constructor({ onMenu, onMembers, onPanel, onTour }: BarHow) {
    this.#menu = h(
      "button.icon-button.menu-button",
      { "aria-label": "Servers and channels", "aria-expanded": "false", onclick: onMenu },
      icon("menu"),
    );
    this.#members = h(
      "button.icon-button.members-button",
      {
        "aria-label": "Member list",
        "aria-pressed": "true",
        onclick: () => this.#members.setAttribute("aria-pressed", String(onMembers())),
      },
      icon("people"),
    );
    this.panelButton = h(
      "button.icon-button",
      {
        "aria-label": "Behind the scenes",
        title: "Behind the scenes: requests, faults, clock",
        "aria-pressed": "false",
        onclick: onPanel,
      },
      icon("wrench"),
    );
    const tour = h(
      "button.icon-button",
      { "aria-label": "Begin the tour", title: "Tour", onclick: onTour },
      icon("help"),
    );
    const theme = h(
      "button.icon-button",
      { "aria-label": "Light or dark", title: "Light or dark", onclick: switchTheme },
      icon("sun"),
    );
    this.element = h(
      "header.chat-bar",
      ...[this.#menu, this.#mark, this.#title, this.#topic, h("span.push")],
      ...[this.panelButton, this.#members, theme, tour],
    );
  }

  showMenu(isOpen: boolean) {
    this.#menu.setAttribute("aria-expanded", String(isOpen));
  }

  showPanel(isOpen: boolean) {
    this.panelButton.setAttribute("aria-pressed", String(isOpen));
    if (!isOpen) this.panelButton.focus();
  }

  /** `other`: the other person of a conversation of two. */
  showChannel(channel: SeenChannel | undefined, other: Known | undefined) {
    const mark = icon(channel === undefined ? "hash" : channelIcon(channel), 24);
    fill(this.#mark, other === undefined ? mark : avatar(other, 24));
    fill(this.#title, channel?.name ?? "");
    fill(this.#topic, channel?.topic);
  }
}
