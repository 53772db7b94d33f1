import { call } from "../api.js";
import { fill, h } from "../dom.js";
import { action, actions, group } from "./parts.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** One clock for bot, Discord and platform: jump it and see what ends, resets and falls due. */
export class ClockGroup {
  #offsetMs = 0;

  /**
   * @param {{now: () => number, locale: () => string, clockMoved: () => void, notice: import("./parts.js").Notice}} how
   */
  constructor(how) {
    this.how = how;
    this.face = h("p.clock-face", { role: "timer" });
    this.element = group(
      "The clock",
      "Bot, Discord and platform share it. Move it to see events end and the week turn.",
      this.face,
      actions(
        action("1 hour on", () => this.#move(HOUR)),
        action("1 day on", () => this.#move(DAY)),
        action("1 week on", () => this.#move(7 * DAY)),
        action("1 day back", () => this.#move(-DAY)),
        action("Now", () => this.#to(0)),
      ),
    );
    setInterval(() => this.#tick(), 1000);
  }

  /** @param {{offsetMs: number}} clock */
  show({ offsetMs }) {
    this.#offsetMs = offsetMs;
    this.#tick();
  }

  /** @param {number} ms */
  #move(ms) {
    void this.#to(this.#offsetMs + ms);
  }

  /** @param {number} offsetMs */
  async #to(offsetMs) {
    await this.how.notice.tell(
      async () => {
        this.show(await call("moveClock", { offsetMs }));
        this.how.clockMoved();
      },
      offsetMs === 0 ? "The clock shows the real time." : "The clock is moved, for everyone.",
    );
  }

  #tick() {
    if (!this.element.isConnected) return;
    const format = new Intl.DateTimeFormat(this.how.locale(), { dateStyle: "full", timeStyle: "medium" });
    fill(this.face, format.format(Date.now() + this.#offsetMs), shiftOf(this.#offsetMs));
  }
}

/** @param {number} ms */
function shiftOf(ms) {
  const hours = Math.round(ms / HOUR);
  if (hours === 0) return h("span.clock-shift", {}, "real time");
  const size = Math.abs(hours);
  const text = size % 24 === 0 ? `${size / 24} d` : `${size} h`;
  return h("span.clock-shift.moved", {}, `${text} ${hours > 0 ? "ahead" : "back"}`);
}
