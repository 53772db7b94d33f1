import type { FaultList, Path } from "./api-error.ts";
import { textLength } from "./field-rules.ts";

/** Adds every fault of a value to the list, with Discord's codes. */
export type Check = (value: unknown, path: Path, faults: FaultList) => void;

/** The parts used of a zod 4 schema's internal definition. */
export interface Described {
  readonly _zod: { readonly def: Definition };
}
export interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Described>>;
  readonly element?: Described;
  readonly options?: readonly Described[];
  readonly innerType?: Described;
  readonly valueType?: Described;
  readonly values?: readonly unknown[];
  readonly format?: string;
  readonly checks?: readonly { readonly _zod: { readonly def: Rule } }[];
  readonly getter?: () => Described;
}
interface Rule {
  readonly check: string;
  readonly maximum?: number;
  readonly minimum?: number;
  readonly value?: number;
  readonly format?: string;
  readonly pattern?: RegExp;
}

export function string(def: Definition): Check {
  const length = lengthCheck(def);
  const rules = rulesOf(def);
  const patterns = rules.flatMap((rule) => (rule.pattern !== undefined ? [rule.pattern] : []));
  const isUrl = rules.some((rule) => rule.format === "url");
  // Discord also accepts whole numbers as ids; its own examples number attachments.
  const isSnowflake = patterns.some(
    (pattern) => pattern.test("0") && !pattern.test("a") && !pattern.test("01"),
  );
  return (value, path, faults) => {
    if (isSnowflake && Number.isSafeInteger(value) && Number(value) >= 0) return;
    if (typeof value !== "string") {
      return faults.add(path, "STRING_TYPE_CONVERT");
    }
    length(textLength(value), path, faults);
    if (isUrl && !URL.canParse(value)) faults.add(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.");
    if (patterns.some((pattern) => !pattern.test(value))) {
      if (isSnowflake) faults.add(path, "NUMBER_TYPE_COERCE", "Value is not snowflake.");
      else faults.add(path, "STRING_TYPE_REGEX");
    }
  };
}

export function number(def: Definition): Check {
  const rules = rulesOf(def);
  const min = rules.find((rule) => rule.check === "greater_than")?.value ?? -Infinity;
  const max = rules.find((rule) => rule.check === "less_than")?.value ?? Infinity;
  const isWhole = def.format === "int32";
  return (value, path, faults) => {
    if (typeof value !== "number" || !Number.isFinite(value) || (isWhole && !Number.isInteger(value))) {
      faults.add(path, "NUMBER_TYPE_COERCE");
    } else if (value < min) {
      faults.add(path, "NUMBER_TYPE_MIN", `int value should be greater than or equal to ${min}.`);
    } else if (value > max) {
      faults.add(path, "NUMBER_TYPE_MAX", `int value should be less than or equal to ${max}.`);
    }
  };
}

export function literal(values: readonly unknown[]): Check {
  const allowed = new Set(values);
  const shown = values.map((value) => JSON.stringify(value)).join(", ");
  return (value, path, faults) => {
    if (!allowed.has(value)) faults.add(path, "BASE_TYPE_CHOICES", `Value must be one of (${shown}).`);
  };
}

export function boolean(value: unknown, path: Path, faults: FaultList): void {
  if (typeof value !== "boolean") faults.add(path, "BOOLEAN_TYPE_CONVERT");
}

export function lengthCheck(def: Definition): (length: number, path: Path, faults: FaultList) => void {
  const rules = rulesOf(def);
  const min = rules.find((rule) => rule.check === "min_length")?.minimum ?? 0;
  const max = rules.find((rule) => rule.check === "max_length")?.maximum ?? Infinity;
  return (length, path, faults) => {
    if (length >= min && length <= max) return;
    if (min > 0 && max < Infinity) {
      faults.badLength(path, min, max);
    } else if (length > max) faults.tooLong(path, max);
    else faults.add(path, "BASE_TYPE_MIN_LENGTH", `Must be ${min} or more in length.`);
  };
}

function rulesOf(def: Definition): readonly Rule[] {
  return (def.checks ?? []).map((check) => check._zod.def);
}
