import type {
  AnyCommand,
  AnySubcommand,
  InvocationContext,
  CommandEntry,
} from "../../discord/command/command.ts";
import type { Reply } from "../../discord/reply/reply.ts";
import type { Services } from "../services.ts";

/** The same commands, whose answers go through `change` on their way. */
export function mapReplies(
  commands: readonly CommandEntry<Services>[],
  change: (context: Services & InvocationContext, reply: Reply) => Promise<Reply>,
): readonly CommandEntry<Services>[] {
  const changed = <C extends AnySubcommand<Services>>(command: C): C => ({
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
      : changed<AnyCommand<Services>>(command),
  );
}
