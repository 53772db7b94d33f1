import { fill, h } from "./dom.ts";
import { iconButton } from "./icons.ts";
import { remember, remembered } from "./place.ts";
import type { Entry } from "./composer/command-list.ts";
import type { Tab } from "./panel/panel.ts";

interface TourHow {
  run: (name: string, option?: string) => void;
  openPeople: () => void;
  openPanel: (tab: Tab) => void;
  /** Called when the tour is over, to focus the composer. */
  write: () => void;
}
type Deed = "command" | "press" | "people" | Tab;
/** `deed`: what the step is about, which moves it on whoever did it. */
type Step = { title: string; text: string; label: string; deed: Deed; act: () => void };

const EXAMPLES = ["trending", "milestones", "profile", "progress", "help"];
/** Examples that need an option open with it. */
const ASKS = { profile: "player" } as Readonly<Record<string, string>>;

/** A tour of five short steps, then only examples. It covers nothing and can be restarted. */
export class Tour {
  readonly steps;
  readonly how;
  /** The current step; undefined: only the examples. */
  #at: number | undefined;
  #entries: readonly Entry[] = [];
  #box = h("div.hint-box");
  #isClosed = remembered("hint") === "closed";

  constructor(how: TourHow) {
    this.steps = stepsOf(how);
    this.how = how;
    this.#at = remembered("tour") === "done" ? undefined : 0;
  }

  begin() {
    this.#isClosed = false;
    this.#at = 0;
    this.#draw();
    this.#box.querySelector("button")?.focus();
  }

  /** Moves on when the person did by themselves what the step is about. */
  notice(deed: Deed) {
    if (this.#isClosed || this.#at === undefined || this.steps[this.#at]?.deed !== deed) return;
    this.#go(this.#after(this.#at));
  }

  element(entries: readonly Entry[]) {
    this.#entries = entries;
    this.#draw();
    return this.#box;
  }

  #draw() {
    if (this.#isClosed || this.#entries.length === 0) return fill(this.#box);
    fill(this.#box, this.#at === undefined ? this.#examples() : this.#step(this.#at));
  }

  #step(at: number) {
    const step = this.steps[at];
    if (step === undefined) return this.#examples();
    const next = this.#after(at);
    return h(
      "aside.tour",
      { "aria-label": "Tour" },
      h(
        "div.tour-text",
        h("p.tour-count", `${at + 1} of ${this.steps.length}`),
        h("p", { role: "status" }, h("strong", step.title), h("span.tour-more", ` ${step.text}`)),
      ),
      h(
        "div.tour-actions",
        h("button.button.button-primary.small", { onclick: () => this.#do(step, next) }, step.label),
        h(
          "button.button.button-secondary.small",
          { onclick: () => this.#go(next, 1) },
          next === undefined ? "Done" : "Next",
        ),
        h(
          "button.link",
          { "aria-label": "Skip the tour", onclick: () => this.#go(undefined, 1) },
          "Skip",
          h("span.tour-wide", " the tour"),
        ),
      ),
    );
  }

  #after(at: number) {
    return at + 1 < this.steps.length ? at + 1 : undefined;
  }

  /** Moves on and does the step. What it opens gets the focus. */
  #do(step: Step, next: number | undefined) {
    this.#go(next, 0);
    step.act();
  }

  /** Moves to a step, or ends. Focuses the button with this number, if any. */
  #go(at: number | undefined, button?: number) {
    this.#at = at;
    if (at === undefined) remember("tour", "done");
    this.#draw();
    if (button === undefined) return;
    if (at === undefined) this.how.write();
    else this.#box.querySelectorAll("button")[button]?.focus();
  }

  #examples() {
    const known = EXAMPLES.flatMap((name) => this.#entries.filter((entry) => entry.label === name));
    const shown = known.length === 0 ? this.#entries.slice(0, 3) : known;
    const close = () => {
      remember("hint", "closed");
      this.#isClosed = true;
      this.#draw();
    };
    return h(
      "aside.hint",
      { "aria-label": "Examples" },
      h("p", "Type ", h("kbd", "/"), " or try"),
      h(
        "div.hint-examples",
        shown.map((entry) =>
          h(
            "button.example",
            {
              title: entry.description,
              onclick: () => this.how.run(entry.label, ASKS[entry.label]),
            },
            `/${entry.label}`,
          ),
        ),
      ),
      iconButton("Close the examples", "close", close, 16),
    );
  }
}

function stepsOf(how: TourHow): readonly Step[] {
  return [
    {
      title: "Use a command.",
      text: "Milepost is already in this server. Type / anywhere for its commands, or try one now.",
      label: "Use /trending",
      deed: "command",
      act: () => how.run("trending"),
    },
    {
      title: "Press its buttons.",
      text: "Buttons and menus work: turn a page, open an entry. Some replies only you can see.",
      label: "Use /help",
      deed: "press",
      act: () => how.run("help"),
    },
    {
      title: "Switch player.",
      text: "Each tab is one player and sees only what Discord would show them. The globe above opens their browser: sign in at the demo platform to try commands about their own account.",
      label: "Pick a player",
      deed: "people",
      act: how.openPeople,
    },
    {
      title: "Look behind the scenes.",
      text: "See every request between the bot, Discord and the platform.",
      label: "Show the requests",
      deed: "requests",
      act: () => how.openPanel("requests"),
    },
    {
      title: "Break something, or move the clock.",
      text: "Start maintenance, switch the profile or jump a week ahead. Then use a command again.",
      label: "Show what can break",
      deed: "platform",
      act: () => how.openPanel("platform"),
    },
  ];
}
