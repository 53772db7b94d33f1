import type { Definition } from "./definition.ts";
import type { OptionDefinition } from "./option-definition.ts";

type Listed = Omit<Definition, "type"> & { readonly type?: number };

/**
 * Returns a text that is equal for equal lists of commands. Compares only what we send, in a fixed order, since Discord
 * fills in defaults and sorts.
 */
export function listFingerprint(commands: readonly Listed[], isGlobal: boolean): string {
  return commands
    .map((command) => commandFingerprint(command, isGlobal))
    .sort()
    .join("\n");
}

function commandFingerprint(command: Listed, isGlobal: boolean): string {
  return JSON.stringify([
    command.type ?? 1,
    command.name,
    localizations(command.name_localizations),
    command.description ?? "",
    localizations(command.description_localizations),
    command.default_member_permissions ?? null,
    isGlobal ? [numbers(command.integration_types), numbers(command.contexts)] : null,
    (command.options ?? []).map(optionFingerprint),
  ]);
}

function optionFingerprint(option: OptionDefinition): unknown[] {
  return [
    option.type,
    option.name,
    localizations(option.name_localizations),
    option.description,
    localizations(option.description_localizations),
    option.required ?? false,
    option.autocomplete ?? false,
    option.max_length ?? null,
    numbers(option.channel_types),
    (option.options ?? []).map(optionFingerprint),
    (option.choices ?? []).map((choice) => [
      choice.name,
      choice.value,
      localizations(choice.name_localizations),
    ]),
  ];
}

function localizations(texts: Readonly<Record<string, string>> | null | undefined): [string, string][] {
  return Object.entries(texts ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
}

function numbers(list: readonly number[] | null | undefined): number[] {
  return [...(list ?? [])].sort((a, b) => a - b);
}
