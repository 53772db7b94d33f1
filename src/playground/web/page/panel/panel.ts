import { fill, h } from "../dom.ts";
import { iconButton } from "../icons.ts";
import { Tabs } from "../tabs.ts";
import { DiscordPanel } from "./discord-panel.ts";
import { PlatformPanel } from "./platform-panel.ts";
import { RequestsView } from "./requests.ts";
import { isRefused, type Step, story } from "./story.ts";
import type { Place } from "./place-groups.ts";
import { call } from "../api.ts";
import { platformState, type SeenRequest } from "./control.ts";
import type { TrafficEntry } from "../../../discord/local-api.ts";

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
    const refused = steps.filter((step) => isRefused(step) && !this.#toldOf.has(step.key));
    for (const step of refused) this.#toldOf.add(step.key);
    const last = refused.at(-1);
    // Refusals from before the page opened aren't reported.
    if (last !== undefined && !this.#isFirst) this.how.refused(last);
    this.#isFirst = false;
  }
}

const WATCHED_MS = 700;
const UNWATCHED_MS = 4_000;
const MOST = 400;

/** Reads recent traffic: often while it is shown, else rarely, and never in a hidden tab. */
class Feed {
  #traffic: TrafficEntry[] = [];
  #requests: SeenRequest[] = [];
  #isWatched = false;
  #isAsking = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #onSteps;
  #clearedAt = 0;

  constructor(onSteps: (steps: Step[]) => void) {
    this.#onSteps = onSteps;
    document.addEventListener("visibilitychange", () => this.#ask());
  }

  start() {
    void this.#ask();
  }

  watch(isWatched: boolean) {
    this.#isWatched = isWatched;
    if (isWatched) void this.#ask();
  }

  /** Hides everything up to now. */
  clear() {
    this.#clearedAt = Math.max(0, ...this.steps.map((step) => step.realAt)) + 0.001;
    this.#onSteps(this.steps);
  }

  get steps() {
    return story(this.#traffic, this.#requests).filter((step) => step.realAt >= this.#clearedAt);
  }

  async #ask() {
    clearTimeout(this.#timer);
    if (document.hidden || this.#isAsking) return;
    this.#isAsking = true;
    try {
      if (await this.#read()) this.#onSteps(this.steps);
    } catch {
      // The page itself says when the playground is gone.
    } finally {
      this.#isAsking = false;
      this.#timer = setTimeout(() => this.#ask(), this.#isWatched ? WATCHED_MS : UNWATCHED_MS);
    }
  }

  async #read() {
    const after = this.#traffic.at(-1)?.n ?? 0;
    const fresh = await call("traffic", { after, limit: MOST });
    this.#traffic = [...this.#traffic, ...fresh].slice(-MOST);
    if (!this.#isWatched) return fresh.length > 0;
    const before = this.#requests.at(-1);
    // Without a platform, shows only the local Discord's traffic.
    const last100 = await platformState().then(
      ({ requests }) => requests.last,
      () => [],
    );
    const known = new Set(last100.map(keyOf));
    this.#requests = [...this.#requests.filter((each) => !known.has(keyOf(each))), ...last100].slice(-MOST);
    const last = this.#requests.at(-1);
    return fresh.length > 0 || before?.n !== last?.n || before?.status !== last?.status;
  }
}

function keyOf({ platform, n }: SeenRequest) {
  return `${platform} ${n}`;
}
