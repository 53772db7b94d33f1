import { fill, h } from "./dom.ts";
import { icon } from "./icons.ts";
import { avatar } from "./message/avatar.ts";
import { channelIcon } from "./sidebar.ts";
import { switchTheme } from "./place.ts";
import type { Known } from "./directory.ts";
import type { SeenChannel } from "../../discord/local-api.ts";

interface BarHow {
  onMenu: () => void;
  /** Shows or hides the members; returns whether they are shown. */
  onMembers: () => boolean;
  onPanel: () => void;
  onTour: () => void;
}

/** The bar above the messages: the current channel and the page's buttons. */
export class Bar {
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
