import { isRecord } from "../json.ts";
import { FaultList, type Path, invalidBody, refusal } from "./api-error.ts";
import { type Fields, checkLocales, checkSlashNames } from "./field-rules.ts";
import { checkOptions } from "./option-rules.ts";
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
