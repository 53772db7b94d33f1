import { ApplicationCommandOptionType as OptionType } from "discord-api-types/v10";

import { isRecord, type Json } from "../json.ts";
import { FaultList, invalidBody, type Path, refusal } from "./api-error.ts";
import { checkLocales, checkSlashNames, type Fields, textLength } from "./field-rules.ts";
import { checkCommand } from "./schemas.ts";

const MOST_BY_TYPE: ReadonlyMap<number, number> = new Map([
  [1, 100],
  [2, 15],
  [3, 15],
]);
const MOST_CHARACTERS = 8000;

/** Throws for a list of commands Discord would refuse. PUT replaces all or nothing. */
export async function checkCommandList(list: unknown, isGlobal: boolean): Promise<void> {
  if (!Array.isArray(list)) {
    throw invalidBody([
      { path: [], code: "LIST_TYPE_CONVERT", message: "Only iterables may be used in a ListType" },
    ]);
  }
  const faults = new FaultList();
  for (const [at, command] of list.entries()) await checkOne(command, [at], isGlobal, faults);
  checkNames(list, faults);
  faults.throwIfAny();
  for (const [type, most] of MOST_BY_TYPE) {
    if (list.filter((command) => typeOf(command) === type).length > most)
      throw refusal("MaximumNumberOfApplicationCommandsReached");
  }
}

export async function checkOne(
  command: unknown,
  at: Path,
  isGlobal: boolean,
  faults: FaultList,
): Promise<void> {
  await checkCommand("ApplicationCommandUpdateRequestSchema", command, at, faults);
  if (!isRecord(command)) return;
  checkName(command, at, faults);
  checkDescription(command, at, faults);
  checkLocales(command, at, faults);
  checkOptions(command["options"], [...at, "options"], faults);
  if (typeOf(command) !== 1 && Array.isArray(command["options"]) && command["options"].length > 0) {
    faults.add([...at, "options"], "APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED");
  }
  if (characters(command) > MOST_CHARACTERS) {
    faults.add(at, "APPLICATION_COMMAND_TOO_LARGE", `Command exceeds maximum size (${MOST_CHARACTERS})`);
  }
  if (isGlobal) return;
  for (const name of ["contexts", "integration_types", "dm_permission"]) {
    if (command[name] === undefined || command[name] === null) continue;
    faults.add([...at, name], "APPLICATION_COMMAND_GLOBAL_ONLY_FIELD");
  }
}

function checkNames(list: readonly unknown[], faults: FaultList): void {
  const seen = new Set<string>();
  list.forEach((command, at) => {
    if (!isRecord(command)) return;
    const key = `${typeOf(command)} ${String(command["name"])}`;
    if (seen.has(key)) {
      faults.add([at, "name"], "APPLICATION_COMMANDS_DUPLICATE_NAME");
    }
    seen.add(key);
  });
}

/** Without a type it is a slash command. */
function typeOf(command: unknown): number {
  const type = isRecord(command) ? command["type"] : undefined;
  return typeof type === "number" ? type : 1;
}

function checkName(command: Fields, at: Path, faults: FaultList): void {
  if (typeOf(command) !== 1) return;
  checkSlashNames(command, at, faults);
}

function checkDescription(command: Fields, at: Path, faults: FaultList): void {
  const description = command["description"];
  const isGiven = typeof description === "string" && description !== "";
  if (typeOf(command) === 1 && !isGiven) faults.required([...at, "description"]);
  if (typeOf(command) !== 1 && isGiven) {
    faults.add([...at, "description"], "APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED");
  }
}

/** Counts names, descriptions and values; of translations the longest. */
function characters(node: Fields): number {
  const own =
    longest(node, "name") +
    longest(node, "description") +
    (typeof node["value"] === "string" ? node["value"].length : 0);
  const below = ["options", "choices"].flatMap((name) => {
    const list = node[name];
    return Array.isArray(list) ? list.filter(isRecord) : [];
  });
  return below.reduce((sum, entry) => sum + characters(entry), own);
}

function longest(node: Fields, name: string): number {
  const localized = node[`${name}_localizations`];
  const texts = [node[name], ...(isRecord(localized) ? Object.values(localized) : [])];
  return Math.max(0, ...texts.map((text) => (typeof text === "string" ? text.length : 0)));
}

function checkOptions(options: unknown, at: Path, faults: FaultList): void {
  if (!Array.isArray(options)) return;
  const list = options.map((option: unknown) => (isRecord(option) ? option : {}));
  const seen = new Set<unknown>();
  let isOptionalSeen = false;
  const hasSubcommands = list.some(isSubcommand);
  list.forEach((option, index) => {
    const path = [...at, index];
    if (seen.has(option["name"])) {
      faults.add([...path, "name"], "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS");
    }
    seen.add(option["name"]);
    if (hasSubcommands && !isSubcommand(option)) {
      faults.add([...path, "type"], "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID");
    }
    if (option["required"] === true && isOptionalSeen) {
      faults.add(path, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID");
    }
    isOptionalSeen ||= option["required"] !== true && !isSubcommand(option);
    checkOption(option, path, faults);
  });
}

export function isSubcommand(option: Json): boolean {
  return option["type"] === OptionType.Subcommand || option["type"] === OptionType.SubcommandGroup;
}

function checkOption(option: Fields, path: Path, faults: FaultList): void {
  checkSlashNames(option, path, faults);
  checkLocales(option, path, faults);
  checkOptions(option["options"], [...path, "options"], faults);
  const { choices } = option;
  if (Array.isArray(choices)) checkChoices(choices, [...path, "choices"], faults);
  if (option["autocomplete"] === true && Array.isArray(choices) && choices.length > 0) {
    faults.add([...path, "autocomplete"], "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES");
  }
  for (const [low, high] of [
    ["min_length", "max_length"],
    ["min_value", "max_value"],
  ] as const) {
    if (Number(option[low]) > Number(option[high])) {
      faults.add([...path, low], "BASE_TYPE_INVALID", `${low} cannot exceed ${high}`);
    }
  }
}

function checkChoices(choices: readonly unknown[], at: Path, faults: FaultList): void {
  for (const field of ["name", "value"]) {
    const seen = new Set<unknown>();
    choices.forEach((choice, index) => {
      const value = isRecord(choice) ? choice[field] : undefined;
      if (seen.has(value)) {
        faults.add(
          [...at, index, field],
          "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS",
          `Option choice ${field} already exists`,
        );
      }
      seen.add(value);
    });
  }
  choices.forEach((choice, index) => {
    if (isRecord(choice)) checkLocales(choice, [...at, index], faults);
  });
}

/** Adds the faults of suggestions that Discord's schema doesn't find. */
export function checkSuggestions(data: unknown, optionType: OptionType, faults: FaultList): void {
  const choices = isRecord(data) ? data["choices"] : undefined;
  if (!Array.isArray(choices)) return;
  choices.forEach((choice: unknown, at) => {
    const value = isRecord(choice) ? choice["value"] : undefined;
    if (typeof value === "string" && textLength(value) > 100) faults.tooLong(["choices", at, "value"], 100);
    const wantsText = optionType === OptionType.String;
    if (value !== undefined && (typeof value === "string") !== wantsText) {
      faults.add(
        ["choices", at, "value"],
        wantsText ? "STRING_TYPE_CONVERT" : "NUMBER_TYPE_COERCE",
        "Value is of another type than the option",
      );
    }
    if (isRecord(choice)) checkLocales(choice, ["choices", at], faults);
  });
}
