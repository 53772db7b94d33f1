import type { AnyCommand, AnySubcommand, CommandEntry } from "../../discord/command/command.ts";
import type { Reply } from "../../discord/reply/reply.ts";
import type { CommandContext, CommandServices } from "./command-context.ts";

/** The same commands, whose answers go through `change` on their way. */
export function mapReplies(
  commands: readonly CommandEntry<CommandServices>[],
  change: (context: CommandContext, reply: Reply) => Promise<Reply>,
): readonly CommandEntry<CommandServices>[] {
  const changed = <C extends AnySubcommand<CommandServices>>(command: C): C => ({
    ...command,
    run: async (context: Parameters<C["run"]>[0]) => change(context, await command.run(context)),
  });
  return commands.map((command) =>
    "subcommands" in command
      ? {
          ...command,
          subcommands: Object.fromEntries(
            Object.entries(command.subcommands).map(([name, one]) => [name, changed(one)]),
          ),
        }
      : changed<AnyCommand<CommandServices>>(command),
  );
}
