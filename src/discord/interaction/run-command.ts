import type { InterruptedCommand, InvocationContext, Running } from "../command/invocation-context.ts";
import type { Registry, Runnable } from "../command/registry.ts";
import type { Reply } from "../reply/reply.ts";
import { stale } from "./audience.ts";
import { MilepostError } from "../../base/errors.ts";
import { cleanText } from "../../base/text.ts";
import { SNOWFLAKE } from "../reply/limits.ts";
import type { IncomingOption } from "./incoming.ts";
import type { Option, OptionTable } from "../command/options.ts";

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

const TEXT_MAX = 6000;

/**
 * Returns the option values for `run`, validated, since a client may send anything. Throws "bad-input" with the
 * option's name.
 */
export function readOptions<Services>(
  table: OptionTable<Services>,
  given: readonly IncomingOption[],
): Record<string, string | undefined> {
  const values: Record<string, string | undefined> = {};
  for (const [name, option] of Object.entries(table)) {
    if (option.type === "show") continue;
    const value = given.find((candidate) => candidate.name === name)?.value;
    const read = value === undefined ? undefined : readOption(name, option, value);
    if (read === undefined && option.required === true) throw badOption(name, "missing");
    values[name] = read;
  }
  return values;
}

/** Returns whether the member picked `show: only me`. */
export function asksForPrivacy<Services>(
  table: OptionTable<Services>,
  given: readonly IncomingOption[],
): boolean {
  return given.some(
    ({ name, value }) => Object.hasOwn(table, name) && table[name]?.type === "show" && value === "me",
  );
}

/** Returns the option being typed, and its text so far. */
export function focusedOption(given: readonly IncomingOption[]): { name: string; typed: string } | undefined {
  const focused = given.find((option) => option.focused === true);
  const typed = typeof focused?.value === "string" ? cleanText(focused.value) : "";
  return focused && { name: focused.name, typed };
}

/** Returns the text of the other options. */
export function otherOptions(given: readonly IncomingOption[]): Readonly<Record<string, string>> {
  const others = given.filter(({ focused }) => focused !== true);
  return Object.fromEntries(
    others.flatMap(({ name, value }) => (typeof value === "string" ? [[name, cleanText(value)]] : [])),
  );
}

function readOption<Services>(name: string, option: Option<Services>, value: unknown): string | undefined {
  if (typeof value !== "string") throw badOption(name, "not a text");
  switch (option.type) {
    case "choice":
      if (!option.values.includes(value)) throw badOption(name, "not one of the choices");
      return value;
    case "user":
    case "channel":
    case "role":
      if (!SNOWFLAKE.test(value)) throw badOption(name, `not a ${option.type}`);
      return value;
    case "text": {
      const text = cleanText(value).trim();
      if (text.length > (option.maxLength ?? TEXT_MAX)) throw badOption(name, "too long");
      return text === "" ? undefined : text;
    }
    case "show":
      return undefined;
  }
}

function badOption(path: string, reason: string): MilepostError {
  return new MilepostError("bad-input", { path, reason });
}
