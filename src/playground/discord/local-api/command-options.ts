import { ApplicationCommandOptionType as OptionType } from "discord-api-types/v10";

import { type Json, listOf, numberOr } from "../json.ts";
import { type CommandInput, LocalRefusal } from "../local-api.ts";
import { isSubcommand } from "../validation/command-rules.ts";

type Value = string | number | boolean;

/** A person's options in the shape an interaction carries. */
export interface TypedOptions {
  readonly options: readonly Json[];
  /** Ids by kind, to be resolved. */
  readonly users: readonly string[];
  readonly roles: readonly string[];
  readonly channels: readonly string[];
  readonly attachments: readonly string[];
  readonly focusedType?: number;
}

/** Checks options as Discord's client does and returns them. While one is being completed, only types are checked. */
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
    users: ids(OptionType.User, OptionType.Mentionable),
    roles: ids(OptionType.Role, OptionType.Mentionable),
    channels: ids(OptionType.Channel),
    attachments: ids(OptionType.Attachment),
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
  const type: OptionType = Number(option["type"]);
  const isRight =
    type === OptionType.Boolean
      ? typeof value === "boolean"
      : type === OptionType.Integer
        ? Number.isSafeInteger(value)
        : type === OptionType.Number
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

export function badInput(message: string): LocalRefusal {
  return new LocalRefusal("bad-input", message);
}
