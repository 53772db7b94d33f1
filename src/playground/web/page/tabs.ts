import { freshId, h } from "./dom.ts";

interface TabsHow<Name extends string> {
  label: string;
  className: string;
  tabs: readonly (readonly [name: Name, label: string])[];
  body: HTMLElement;
  show: (name: Name) => void;
}

/** Tabs; the arrow keys move between them. */
export class Tabs<Name extends string> {
  readonly element;
  #body;
  #buttons: Map<Name, HTMLElement>;

  constructor({ label, className, tabs, body, show }: TabsHow<Name>) {
    body.id = freshId("tab-body");
    this.#body = body;
    const props = { role: "tab", "aria-controls": body.id };
    const button = (name: Name, text: string) =>
      h("button.tab", { ...props, id: freshId("tab"), onclick: () => show(name) }, text);
    this.#buttons = new Map(tabs.map(([name, text]) => [name, button(name, text)]));
    const onkeydown = (event: KeyboardEvent) => this.#onKey(event);
    const list = { class: className, role: "tablist", "aria-label": label, onkeydown };
    this.element = h("div", list, [...this.#buttons.values()]);
  }

  mark(chosen: Name) {
    for (const [name, button] of this.#buttons) {
      button.ariaSelected = String(name === chosen);
      button.tabIndex = name === chosen ? 0 : -1;
      if (name === chosen) this.#body.setAttribute("aria-labelledby", button.id);
    }
  }

  #onKey(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const buttons = [...this.#buttons.values()];
    const at = buttons.findIndex((button) => button.ariaSelected === "true");
    const next = buttons[(at + step + buttons.length) % buttons.length];
    next?.focus();
    next?.click();
  }
}
