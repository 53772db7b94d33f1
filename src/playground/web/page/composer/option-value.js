import { OPTION } from "./command-list.js";

/** @import { Option } from "./command-list.js" */
/** @typedef {{text: string, value?: string | number | boolean}} Typed what stands in a pill, and the value when one was picked */
/** @typedef {{ok: true, value: string | number | boolean} | {ok: false, why: string}} Checked */

/**
 * What a pill's content is worth, or what is wrong with it in one sentence.
 * @param {Option} option
 * @param {Typed} typed
 * @returns {Checked}
 */
export function checkOption(option, typed) {
  const text = typed.text.trim();
  if (text === "" && typed.value === undefined) return wrong("This option is required. Specify a value.");
  switch (option.type) {
    case OPTION.STRING:
      return checkText(option, typed);
    case OPTION.INTEGER:
    case OPTION.NUMBER:
      return checkNumber(option, typed);
    case OPTION.BOOLEAN:
      return typed.value === undefined ? wrong("Choose true or false.") : right(typed.value);
    default:
      return typed.value === undefined ? wrong("Choose one from the list.") : right(typed.value);
  }
}

/**
 * Whether the pill takes only what its list offers.
 * @param {Option} option
 */
export function isClosed(option) {
  const open = [OPTION.STRING, OPTION.INTEGER, OPTION.NUMBER];
  return !open.includes(option.type) || hasChoices(option);
}

/** @param {Option} option */
export function hasChoices(option) {
  return "choices" in option && (option.choices?.length ?? 0) > 0;
}

/** @param {Option} option */
export function hasAutocomplete(option) {
  return "autocomplete" in option && option.autocomplete === true;
}

/**
 * @param {Option} option
 * @param {Typed} typed
 * @returns {Checked}
 */
function checkText(option, typed) {
  if (hasChoices(option)) {
    return typed.value === undefined ? wrong("Choose one from the list.") : right(typed.value);
  }
  const value = typed.value ?? typed.text;
  const length = String(value).length;
  const { min_length: min = 0, max_length: max = 6000 } =
    /** @type {{min_length?: number, max_length?: number}} */ (option);
  if (length < min) return wrong(`At least ${min} characters.`);
  if (length > max) return wrong(`At most ${max} characters.`);
  return right(value);
}

/**
 * @param {Option} option
 * @param {Typed} typed
 * @returns {Checked}
 */
function checkNumber(option, typed) {
  if (hasChoices(option) && typed.value === undefined) return wrong("Choose one from the list.");
  const value = Number(typed.value ?? typed.text);
  if (!Number.isFinite(value)) return wrong("Write a number.");
  if (option.type === OPTION.INTEGER && !Number.isSafeInteger(value)) return wrong("Write a whole number.");
  const { min_value: min, max_value: max } = /** @type {{min_value?: number, max_value?: number}} */ (option);
  if (min !== undefined && value < min) return wrong(`At least ${min}.`);
  if (max !== undefined && value > max) return wrong(`At most ${max}.`);
  return right(value);
}

/**
 * @param {string | number | boolean} value
 * @returns {Checked}
 */
function right(value) {
  return { ok: true, value };
}

/**
 * @param {string} why
 * @returns {Checked}
 */
function wrong(why) {
  return { ok: false, why };
}
