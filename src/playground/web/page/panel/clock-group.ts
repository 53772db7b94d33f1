import { call, post } from "../api.ts";
import { fill, h } from "../dom.ts";
import { action, actions, group, type Notice } from "./parts.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
/** So that what is due arrives on time: what a jump passes is late. */
const BEFORE_MS = 2_000;

/** Moves the shared clock of bot, Discord and platform, to see what ends, resets and becomes due. */
export class ClockGroup {
  readonly how;
  #offsetMs = 0;
  readonly face = h("p.clock-face", { role: "timer" });
  readonly wanted = h("input", { type: "datetime-local", required: true });
  readonly element = group(
    "The clock",
    "Bot, Discord and platform share it. Move it to see events end and reminders arrive. A jump is like time the bot was off: what it passes comes late.",
    this.face,
    actions(action("To the next reminder", () => this.#toNextPost())),
    actions(
      action("1 hour on", () => this.#move(HOUR)),
      action("1 day on", () => this.#move(DAY)),
      action("1 week on", () => this.#move(WEEK)),
      action("4 weeks on", () => this.#move(4 * WEEK)),
    ),
    actions(
      action("1 hour back", () => this.#move(-HOUR)),
      action("1 day back", () => this.#move(-DAY)),
      action("1 week back", () => this.#move(-WEEK)),
      action("Now", () => this.#to(0)),
    ),
    h(
      "form.panel-inline",
      {
        onsubmit: (event: SubmitEvent) => {
          event.preventDefault();
          void this.#to(new Date(this.wanted.value).getTime() - Date.now());
        },
      },
      h("label.panel-field", h("span", "Any time, in your time zone"), this.wanted),
      h("button.button.button-secondary.small", { type: "submit" }, "Go there"),
    ),
  );

  constructor(how: { locale: () => string; person: () => string; notice: Notice }) {
    this.how = how;
    setInterval(() => this.#tick(), 1000);
  }

  show({ offsetMs }: { offsetMs: number }) {
    this.#offsetMs = offsetMs;
    if (document.activeElement !== this.wanted) this.wanted.value = localTime(Date.now() + offsetMs);
    this.#tick();
  }

  #move(ms: number) {
    void this.#to(this.#offsetMs + ms);
  }

  async #to(offsetMs: number) {
    await this.how.notice.tell(
      async () => this.show(await call("moveClock", { offsetMs })),
      offsetMs === 0 ? "The clock shows the real time." : "The clock moved, for everyone.",
    );
  }

  async #toNextPost() {
    await this.how.notice.tell(async () => {
      const { at } = await post(`next-post?as=${this.how.person()}`);
      if (at === undefined) throw new Error("You have no reminder with a date. Set one with /remind new.");
      const offsetMs = Math.max(this.#offsetMs, at - BEFORE_MS - Date.now());
      this.show(await call("moveClock", { offsetMs }));
    }, "The clock stands just before your next reminder. It arrives in a moment.");
  }

  #tick() {
    if (!this.element.isConnected) return;
    const format = new Intl.DateTimeFormat(this.how.locale(), { dateStyle: "full", timeStyle: "medium" });
    fill(this.face, format.format(Date.now() + this.#offsetMs), shiftOf(this.#offsetMs));
  }
}

function shiftOf(ms: number) {
  const text = shiftText(ms);
  return text === undefined ? h("span.clock-shift", "real time") : h("span.clock-shift.moved", text);
}

/** Returns how far the clock was moved, such as "2 d 3 h ahead"; undefined for less than half a minute. */
export function shiftText(ms: number) {
  const minutes = Math.round(Math.abs(ms) / 60_000);
  if (minutes === 0) return undefined;
  const way = ms > 0 ? "ahead" : "back";
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  const parts = [
    [days, "d"],
    [hours, "h"],
    [minutes % 60, "min"],
  ].flatMap(([count, unit]) => (count === 0 ? [] : [`${count} ${unit}`]));
  return `${parts.join(" ")} ${way}`;
}

/** Returns the value of a date and time field: local time to the minute. */
function localTime(ms: number) {
  const zoned = ms - new Date(ms).getTimezoneOffset() * 60_000;
  return new Date(zoned).toISOString().slice(0, 16);
}
