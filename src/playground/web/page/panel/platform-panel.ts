import { call, post } from "../api.ts";
import { fill, h } from "../dom.ts";
import { ClockGroup } from "./clock-group.ts";
import { platformState, type PlatformState, type StandingFault } from "./control.ts";
import { action, actions, choice, group, Notice, showStanding } from "./parts.ts";
import { ProfileGroup } from "./profile-group.ts";

const OPERATIONS = [
  ["all", "everything"],
  ["trending.list", "what is trending"],
  ["milestones.public", "what is on this week"],
  ["user.search", "search for players"],
  ["user.byId", "players"],
  ["files", "definitions"],
  ["images", "pictures"],
] as const;
const TIMES = [
  ["", "until removed"],
  ["1", "once"],
  ["5", "5 times"],
] as const;

/** Controls of the platform: its faults, shape, profile and sessions, and the clock. */
export class PlatformPanel {
  readonly notice = new Notice();
  readonly standing = h("div.panel-standing");
  readonly operation = choice("About", OPERATIONS);
  readonly times = choice("How often", TIMES);
  readonly shape = choice(
    "Answers are shaped",
    [
      ["neutral", "as documented"],
      ["real", "as real services do: empty fields left out"],
    ],
    {
      onchange: (shape) =>
        void this.#do(() => post("platform/shape", { shape }), "Responses change shape from now on."),
    },
  );
  readonly profile = new ProfileGroup({ notice: this.notice, changed: () => this.refresh() });
  readonly sessions = new SessionGroup(this.notice);
  readonly clock;
  readonly element;

  constructor(how: { locale: () => string; person: () => string }) {
    this.clock = new ClockGroup({ ...how, notice: this.notice });
    this.element = h(
      "div.panel-page.panel-scroll",
      { tabindex: "0", role: "region", "aria-label": "Platform and clock" },
      this.notice.element,
      this.clock.element,
      this.#faultGroup(),
      group("Still to come", "", this.standing),
      this.profile.element,
      group("Its responses", "", this.shape.element),
      this.sessions.element,
    );
  }

  async refresh() {
    const [state, clock] = await Promise.all([platformState(), call("clock"), this.profile.refresh()]);
    this.clock.show(clock);
    this.shape.field.value = state.shape;
    this.#showStanding(state);
  }

  /** Removes faults that are used up from the list. */
  async refreshStanding() {
    this.#showStanding(await platformState());
  }

  #showStanding(state: PlatformState) {
    const standing = state.faults.map((each) => ({ id: each.id, text: wordsOf(each) }));
    showStanding(this.standing, standing, (id) => this.#takeBack(state, id));
  }

  /** Removes one fault, or all. The page can only clear all of them, so the rest is added again. */
  #takeBack(state: PlatformState, id: number | undefined) {
    const rest = state.faults.filter((standing) => id !== undefined && standing.id !== id);
    const again = rest.map(({ operation, left, fault }) => ({
      ...fault,
      operation,
      ...(left !== undefined && { times: left }),
    }));
    void this.#do(async () => {
      await post("platform/clearFaults");
      if (again.length > 0) await post("platform/addFault", again);
    }, "Removed.");
  }

  async #do(run: () => Promise<unknown>, done: string) {
    await this.notice.tell(run, done);
    await this.refresh();
  }

  #faultGroup() {
    const add = (label: string, fault: object, done: string) =>
      action(label, () => {
        const times = this.times.field.value;
        const spec = {
          ...fault,
          operation: this.operation.field.value,
          ...(times && { times: Number(times) }),
        };
        void this.#do(() => post("platform/addFault", spec), done);
      });
    return group(
      "Break the platform",
      "Then run a command and see what Milepost does.",
      h("div.panel-fields", this.operation.element, this.times.element),
      actions(
        add("0.5 s slower", { kind: "latency", ms: 500 }, "Half a second slower."),
        add("4 s slower", { kind: "latency", ms: 4_000 }, "Four seconds slower."),
        add("Maintenance", { kind: "maintenance" }, "The platform is under maintenance."),
        add("Throttle", { kind: "throttle", seconds: 5 }, "The platform is throttling."),
        add("Error 500", { kind: "http", status: 500 }, "The platform fails."),
        add("A web page instead", { kind: "html" }, "The platform sends a web page."),
        add("Broken JSON", { kind: "wrongJson", form: "broken" }, "The platform sends broken JSON."),
        add("Cut the line", { kind: "reset" }, "The platform drops the connection."),
      ),
    );
  }
}

function wordsOf({ operation, left, fault }: StandingFault) {
  const what =
    fault.kind === "latency"
      ? `${Number(fault["ms"]) / 1000} s slower`
      : fault.kind === "http"
        ? `Error ${String(fault["status"])}`
        : (WORDS[fault.kind] ?? fault.kind);
  const where = OPERATIONS.find(([id]) => id === operation)?.[1] ?? operation;
  return `${what} for ${where}, ${left === undefined ? "until removed" : left === 1 ? "once" : `${left} times`}`;
}

const WORDS = {
  maintenance: "Maintenance",
  throttle: "Throttling",
  html: "A web page",
  wrongJson: "Broken JSON",
  reset: "A cut line",
} as Readonly<Record<string, string>>;

const PLAYERS = [
  ["0", "the first one"],
  ["1", "the second one"],
  ["2", "the third one"],
] as const;

/** Signs in players of the platform and shows their cookies, as a browser has them. */
class SessionGroup {
  readonly notice;
  readonly element;
  readonly player = choice("Player", PLAYERS);
  readonly made = h("div");

  constructor(notice: Notice) {
    this.notice = notice;
    this.element = group(
      "Signed-in players",
      "For commands about your own account: sign in a demo player and paste the cookies into /link.",
      this.player.element,
      actions(
        action("Sign in and show the cookies", () => this.#signIn()),
        action("End all sessions", () =>
          this.notice.tell(() => post("platform/endSessions"), "All sessions ended."),
        ),
      ),
      this.made,
    );
  }

  async #signIn() {
    await this.notice.tell(async () => {
      const session = await post("platform/signIn", { player: Number(this.player.field.value) });
      const text = pasteOf(session);
      const box = h("textarea.cookies", { readonly: true, rows: 4, "aria-label": "Cookies", value: text });
      fill(
        this.made,
        box,
        actions(action("Copy", () => this.notice.tell(() => navigator.clipboard.writeText(text), "Copied."))),
      );
    }, "Signed in. These cookies only work in this playground.");
  }
}

function pasteOf({ cookies }: { cookies: readonly { name: string; value: string }[] }) {
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}
