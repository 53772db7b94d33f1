import type { InterruptedCommand, InvocationContext, Running } from "../command/invocation-context.ts";
import type { Registry, Runnable } from "../command/registry.ts";
import type { Reply } from "../reply/reply.ts";
import { stale } from "./audience.ts";
import { readOptions } from "./read-options.ts";

/** Returns a command's reply with what else its reader has to know. Not called for actions. */
export type AfterReply<Services> = (context: Services & InvocationContext, reply: Reply) => Promise<Reply>;

export interface CommandRunner<Services> {
  readonly registry: Registry<Services>;
  readonly services: (asked: InvocationContext) => Services;
  readonly afterReply?: AfterReply<Services> | undefined;
}

export type Options = Readonly<Record<string, string | undefined>>;

/** Runs a command with validated options, then `afterReply`. */
export async function runCommand<Services>(
  { services, afterReply }: CommandRunner<Services>,
  { command, options }: { readonly command: Runnable<Services>; readonly options: Options },
  asked: InvocationContext & Running,
): Promise<Reply> {
  const context = { ...services(asked), ...asked, options };
  const reply = await command.run(context);
  return afterReply === undefined ? reply : afterReply(context, reply);
}

/**
 * Returns a function that runs an interrupted command as part of an action; it throws "stale-control" where that
 * command is gone.
 */
export function rerunner<Services>(runner: CommandRunner<Services>, asked: InvocationContext & Running) {
  return async ({ command: path, options }: InterruptedCommand): Promise<Reply> => {
    const command = runner.registry.command(path);
    if (command === undefined) throw stale("no such command");
    const given = Object.entries(options).map(([name, value]) => ({ name, type: 3, value }));
    return runCommand(runner, { command, options: readOptions(command.options, given) }, asked);
  };
}
