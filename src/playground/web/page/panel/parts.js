import { fill, freshId, h } from "../dom.js";

/** Where a panel says how the last thing went. */
export class Notice {
  constructor() {
    this.element = h("p.panel-notice", { role: "status" });
  }

  /** @param {string} text */
  say(text) {
    this.element.classList.remove("bad");
    fill(this.element, text);
  }

  /**
   * Does something and says how it went.
   * @param {() => Promise<unknown>} run
   * @param {string} done
   */
  async tell(run, done) {
    try {
      await run();
      this.say(done);
    } catch (error) {
      this.element.classList.add("bad");
      fill(this.element, error instanceof Error ? error.message : "That did not work.");
    }
  }
}

/**
 * @param {string} title
 * @param {string} about
 * @param {...(import("../dom.js").Child | readonly import("../dom.js").Child[])} children
 */
export function group(title, about, ...children) {
  const id = freshId("group");
  return h(
    "section.panel-group",
    { "aria-labelledby": id },
    h("h3", { id }, title),
    about !== "" && h("p.panel-about", {}, about),
    ...children,
  );
}

/**
 * @param {string} label
 * @param {() => void} onclick
 * @param {{isDanger?: boolean, title?: string}} [how]
 */
export function action(label, onclick, { isDanger = false, title } = {}) {
  const kind = isDanger ? "button-danger" : "button-secondary";
  return h("button", { type: "button", class: `button ${kind} small`, title, onclick }, label);
}

/** @param {...(Node | string | false | undefined)} children */
export function actions(...children) {
  return h("div.panel-actions", {}, children);
}

/**
 * A named choice of a browser's own.
 * @param {string} label
 * @param {readonly (readonly [value: string, text: string])[]} choices
 * @param {{value?: string, onchange?: (value: string) => void}} [how]
 */
export function choice(label, choices, { value, onchange } = {}) {
  const field = h(
    "select",
    { onchange: () => onchange?.(field.value) },
    choices.map(([each, text]) => h("option", { value: each }, text)),
  );
  if (value !== undefined) field.value = value;
  return { field, element: h("label.panel-field", {}, h("span", {}, label), field) };
}

/**
 * What will still go wrong, with a way to take it back.
 * @param {readonly {id: number, text: string}[]} standing
 * @param {(id: number) => void} clear
 * @param {() => void} clearAll
 */
export function standingList(standing, clear, clearAll) {
  if (standing.length === 0) return [h("p.panel-about", {}, "Nothing is waiting to go wrong.")];
  return [
    h(
      "ul.standing",
      {},
      standing.map(({ id, text }) =>
        h(
          "li",
          {},
          h("span", {}, text),
          h(
            "button.link",
            { type: "button", "aria-label": `Take back: ${text}`, onclick: () => clear(id) },
            "Take back",
          ),
        ),
      ),
    ),
    actions(action("Take all back", clearAll)),
  ];
}
