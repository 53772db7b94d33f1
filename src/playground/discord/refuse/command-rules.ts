import { FaultList, invalidBody, refusal } from "./api-error.ts";
import { checkCommand } from "./schemas.ts";
import { isRecord } from "./schema-check.ts";
import { textLength } from "./text-length.ts";

type Path = readonly (string | number)[];
type Fields = Record<string, unknown>;

/** Discord's locales. */
const LOCALES: ReadonlySet<string> = new Set(
  (
    "id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN " +
    "ja zh-TW ko"
  ).split(" "),
);

const MOST_BY_TYPE: ReadonlyMap<number, number> = new Map([
  [1, 100],
  [2, 15],
  [3, 15],
]);
const MOST_CHARACTERS = 8000;
const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;

const SUBCOMMAND = 1;
const GROUP = 2;

/** Refuses a whole list of commands as Discord does: PUT replaces everything, or nothing. */
export async function checkCommandList(list: unknown, isGlobal: boolean): Promise<void> {
  if (!Array.isArray(list)) {
    throw invalidBody([
      { path: [], code: "LIST_TYPE_CONVERT", message: "Only iterables may be used in a ListType" },
    ]);
  }
  const faults = new FaultList();
  for (const [at, command] of list.entries()) await checkOne(command, [at], { isGlobal, faults });
  checkNames(list, faults);
  faults.throwIfAny();
  for (const [type, most] of MOST_BY_TYPE) {
    if (list.filter((command) => typeOf(command) === type).length > most) throw refusal("tooManyCommands");
  }
}

export interface CommandGround {
  readonly isGlobal: boolean;
  readonly faults: FaultList;
}

/** Adds every fault of one command. */
export async function checkOne(command: unknown, at: Path, ground: CommandGround): Promise<void> {
  const { faults } = ground;
  await checkCommand("ApplicationCommandUpdateRequestSchema", command, at, faults);
  if (!isRecord(command)) return;
  checkName(command, at, faults);
  checkDescription(command, at, faults);
  checkLocales(command, at, faults);
  checkOptions(command["options"], [...at, "options"], faults);
  if (typeOf(command) !== 1 && Array.isArray(command["options"]) && command["options"].length > 0) {
    faults.add(
      [...at, "options"],
      "APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED",
      "Context menu commands cannot have options",
    );
  }
  if (characters(command) > MOST_CHARACTERS) {
    faults.add(at, "APPLICATION_COMMAND_TOO_LARGE", `Command exceeds maximum size (${MOST_CHARACTERS})`);
  }
  if (ground.isGlobal) return;
  for (const name of ["contexts", "integration_types", "dm_permission"]) {
    if (command[name] === undefined || command[name] === null) continue;
    faults.add(
      [...at, name],
      "APPLICATION_COMMAND_GLOBAL_ONLY_FIELD",
      "Only global commands can have this field",
    );
  }
}

function checkNames(list: readonly unknown[], faults: FaultList): void {
  const seen = new Set<string>();
  list.forEach((command, at) => {
    if (!isRecord(command)) return;
    const key = `${typeOf(command)} ${String(command["name"])}`;
    if (seen.has(key)) {
      faults.add(
        [at, "name"],
        "APPLICATION_COMMANDS_DUPLICATE_NAME",
        "Application command names must be unique",
      );
    }
    seen.add(key);
  });
}

/** A command without a type is a slash command. */
function typeOf(command: unknown): number {
  const type = isRecord(command) ? command["type"] : undefined;
  return typeof type === "number" ? type : 1;
}

function checkName(command: Fields, at: Path, faults: FaultList): void {
  if (typeOf(command) !== 1) return;
  checkSlashName(command["name"], [...at, "name"], faults);
  const localized = command["name_localizations"];
  if (!isRecord(localized)) return;
  for (const [locale, name] of Object.entries(localized)) {
    checkSlashName(name, [...at, "name_localizations", locale], faults);
  }
}

function checkSlashName(name: unknown, path: Path, faults: FaultList): void {
  if (typeof name !== "string" || name.length === 0) return;
  if (NAME.test(name) && name === name.toLowerCase()) return;
  faults.add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid");
}

function checkDescription(command: Fields, at: Path, faults: FaultList): void {
  const description = command["description"];
  const isGiven = typeof description === "string" && description !== "";
  if (typeOf(command) === 1 && !isGiven) faults.required([...at, "description"]);
  if (typeOf(command) !== 1 && isGiven) {
    faults.add(
      [...at, "description"],
      "APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED",
      "Context menu commands cannot have a description",
    );
  }
}

function checkLocales(holder: Fields, at: Path, faults: FaultList): void {
  for (const name of ["name_localizations", "description_localizations"]) {
    const localized = holder[name];
    if (!isRecord(localized)) continue;
    for (const locale of Object.keys(localized)) {
      if (LOCALES.has(locale)) continue;
      faults.add([...at, name, locale], "ENUM_TYPE_COERCE", `Value "${locale}" is not a valid enum value.`);
    }
  }
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
      faults.add(
        [...path, "name"],
        "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
        "Option name already exists",
      );
    }
    seen.add(option["name"]);
    if (hasSubcommands && !isSubcommand(option)) {
      faults.add(
        [...path, "type"],
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
        "Sub-commands and options cannot be mixed",
      );
    }
    if (option["required"] === true && isOptionalSeen) {
      faults.add(
        path,
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
        "Required options must be placed before non-required options",
      );
    }
    isOptionalSeen ||= option["required"] !== true && !isSubcommand(option);
    checkOption(option, path, faults);
  });
}

function isSubcommand(option: Fields): boolean {
  return option["type"] === SUBCOMMAND || option["type"] === GROUP;
}

function checkOption(option: Fields, path: Path, faults: FaultList): void {
  checkSlashName(option["name"], [...path, "name"], faults);
  checkLocales(option, path, faults);
  checkOptions(option["options"], [...path, "options"], faults);
  const { choices } = option;
  if (Array.isArray(choices)) checkChoices(choices, [...path, "choices"], faults);
  if (option["autocomplete"] === true && Array.isArray(choices) && choices.length > 0) {
    faults.add(
      [...path, "autocomplete"],
      "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES",
      "An option cannot have both choices and autocomplete",
    );
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

/** Names, descriptions and values together; for texts in several languages the longest counts. */
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

/** What the schema can't say about suggestions. */
export function checkSuggestions(data: unknown, optionType: number, faults: FaultList): void {
  const choices = isRecord(data) ? data["choices"] : undefined;
  if (!Array.isArray(choices)) return;
  choices.forEach((choice: unknown, at) => {
    const value = isRecord(choice) ? choice["value"] : undefined;
    if (typeof value === "string" && textLength(value) > 100) faults.tooLong(["choices", at, "value"], 100);
    const wantsText = optionType === 3;
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
