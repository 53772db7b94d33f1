import { h } from "../dom.js";
import { icon } from "../icons.js";
import { Listbox } from "../listbox.js";

/**
 * @typedef {object} Choice
 * @property {string} label
 * @property {string} value
 * @property {string} [description]
 * @property {string} [emoji]
 * @property {boolean} [isDefault]
 */
/**
 * @typedef {object} SelectHow
 * @property {string} label accessible name
 * @property {string} placeholder
 * @property {readonly Choice[]} choices
 * @property {number} [min]
 * @property {number} [max]
 * @property {boolean} [isDisabled]
 * @property {boolean} [isBlocked] not now, but it keeps the focus
 * @property {string} [key] custom id, for finding it again
 * @property {(values: string[]) => void} onChoose
 */

/**
 * A select menu as Discord shows it. One value is chosen at once; several are sent when the list closes.
 * @param {SelectHow} how
 */
export function select(how) {
  const { choices, max = 1, min = 1 } = how;
  const chosen = new Set(choices.filter((choice) => choice.isDefault).map((choice) => choice.value));
  let before = [...chosen].join();
  const shown = h("span.select-value");
  const trigger = h(
    "button.select-trigger",
    {
      type: "button",
      role: "combobox",
      "aria-haspopup": "listbox",
      "data-key": how.key,
      disabled: how.isDisabled === true,
      "aria-disabled": how.isBlocked === true ? "true" : undefined,
      onclick: () => (list.isOpen ? list.close() : open()),
      onkeydown,
      onblur: () => list.close(),
    },
    shown,
    icon("chevron"),
  );
  const list = new Listbox({
    owner: trigger,
    label: how.label,
    className: "listbox select-list",
    isMulti: max > 1,
    onClose,
  });
  list.element.setAttribute("popover", "manual");
  describe();
  return h("div.select", {}, trigger, list.element);

  function describe() {
    const labels = choices.filter((choice) => chosen.has(choice.value)).map((choice) => choice.label);
    shown.textContent = labels.join(", ") || how.placeholder;
    shown.classList.toggle("placeholder", labels.length === 0);
    trigger.setAttribute(
      "aria-label",
      labels.length === 0 ? how.label : `${how.label}: ${labels.join(", ")}`,
    );
  }

  function open() {
    if (how.isBlocked === true) return;
    before = [...chosen].join();
    if (choices.length === 0) list.showNote("There is nothing to choose.");
    else
      showChoices(
        Math.max(
          0,
          choices.findIndex((choice) => chosen.has(choice.value)),
        ),
      );
    list.element.showPopover();
    place(trigger, list.element);
    trigger.closest(".scroller")?.addEventListener("scroll", () => list.close(), { once: true });
  }

  /** @param {number} active */
  function showChoices(active) {
    const items = choices.map((choice, index) => ({
      content: choiceContent(choice, chosen.has(choice.value), max > 1),
      isSelected: chosen.has(choice.value),
      onPick: () => pick(choice, index),
    }));
    list.show(items, active);
  }

  /**
   * @param {Choice} choice
   * @param {number} index
   */
  function pick(choice, index) {
    if (max === 1) {
      chosen.clear();
      chosen.add(choice.value);
      before = "";
      list.close();
      return;
    }
    if (chosen.has(choice.value)) chosen.delete(choice.value);
    else if (chosen.size < max) chosen.add(choice.value);
    showChoices(index);
  }

  function onClose() {
    if (list.element.matches(":popover-open")) list.element.hidePopover();
    describe();
    if ([...chosen].join() === before || chosen.size < min) return;
    before = [...chosen].join();
    how.onChoose([...chosen]);
  }

  /** @param {KeyboardEvent} event */
  function onkeydown(event) {
    if (list.handleKey(event, { tabPicks: false })) return;
    if (!list.isOpen && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      open();
    }
  }
}

/**
 * @param {Choice} choice
 * @param {boolean} isChosen
 * @param {boolean} isMulti
 * @returns {(Node | string)[]}
 */
function choiceContent(choice, isChosen, isMulti) {
  const mark = isMulti
    ? h("span", { class: isChosen ? "checkbox checked" : "checkbox" }, isChosen && icon("check", 14))
    : isChosen && h("span.radio-mark", {}, icon("check", 16));
  const text = h(
    "span.choice-text",
    {},
    h("span.choice-label", {}, choice.label),
    choice.description && h("span.choice-description", {}, choice.description),
  );
  return /** @type {Node[]} */ (
    [choice.emoji && h("span.choice-emoji", {}, choice.emoji), text, mark].filter(Boolean)
  );
}

/**
 * Puts a list below its trigger, or above it where there is more room.
 * @param {HTMLElement} trigger
 * @param {HTMLElement} list
 */
function place(trigger, list) {
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
