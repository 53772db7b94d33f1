import { fill, h, reconcile } from "../dom.ts";
import { PARTIES, readable, type Step } from "./story.ts";

/** The traffic as steps: who asked whom, how it ended, and the body on request. */
export class RequestsView {
  readonly how;
  readonly element;
  #drawn: Map<string, { state: string; element: HTMLElement }> = new Map();
  #isAtEnd = true;
  #steps: readonly Step[] = [];
  readonly noise = checkbox("Pictures and heartbeats", () => this.draw(this.#steps));
  readonly bad = checkbox("Only what failed", () => this.draw(this.#steps));
  readonly list = h("ol.steps", { "aria-label": "What passed, oldest first" });
  readonly scroller = h(
    "div.panel-scroll",
    { tabindex: "0", role: "region", "aria-label": "Requests", onscroll: () => this.#scrolled() },
    this.list,
  );

  constructor(how: { clear: () => void; locale: () => string }) {
    this.how = how;
    this.element = h(
      "div.panel-page",
      h(
        "div.panel-bar",
        this.noise.element,
        this.bad.element,
        h("button.button.button-secondary.small", { onclick: how.clear }, "Clear"),
      ),
      this.scroller,
    );
  }

  draw(steps: readonly Step[]) {
    this.#steps = steps;
    const shown = steps.filter((step) => this.#isShown(step));
    const drawn = new Map();
    const rows = shown.map((step) => {
      const state = `${step.status}|${step.ms}`;
      const old = this.#drawn.get(step.key);
      const entry = old?.state === state ? old : { state, element: stepElement(step, this.how.locale()) };
      drawn.set(step.key, entry);
      return entry.element;
    });
    this.#drawn = drawn;
    if (rows.length === 0) fill(this.list, h("li.steps-none", this.#nothing()));
    else reconcile(this.list, rows);
    if (this.#isAtEnd) this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  #nothing() {
    return this.bad.input.checked
      ? "Nothing failed."
      : "Nothing yet. Use a command, and every request it causes appears here.";
  }

  #isShown(step: Step) {
    if (this.bad.input.checked) return step.isBad;
    return this.noise.input.checked || (step.kind !== "noise" && step.kind !== "picture");
  }

  #scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    this.#isAtEnd = scrollHeight - clientHeight - scrollTop < 40;
  }
}

function checkbox(label: string, onchange: () => void) {
  const input = h("input", { type: "checkbox", onchange });
  return { input, element: h("label.check", input, label) };
}

function stepElement(step: Step, locale: string) {
  const time = new Intl.DateTimeFormat(locale, { timeStyle: "medium" }).format(step.at);
  const body = h("div.step-body");
  const details = h(
    "details",
    { ontoggle: () => details.open && body.childNodes.length === 0 && fill(body, inside(step, time)) },
    h(
      "summary",
      h(
        "span.parties",
        h("span", { class: `party party-${step.from}` }, PARTIES[step.from]),
        h("span.arrow", { role: "img", "aria-label": " to " }, "→"),
        h("span", { class: `party party-${step.to}` }, PARTIES[step.to]),
      ),
      h("span.step-title", step.title),
      outcome(step),
    ),
    body,
  );
  const row = h(
    "li.step",
    details,
    step.faults.length > 0 &&
      h(
        "ul.step-faults",
        step.faults.map((fault) => h("li", fault)),
      ),
  );
  row.classList.toggle("begins", step.begins);
  row.classList.toggle("bad", step.isBad);
  return row;
}

function outcome({ status, ms, kind }: Step) {
  if (kind === "event" || kind === "noise") return h("span.step-outcome", "event");
  if (status === undefined) return h("span.step-outcome", ms === undefined ? "no answer yet" : "cut off");
  const took = ms === undefined ? "" : ` in ${ms < 10 ? ms : Math.round(ms)} ms`;
  return h("span.step-outcome", `${status}${took}`);
}

function inside(step: Step, time: string) {
  const size = step.bytes === undefined ? "" : `, ${step.bytes} bytes`;
  return [
    h("p.step-line", h("code", step.technical)),
    h("p.step-line", `${time}${size}`),
    step.body === undefined || step.body === ""
      ? h("p.step-line", step.kind === "picture" ? "A picture." : "No body was recorded.")
      : h("pre", { tabindex: "0", "aria-label": "Body" }, readable(step.body)),
  ];
}
