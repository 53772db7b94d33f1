import { ApplicationCommandOptionType as OptionType } from "discord-api-types/v10";

import { isRecord, type Json } from "../json.ts";
import type { FaultList, Path } from "./api-error.ts";
import { checkLocales, checkSlashNames, type Fields, textLength } from "./field-rules.ts";

export function checkOptions(options: unknown, at: Path, faults: FaultList): void {
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
