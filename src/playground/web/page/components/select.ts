import { h } from "../dom.ts";
import { emojiElement, type NamedEmoji } from "../emoji.ts";
import { icon } from "../icons.ts";
import { Listbox } from "../listbox.ts";

export interface Choice {
  label: string;
  value: string;
  description?: string;
  emoji?: NamedEmoji;
  isDefault?: boolean;
}
interface SelectHow {
  /** The accessible name. */
  label: string;
  placeholder: string;
  choices: readonly Choice[];
  min?: number;
  max?: number;
  isDisabled?: boolean;
  /** Can't be used now, but keeps the focus. */
  isBlocked?: boolean;
  /** The custom id, to find it again. */
  key?: string;
  onChoose: (values: string[]) => void;
}

/** Returns a select menu as in Discord. One value is sent at once, several when the list closes. */
export function select(how: SelectHow) {
  return new SelectMenu(how).element;
}

class SelectMenu {
  readonly element;
  #how;
  #isMulti;
  #chosen: Set<string>;
  /** The values when it was last sent or opened. */
  #before;
  #shown = h("span.select-value");
  #trigger;
  #list;

  constructor(how: SelectHow) {
    this.#how = how;
    this.#isMulti = (how.max ?? 1) > 1;
    this.#chosen = new Set(how.choices.filter((choice) => choice.isDefault).map((choice) => choice.value));
    this.#before = this.#values;
    this.#trigger = this.#makeTrigger();
    this.#list = new Listbox({
      owner: this.#trigger,
      label: how.label,
      className: "listbox select-list",
      isMulti: this.#isMulti,
      onClose: () => this.#onClose(),
    });
    this.#list.element.setAttribute("popover", "manual");
    this.#describe();
    this.element = h("div.select", this.#trigger, this.#list.element);
  }

  get #values() {
    return [...this.#chosen].join();
  }

  #makeTrigger() {
    const { key, isDisabled, isBlocked } = this.#how;
    return h(
      "button.select-trigger",
      {
        role: "combobox",
        "aria-haspopup": "listbox",
        "data-key": key,
        disabled: isDisabled === true,
        "aria-disabled": isBlocked === true ? "true" : undefined,
        onclick: () => (this.#list.isOpen ? this.#list.close() : this.#open()),
        onkeydown: (event: KeyboardEvent) => this.#onKey(event),
        onblur: () => this.#list.close(),
      },
      this.#shown,
      icon("chevron"),
    );
  }

  #describe() {
    const { choices, label, placeholder } = this.#how;
    const labels = choices.filter((choice) => this.#chosen.has(choice.value)).map((choice) => choice.label);
    const [first] = choices.filter((choice) => this.#chosen.has(choice.value));
    const shown: (Node | string)[] = [labels.join(", ") || placeholder];
    if (first?.emoji !== undefined) shown.unshift(emojiElement(first.emoji));
    this.#shown.replaceChildren(...shown);
    this.#shown.classList.toggle("placeholder", labels.length === 0);
    this.#trigger.setAttribute("aria-label", labels.length === 0 ? label : `${label}: ${labels.join(", ")}`);
  }

  #open() {
    const { choices, isBlocked } = this.#how;
    if (isBlocked === true) return;
    this.#before = this.#values;
    const first = choices.findIndex((choice) => this.#chosen.has(choice.value));
    if (choices.length === 0) this.#list.showNote("Nothing to pick.");
    else this.#showChoices(Math.max(0, first));
    this.#list.element.showPopover();
    place(this.#trigger, this.#list.element);
    this.#trigger.closest(".scroller")?.addEventListener("scroll", this.#follow);
  }

  /** When a late picture scrolls the channel, the list follows until its menu is out of sight. */
  #follow = () => {
    const { top, bottom } = this.#trigger.getBoundingClientRect();
    if (bottom < 0 || top > window.innerHeight) this.#list.close();
    else place(this.#trigger, this.#list.element);
  };

  #showChoices(active: number) {
    const items = this.#how.choices.map((choice, index) => {
      const isSelected = this.#chosen.has(choice.value);
      const content = choiceContent(choice, isSelected, this.#isMulti);
      return { content, isSelected, onPick: () => this.#pick(choice, index) };
    });
    this.#list.show(items, active);
  }

  #pick({ value }: Choice, index: number) {
    if (!this.#isMulti) {
      this.#chosen.clear();
      this.#chosen.add(value);
      this.#before = "";
      this.#list.close();
      return;
    }
    if (this.#chosen.has(value)) this.#chosen.delete(value);
    else if (this.#chosen.size < (this.#how.max ?? 1)) this.#chosen.add(value);
    this.#showChoices(index);
  }

  #onClose() {
    const { element } = this.#list;
    this.#trigger.closest(".scroller")?.removeEventListener("scroll", this.#follow);
    if (element.matches(":popover-open")) element.hidePopover();
    this.#describe();
    if (this.#values === this.#before || this.#chosen.size < (this.#how.min ?? 1)) return;
    this.#before = this.#values;
    this.#how.onChoose([...this.#chosen]);
  }

  #onKey(event: KeyboardEvent) {
    if (this.#list.handleKey(event, { tabPicks: false })) return;
    if (!this.#list.isOpen && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      this.#open();
    }
  }
}

function choiceContent(choice: Choice, isChosen: boolean, isMulti: boolean): (Node | string)[] {
  const mark = isMulti
    ? h("span", { class: isChosen ? "checkbox checked" : "checkbox" }, isChosen && icon("check", 14))
    : isChosen && h("span.radio-mark", icon("check", 16));
  const text = h(
    "span.choice-text",
    h("span.choice-label", choice.label),
    choice.description && h("span.choice-description", choice.description),
  );
  return [choice.emoji && h("span.choice-emoji", emojiElement(choice.emoji)), text, mark].filter(
    Boolean,
  ) as Node[];
}

/** Puts a list below its trigger, or above where there is more room. */
function place(trigger: HTMLElement, list: HTMLElement) {
  const box = trigger.getBoundingClientRect();
  const below = window.innerHeight - box.bottom - 12;
  const above = box.top - 12;
  const isBelow = below >= Math.min(320, list.scrollHeight) || below >= above;
  const style = list.style;
  style.setProperty("left", `${box.left}px`);
  style.setProperty("width", `${box.width}px`);
  style.setProperty("max-height", `${Math.min(320, isBelow ? below : above)}px`);
  style.setProperty("top", isBelow ? `${box.bottom + 4}px` : "auto");
  style.setProperty("bottom", isBelow ? "auto" : `${window.innerHeight - box.top + 4}px`);
}
