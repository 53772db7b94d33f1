import { call } from "../api.ts";
import { fill, h } from "../dom.ts";
import { action, actions, choice, group, Notice, showStanding } from "./parts.ts";
import { PlaceGroups, type Place } from "./place-groups.ts";
import type { Fault } from "../../../discord/fault-injector.ts";

const ROUTES = [
  ["* /**", "whatever it asks next"],
  ["POST /interactions/*/*/callback", "its first answer"],
  ["PATCH /webhooks/**", "filling in its answer"],
  ["POST /channels/*/messages", "posting a message"],
  ["PUT /applications/**", "publishing commands"],
] as const;
const TIMES = [
  ["1", "once"],
  ["3", "3 times"],
  ["1000", "until removed"],
] as const;
type OfRoute = { kind: "answer"; status: number } | { kind: "slow"; ms: number } | { kind: "lose-answer" };

export class DiscordPanel {
  readonly place;
  readonly groups;
  readonly notice = new Notice();
  readonly standing = h("div.panel-standing");
  readonly here = h("div");
  readonly route = choice("Goes wrong", ROUTES);
  readonly times = choice("How often", TIMES);
  readonly element = h(
    "div.panel-page.panel-scroll",
    { tabindex: "0", role: "region", "aria-label": "Discord" },
    this.notice.element,
    this.#connection(),
    this.#answers(),
    this.#requests(),
    group("Still to come", "", this.standing),
    this.here,
  );

  constructor({ place }: { place: () => Place }) {
    this.place = place;
    this.groups = new PlaceGroups({ place, run: (run, done) => this.#do(run, done) });
  }

  async refresh() {
    await this.refreshStanding();
    fill(this.here, ...this.groups.elements());
  }

  /** Removes faults that are used up from the list. */
  async refreshStanding() {
    const faults = await call("faults");
    const standing = faults.map(({ id, fault, left }) => ({
      id,
      text: `${wordsOf(fault)}, ${timesLeft(left)}`,
    }));
    showStanding(this.standing, standing, (id) => void this.#clear(id));
  }

  #clear(id: number | undefined) {
    return this.#do(() => call("clearFaults", id === undefined ? {} : { id }), "Taken back.");
  }

  async #do(run: () => Promise<unknown>, done: string) {
    await this.notice.tell(run, done);
    await this.refresh();
  }

  #connection() {
    return group(
      "The bot's connection",
      "Happens at once. The bot reconnects and loses nothing.",
      actions(
        this.#button("Drop it", () => ({ kind: "drop-gateway" }), "Dropped. Watch the requests: it resumes."),
        this.#button("Ask to reconnect", () => ({ kind: "reconnect" }), "Asked."),
        this.#button("End the session", () => ({ kind: "invalid-session", resumable: false }), "Ended."),
      ),
    );
  }

  #answers() {
    const late = "The next first reply is refused as too late.";
    return group(
      "The next command or press",
      "",
      actions(
        this.#button("Acknowledge too late", () => ({ kind: "expire-acknowledgment" }), late),
        this.#button(
          "Deliver twice",
          () => ({ kind: "double-delivery" }),
          "The next one is delivered twice.",
        ),
      ),
    );
  }

  #requests() {
    const where = () => ({ route: this.route.field.value, times: Number(this.times.field.value) });
    const add = (label: string, fault: OfRoute, done: string) =>
      this.#button(label, () => ({ ...fault, ...where() }), done);
    const status = (code: number) =>
      add(`Respond ${code}`, { kind: "answer", status: code }, `The next response is ${code}.`);
    return group(
      "Discord's responses to the bot",
      "",
      h("div.panel-fields", this.route.element, this.times.element),
      actions(
        ...[429, 500, 503].map(status),
        add("Wait 3 s", { kind: "slow", ms: 3_000 }, "The next response takes 3 seconds longer."),
        add(
          "Lose the response",
          { kind: "lose-answer" },
          "The next request works, but its response is lost.",
        ),
      ),
    );
  }

  #button(label: string, fault: () => Fault, done: string) {
    return action(label, () => this.#do(() => call("addFault", fault()), done));
  }
}

function timesLeft(left: number) {
  if (left > 100) return "until removed";
  return left === 1 ? "once" : `${left} times`;
}

function wordsOf(fault: Fault) {
  const where = "route" in fault ? (ROUTES.find(([route]) => route === fault.route)?.[1] ?? fault.route) : "";
  switch (fault.kind) {
    case "expire-acknowledgment":
      return "An acknowledgment comes too late";
    case "double-delivery":
      return "The bot is told twice";
    case "answer":
      return `${fault.status} for ${where}`;
    case "slow":
      return `${fault.ms / 1000} s longer for ${where}`;
    case "lose-answer":
      return `The answer is lost for ${where}`;
    default:
      return fault.kind;
  }
}
