import { fill, freshId, h } from "./dom.ts";

interface ListItem {
  content: (Node | string)[];
  name?: string;
  isSelected?: boolean;
  /** The heading of a group that begins here. */
  heading?: string;
  onPick: () => void;
}

/** A list of choices that leaves the focus on the field or button it belongs to. */
export class Listbox {
  readonly element;
  #items: readonly ListItem[] = [];
  #options: HTMLElement[] = [];
  #active = -1;
  #owner;
  #onClose;

  constructor(how: {
    owner: HTMLElement;
    label: string;
    className?: string;
    isMulti?: boolean;
    onClose?: () => void;
  }) {
    const { owner, label, className = "listbox", isMulti = false, onClose } = how;
    this.#owner = owner;
    this.#onClose = onClose;
    this.element = h("div", {
      class: className,
      role: "listbox",
      id: freshId("list"),
      "aria-label": label,
      "aria-multiselectable": isMulti ? "true" : undefined,
      hidden: true,
      // The owner must keep the focus.
      onpointerdown: (event: Event) => event.preventDefault(),
    });
    owner.setAttribute("aria-controls", this.element.id);
    owner.setAttribute("aria-expanded", "false");
    owner.setAttribute("aria-autocomplete", owner instanceof HTMLInputElement ? "list" : "none");
  }

  get isOpen() {
    return !this.element.hidden;
  }

  get hasActive() {
    return this.isOpen && this.#active !== -1;
  }

  /** Shows the items; `active` is the marked one, -1 for none. */
  show(items: readonly ListItem[], active: number = 0) {
    this.#items = items;
    this.#options = items.map((item, index) => this.#option(item, index));
    const rows = items.flatMap((item, index) => {
      const option = this.#options[index] as Node;
      return item.heading === undefined
        ? [option]
        : [h("div.list-heading", { role: "presentation" }, item.heading), option];
    });
    fill(this.element, rows);
    this.element.hidden = items.length === 0;
    this.#owner.setAttribute("aria-expanded", String(this.isOpen));
    this.#mark(items.length === 0 ? -1 : Math.min(active, items.length - 1));
  }

  showNote(text: string) {
    this.#items = [];
    this.#options = [];
    fill(this.element, h("div.list-note", { role: "option", "aria-disabled": "true" }, text));
    this.element.hidden = false;
    this.#owner.setAttribute("aria-expanded", "true");
    this.#mark(-1);
  }

  close() {
    if (!this.isOpen) return;
    this.element.hidden = true;
    this.#owner.setAttribute("aria-expanded", "false");
    this.#mark(-1);
    this.#onClose?.();
  }

  handleKey(event: KeyboardEvent, { tabPicks = true }: { tabPicks?: boolean } = {}) {
    if (!this.isOpen || event.isComposing) return false;
    const steps = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: 6,
      PageUp: -6,
    } as Record<string, number>;
    const step = steps[event.key];
    if (step !== undefined && this.#items.length > 0) this.#move(step);
    else if (event.key === "Escape") this.close();
    else if (this.#picks(event, tabPicks)) this.#pick(Math.max(this.#active, 0));
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  #picks(event: KeyboardEvent, tabPicks: boolean) {
    if (this.#items.length === 0) return false;
    if (event.key === "Enter" && !event.shiftKey) return this.hasActive;
    return event.key === "Tab" && !event.shiftKey && tabPicks;
  }

  #move(step: number) {
    const count = this.#items.length;
    if (Math.abs(step) > 1) return this.#mark(Math.max(0, Math.min(count - 1, this.#active + step)));
    const from = this.#active === -1 && step < 0 ? 0 : this.#active;
    this.#mark((from + step + count) % count);
  }

  #mark(index: number) {
    this.#options[this.#active]?.classList.remove("active");
    this.#active = index;
    const option = this.#options[index];
    option?.classList.add("active");
    option?.scrollIntoView({ block: "nearest" });
    if (option === undefined) this.#owner.removeAttribute("aria-activedescendant");
    else this.#owner.setAttribute("aria-activedescendant", option.id);
  }

  #pick(index: number) {
    this.#items[index]?.onPick();
  }

  #option(item: ListItem, index: number) {
    return h(
      "div.list-item",
      {
        role: "option",
        id: freshId("option"),
        "aria-label": item.name,
        "aria-selected": String(item.isSelected === true),
        onpointermove: () => this.#active !== index && this.#mark(index),
        onclick: () => this.#pick(index),
      },
      item.content,
    );
  }
}
