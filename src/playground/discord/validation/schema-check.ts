import { isRecord } from "../json.ts";
import { FaultList, type FieldFault, type Path } from "./api-error.ts";
import { textLength } from "./field-rules.ts";

const compiled = new WeakMap<object, Check>();

/**
 * Returns a check for a schema of `discord-api-spec`. It adds all faults at once, unknown fields too, and chooses
 * components by `type`, so that faults are reported at their field.
 */
export function checkOf(schema: unknown): Check {
  const described = schema as Described;
  const known = compiled.get(described);
  if (known !== undefined) return known;
  let made: Check | undefined;
  const late: Check = (value, path, faults) => made?.(value, path, faults);
  compiled.set(described, late);
  made = make(described._zod.def);
  compiled.set(described, made);
  return made;
}

/** By schema type; other types accept anything. */
const MAKERS: Readonly<Record<string, (def: Definition) => Check>> = {
  lazy,
  optional: (def) => unless((value) => value === undefined, inner(def)),
  nullable: (def) => unless((value) => value === null, inner(def)),
  object,
  array,
  union: (def) => union(def.options ?? []),
  record,
  string,
  number,
  literal: (def) => literal(def.values ?? []),
  boolean: () => boolean,
  null: () => (value, path, faults) => {
    if (value !== null) faults.add(path, "BASE_TYPE_CHOICES", "Value must be null");
  },
};

function make(def: Definition): Check {
  return MAKERS[def.type]?.(def) ?? (() => {});
}

function inner(def: Definition): Check {
  return def.innerType === undefined ? () => {} : checkOf(def.innerType);
}

function unless(isFine: (value: unknown) => boolean, check: Check): Check {
  return (value, path, faults) => {
    if (!isFine(value)) check(value, path, faults);
  };
}

function lazy(def: Definition): Check {
  let check: Check | undefined;
  return (value, path, faults) => {
    check ??= def.getter === undefined ? () => {} : checkOf(def.getter());
    check(value, path, faults);
  };
}

function object(def: Definition): Check {
  const fields = Object.entries(def.shape ?? {}).map(([name, schema]) => ({
    name,
    check: checkOf(schema),
    isOptional: schema._zod.def.type === "optional",
  }));
  const names = new Set(fields.map((field) => field.name));
  return (value, path, faults) => {
    if (!isRecord(value)) {
      return faults.add(path, "MODEL_TYPE_CONVERT");
    }
    for (const { name, check, isOptional } of fields) {
      const held = value[name];
      if (held !== undefined) check(held, [...path, name], faults);
      else if (!isOptional) faults.required([...path, name]);
    }
    for (const name of Object.keys(value)) {
      if (!names.has(name)) faults.add([...path, name], "UNKNOWN_FIELD");
    }
  };
}

function array(def: Definition): Check {
  const element = def.element === undefined ? () => {} : checkOf(def.element);
  const length = lengthCheck(def);
  return (value, path, faults) => {
    if (!Array.isArray(value)) {
      return faults.add(path, "LIST_TYPE_CONVERT");
    }
    length(value.length, path, faults);
    value.forEach((entry, at) => {
      element(entry, [...path, at], faults);
    });
  };
}

function record(def: Definition): Check {
  const held = def.valueType === undefined ? () => {} : checkOf(def.valueType);
  return (value, path, faults) => {
    if (!isRecord(value)) {
      return faults.add(path, "DICT_TYPE_CONVERT");
    }
    for (const [key, entry] of Object.entries(value)) held(entry, [...path, key], faults);
  };
}

function union(options: readonly Described[]): Check {
  const byType = new Map<unknown, Described>();
  for (const option of options) {
    const type = resolved(option)._zod.def.shape?.["type"];
    if (type === undefined) continue;
    for (const value of resolved(type)._zod.def.values ?? []) byType.set(value, option);
  }
  if (byType.size > 0 && options.every((option) => resolved(option)._zod.def.type === "object")) {
    return unionByType(byType);
  }
  const checks = options.map(checkOf);
  return (value, path, faults) => {
    const attempts = checks.map((check) => {
      const own = new FaultList();
      check(value, path, own);
      return own.all;
    });
    const best = attempts.toSorted((a, b) => farness(a) - farness(b))[0] ?? [];
    faults.all.push(...best);
  };
}

/** How badly a value fits one of several schemas: another type is worse than a broken limit. */
function farness(faults: readonly FieldFault[]): number {
  const isOtherType = /CONVERT|COERCE|CHOICES/.test(faults[0]?.code ?? "");
  return faults.length * 2 + (isOtherType ? 1 : 0);
}

function unionByType(byType: ReadonlyMap<unknown, Described>): Check {
  const choices = [...byType.keys()].join(", ");
  return (value, path, faults) => {
    const option = isRecord(value) ? byType.get(value["type"]) : undefined;
    if (option === undefined) {
      return faults.add(path, "UNION_TYPE_CHOICES", `Value of field "type" must be one of (${choices}).`);
    }
    checkOf(option)(value, path, faults);
  };
}

function resolved(schema: Described): Described {
  const def = schema._zod.def;
  return def.type === "lazy" && def.getter !== undefined ? resolved(def.getter()) : schema;
}

/** Adds every fault of a value to the list, with Discord's codes. */
export type Check = (value: unknown, path: Path, faults: FaultList) => void;

/** The parts used of a zod 4 schema's internal definition. */
interface Described {
  readonly _zod: { readonly def: Definition };
}
interface Definition {
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

function string(def: Definition): Check {
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

function number(def: Definition): Check {
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

function literal(values: readonly unknown[]): Check {
  const allowed = new Set(values);
  const shown = values.map((value) => JSON.stringify(value)).join(", ");
  return (value, path, faults) => {
    if (!allowed.has(value)) faults.add(path, "BASE_TYPE_CHOICES", `Value must be one of (${shown}).`);
  };
}

function boolean(value: unknown, path: Path, faults: FaultList): void {
  if (typeof value !== "boolean") faults.add(path, "BOOLEAN_TYPE_CONVERT");
}

function lengthCheck(def: Definition): (length: number, path: Path, faults: FaultList) => void {
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
