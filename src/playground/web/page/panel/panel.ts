import { fill, h } from "../dom.ts";
import { iconButton } from "../icons.ts";
import { Tabs } from "../tabs.ts";
import { DiscordPanel } from "./discord-panel.ts";
import { Feed } from "./feed.ts";
import { PlatformPanel } from "./platform-panel.ts";
import { RequestsView } from "./requests.ts";
import type { Step } from "./story.ts";
import type { Place } from "./place-groups.ts";

export type Tab = "requests" | "discord" | "platform";

const TABS = [
  ["requests", "Requests"],
  ["discord", "Discord"],
  ["platform", "Platform and clock"],
] as const;

const STANDING_MS = 1_500;

/** The panel behind the scenes: traffic between bot, Discord and platform, and controls of both. */
export class Panel {
  readonly how;
  readonly requests;
  readonly discord;
  readonly platform;
  #tab: Tab = "requests";
  #toldOf: Set<string> = new Set();
  #isFirst = true;
  readonly feed = new Feed((steps) => this.#take(steps));
  readonly body = h("div.panel-body", { role: "tabpanel" });
  readonly tabs = new Tabs<Tab>({
    label: "Behind the scenes",
    className: "tabs",
    tabs: TABS,
    body: this.body,
    show: (tab) => this.#show(tab),
  });
  readonly element = h(
    "aside.panel",
    {
      "aria-label": "Behind the scenes",
      hidden: true,
      onkeydown: (event: KeyboardEvent) => event.key === "Escape" && this.toggle(false),
    },
    h(
      "header.panel-head",
      h("h2", "Behind the scenes"),
      h("span.push"),
      iconButton("Close the panel", "close", () => this.toggle(false)),
    ),
    this.tabs.element,
    this.body,
  );

  constructor(how: {
    place: () => Place;
    locale: () => string;
    person: () => string;
    toggle: (isOpen: boolean) => void;
    shown: (tab: Tab) => void;
    refused: (step: Step) => void;
  }) {
    this.how = how;
    this.requests = new RequestsView({ clear: () => this.feed.clear(), locale: how.locale });
    this.discord = new DiscordPanel(how);
    this.platform = new PlatformPanel(how);
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /** Starts to watch for Discord's refusals and used-up faults. */
  start() {
    this.feed.start();
    setInterval(() => this.#lookAtStanding(), STANDING_MS);
  }

  #lookAtStanding() {
    if (!this.isOpen || document.hidden || this.#tab === "requests") return;
    const view = this.#tab === "discord" ? this.discord : this.platform;
    // The page itself says when the playground is gone.
    view.refreshStanding().catch(() => undefined);
  }

  toggle(wanted: boolean = !this.isOpen, tab: Tab = this.#tab) {
    this.element.hidden = !wanted;
    this.how.toggle(wanted);
    if (wanted) this.#show(tab);
    this.feed.watch(wanted && this.#tab === "requests");
  }

  /** Updates the controls after a change of the world. */
  refresh() {
    if (!this.isOpen) return;
    if (this.#tab === "discord") void this.discord.refresh();
    if (this.#tab === "platform") void this.platform.refresh();
  }

  #show(tab: Tab) {
    this.#tab = tab;
    this.how.shown(tab);
    this.tabs.mark(tab);
    const view = { requests: this.requests, discord: this.discord, platform: this.platform }[tab];
    fill(this.body, view.element);
    this.feed.watch(tab === "requests");
    if (tab === "requests") this.requests.draw(this.feed.steps);
    else this.refresh();
  }

  #take(steps: Step[]) {
    if (this.isOpen && this.#tab === "requests") this.requests.draw(steps);
    const refused = steps.filter((step) => step.faults.length > 0 && !this.#toldOf.has(step.key));
    for (const step of refused) this.#toldOf.add(step.key);
    const last = refused.at(-1);
    // Refusals from before the page opened aren't reported.
    if (last !== undefined && !this.#isFirst) this.how.refused(last);
    this.#isFirst = false;
  }
}
