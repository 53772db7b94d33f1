import { OPTION, type Option } from "./command-list.ts";

/** The text in a pill, and the value if one was picked. */
type Typed = { text: string; value?: string | number | boolean };
export type Checked = { ok: true; value: string | number | boolean } | { ok: false; why: string };

/** Returns a pill's value, or the problem in one sentence. */
export function checkOption(option: Option, typed: Typed): Checked {
  const text = typed.text.trim();
  if (text === "" && typed.value === undefined) return wrong("This option is required. Specify a value.");
  switch (option.type) {
    case OPTION.STRING:
      return checkText(option, typed);
    case OPTION.INTEGER:
    case OPTION.NUMBER:
      return checkNumber(option, typed);
    case OPTION.BOOLEAN:
      return typed.value === undefined ? wrong("Pick true or false.") : right(typed.value);
    default:
      return typed.value === undefined ? wrong("Pick one from the list.") : right(typed.value);
  }
}

/** Returns a field's width in digits; ideographs, kana and hangul count twice. */
export function widthInDigits(shown: string) {
  const wide =
    shown.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  return Math.max(3, Math.min(32, shown.length + wide + 1));
}

export function isClosed(option: Option) {
  const open = [OPTION.STRING, OPTION.INTEGER, OPTION.NUMBER];
  return !open.includes(option.type) || hasChoices(option);
}

export function hasChoices(option: Option) {
  return "choices" in option && (option.choices?.length ?? 0) > 0;
}

export function hasAutocomplete(option: Option) {
  return "autocomplete" in option && option.autocomplete === true;
}

function checkText(option: Option, typed: Typed): Checked {
  if (hasChoices(option)) {
    return typed.value === undefined ? wrong("Pick one from the list.") : right(typed.value);
  }
  const value = typed.value ?? typed.text;
  const length = String(value).length;
  const { min_length: min = 0, max_length: max = 6000 } = option as {
    min_length?: number;
    max_length?: number;
  };
  if (length < min) return wrong(`At least ${min} characters.`);
  if (length > max) return wrong(`At most ${max} characters.`);
  return right(value);
}

function checkNumber(option: Option, typed: Typed): Checked {
  if (hasChoices(option) && typed.value === undefined) return wrong("Pick one from the list.");
  const value = Number(typed.value ?? typed.text);
  if (!Number.isFinite(value)) return wrong("Type a number.");
  if (option.type === OPTION.INTEGER && !Number.isSafeInteger(value)) return wrong("Type a whole number.");
  const { min_value: min, max_value: max } = option as { min_value?: number; max_value?: number };
  if (min !== undefined && value < min) return wrong(`At least ${min}.`);
  if (max !== undefined && value > max) return wrong(`At most ${max}.`);
  return right(value);
}

function right(value: string | number | boolean): Checked {
  return { ok: true, value };
}

function wrong(why: string): Checked {
  return { ok: false, why };
}
