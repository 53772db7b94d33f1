import { LocalRefusal } from "../local-api.ts";
import type { CommandInput } from "../local-api.ts";
import type { Json } from "../message/message-store.ts";
import { listOf } from "../message/write-message.ts";

const SUBCOMMAND = 1;
const GROUP = 2;
const Type = {
  text: 3,
  whole: 4,
  boolean: 5,
  user: 6,
  channel: 7,
  role: 8,
  mentionable: 9,
  number: 10,
  attachment: 11,
} as const;

type Value = string | number | boolean;

/** What a person typed, as an interaction carries it. */
export interface TypedOptions {
  readonly options: readonly Json[];
  /** Ids by what they name, to be resolved. */
  readonly users: readonly string[];
  readonly roles: readonly string[];
  readonly channels: readonly string[];
  readonly attachments: readonly string[];
  /** Type of the focused option. */
  readonly focusedType?: number;
}

/**
 * Puts options in order and checks them as Discord's client does before it sends: required ones there, choices and
 * limits kept. While suggestions are asked for (`focused`), only types are looked at.
 */
export function typedOptions(
  command: Json,
  input: Pick<CommandInput, "subcommand" | "options">,
  focused?: string,
): TypedOptions {
  const path = input.subcommand ?? [];
  const { declared, wrap } = descend(command, path);
  const given = input.options ?? {};
  const names = new Set(declared.map((option) => String(option["name"])));
  const stray = Object.keys(given).find((name) => !names.has(name));
  if (stray !== undefined) throw badInput(`there is no option ${stray}`);
  if (focused !== undefined && !names.has(focused)) throw badInput(`there is no option ${focused}`);
  const options = declared.flatMap((option) => typedOption(option, given[String(option["name"])], focused));
  const ids = (...types: readonly number[]) =>
    options
      .filter((option) => types.includes(Number(option["type"])))
      .map((option) => String(option["value"]));
  const focusedOption = declared.find((option) => option["name"] === focused);
  return {
    options: wrap(options),
    users: ids(Type.user, Type.mentionable),
    roles: ids(Type.role, Type.mentionable),
    channels: ids(Type.channel),
    attachments: ids(Type.attachment),
    ...(focusedOption === undefined ? {} : { focusedType: Number(focusedOption["type"]) }),
  };
}

interface Level {
  readonly declared: readonly Json[];
  readonly wrap: (options: readonly Json[]) => readonly Json[];
}

function descend(command: Json, path: readonly string[]): Level {
  const options = listOf(command["options"]);
  const [step, ...rest] = path;
  const hasSubcommands = options.some(isSubcommand);
  if (step === undefined) {
    if (hasSubcommands) throw badInput("a subcommand must be chosen");
    return { declared: options, wrap: (typed) => typed };
  }
  const chosen = options.find((option) => option["name"] === step && isSubcommand(option));
  if (chosen === undefined) throw badInput(`there is no subcommand ${step}`);
  const inner = descend(chosen, rest);
  const { type, name } = chosen;
  return { declared: inner.declared, wrap: (typed) => [{ type, name, options: inner.wrap(typed) }] };
}

function isSubcommand(option: Json): boolean {
  return option["type"] === SUBCOMMAND || option["type"] === GROUP;
}

function typedOption(option: Json, value: Value | undefined, focused: string | undefined): readonly Json[] {
  const { name, type } = option;
  if (name === focused) return [{ name, type, value: String(value ?? ""), focused: true }];
  if (value === undefined) {
    if (option["required"] === true && focused === undefined)
      throw badInput(`the option ${String(name)} is required`);
    return [];
  }
  checkType(option, value);
  if (focused === undefined) checkValue(option, value);
  return [{ name, type, value }];
}

function checkType(option: Json, value: Value): void {
  const type = Number(option["type"]);
  const isRight =
    type === Type.boolean
      ? typeof value === "boolean"
      : type === Type.whole
        ? Number.isSafeInteger(value)
        : type === Type.number
          ? typeof value === "number"
          : typeof value === "string";
  if (!isRight) throw badInput(`the option ${String(option["name"])} is of another type`);
}

function checkValue(option: Json, value: Value): void {
  const name = String(option["name"]);
  const choices = listOf(option["choices"]);
  if (choices.length > 0 && !choices.some((choice) => choice["value"] === value)) {
    throw badInput(`the option ${name} has no choice ${String(value)}`);
  }
  const size = typeof value === "string" ? value.length : Number(value);
  const [low, high] = typeof value === "string" ? ["min_length", "max_length"] : ["min_value", "max_value"];
  if (typeof value === "boolean") return;
  if (size < numberOr(option[low ?? ""], -Infinity)) throw badInput(`the option ${name} is too small`);
  if (size > numberOr(option[high ?? ""], typeof value === "string" ? 6000 : Infinity)) {
    throw badInput(`the option ${name} is too large`);
  }
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}

export function badInput(message: string): LocalRefusal {
  return new LocalRefusal("bad-input", message);
}
