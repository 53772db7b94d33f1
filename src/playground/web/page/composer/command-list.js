/**
 * The commands of a channel as a flat list of what can be typed: a command, or each of its subcommands.
 * Types and numbers are Discord's (option types: Application Command Option Type).
 */

/** @typedef {import("discord-api-types/v10").APIApplicationCommand} Command */
/** @typedef {import("discord-api-types/v10").APIApplicationCommandBasicOption} Option */
/** @typedef {{command: Command, subcommand: string[], label: string, description: string, options: Option[]}} Entry */

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

/**
 * Every slash command that can be sent, subcommands one by one, by name.
 * @param {readonly Command[]} commands
 * @returns {Entry[]}
 */
export function entriesOf(commands) {
  return commands
    .filter((command) => (command.type ?? 1) === 1)
    .flatMap((command) => spread(command, command.options ?? [], []))
    .sort((a, b) => a.label.localeCompare(b.label));
}

/**
 * Entries whose name holds what was typed; those that begin with it come first.
 * @param {readonly Entry[]} entries
 * @param {string} typed without the slash
 */
export function matching(entries, typed) {
  const wanted = typed.trim().toLowerCase().replaceAll(/\s+/g, " ");
  const found = entries.filter((entry) => entry.label.toLowerCase().includes(wanted));
  const rank = (/** @type {Entry} */ entry) => (entry.label.toLowerCase().startsWith(wanted) ? 0 : 1);
  return found.sort((a, b) => rank(a) - rank(b));
}

/** @param {{name: string, name_localized?: string | null | undefined}} named */
export function nameOf(named) {
  return named.name_localized ?? named.name;
}

/**
 * A choice's name in the person's language, where Discord sends one.
 * @param {{name: string}} choice
 */
export function choiceName(choice) {
  return nameOf(/** @type {{name: string, name_localized?: string | null}} */ (choice));
}

/** @param {{description: string, description_localized?: string | null | undefined}} described */
export function descriptionOf(described) {
  return described.description_localized ?? described.description;
}

/**
 * @param {Command} command
 * @param {readonly import("discord-api-types/v10").APIApplicationCommandOption[]} options
 * @param {{name: string, shown: string}[]} path
 * @param {{description: string, description_localized?: string | null | undefined}} described
 * @returns {Entry[]}
 */
function spread(command, options, path, described = command) {
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
      options: /** @type {Option[]} */ (options),
    },
  ];
}
