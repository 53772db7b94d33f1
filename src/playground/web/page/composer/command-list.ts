/** A channel's commands as a flat list: one entry for each command or subcommand. */

import type {
  APIApplicationCommand,
  APIApplicationCommandBasicOption,
  APIApplicationCommandOption,
} from "discord-api-types/v10";

export type Command = APIApplicationCommand;
/** Values by option name. */
export type OptionValues = Record<string, string | number | boolean>;
export type Option = APIApplicationCommandBasicOption;
export type Entry = {
  command: Command;
  subcommand: string[];
  label: string;
  description: string;
  options: Option[];
};

export const OPTION = {
  SUBCOMMAND: 1,
  GROUP: 2,
  STRING: 3,
  INTEGER: 4,
  BOOLEAN: 5,
  USER: 6,
  CHANNEL: 7,
  ROLE: 8,
  MENTIONABLE: 9,
  NUMBER: 10,
  ATTACHMENT: 11,
};

/** Returns an entry for every slash command or subcommand, by name. */
export function entriesOf(commands: readonly Command[]): Entry[] {
  return commands
    .filter((command) => (command.type ?? 1) === 1)
    .flatMap((command) => spread(command, command.options ?? [], []))
    .sort((a, b) => a.label.localeCompare(b.label));
}

/** Returns the entries whose name contains the typed text; those that begin with it come first. */
export function matching(entries: readonly Entry[], typed: string) {
  const wanted = typed.trim().toLowerCase().replaceAll(/\s+/g, " ");
  const found = entries.filter((entry) => entry.label.toLowerCase().includes(wanted));
  const rank = (entry: Entry) => (entry.label.toLowerCase().startsWith(wanted) ? 0 : 1);
  return found.sort((a, b) => rank(a) - rank(b));
}

export function nameOf(named: { name: string; name_localized?: string | null | undefined }) {
  return named.name_localized ?? named.name;
}

/** Returns a choice's name in the person's language, if Discord sent it. */
export function choiceName(choice: { name: string }) {
  return nameOf(choice as { name: string; name_localized?: string | null });
}

export function descriptionOf(described: {
  description: string;
  description_localized?: string | null | undefined;
}) {
  return described.description_localized ?? described.description;
}

function spread(
  command: Command,
  options: readonly APIApplicationCommandOption[],
  path: { name: string; shown: string }[],
  described: { description: string; description_localized?: string | null | undefined } = command,
): Entry[] {
  const branches = options.filter(
    (option) => option.type === OPTION.SUBCOMMAND || option.type === OPTION.GROUP,
  );
  if (branches.length > 0) {
    return branches.flatMap((branch) =>
      spread(
        command,
        ("options" in branch ? branch.options : undefined) ?? [],
        [...path, { name: branch.name, shown: nameOf(branch) }],
        branch,
      ),
    );
  }
  return [
    {
      command,
      subcommand: path.map((part) => part.name),
      label: [nameOf(command), ...path.map((part) => part.shown)].join(" "),
      description: descriptionOf(described),
      options: options as Option[],
    },
  ];
}
