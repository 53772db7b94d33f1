import { parseArgs, type ParseArgsConfig } from "node:util";

import type { Clock } from "../base/clock.ts";
import { Secret } from "../base/secret.ts";
import { cleanText } from "../base/text.ts";
import type { TerminalInput } from "./terminal.ts";

/** What a subcommand talks to, so that tests can listen. */
export interface CliContext {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The system's unless given. */
  readonly clock?: Clock;
  /** Where a person answers questions. */
  readonly stdin?: TerminalInput;
  /** Where what that person types is shown, cursor movements and all; stderr where there is none. */
  readonly echo?: { write(text: string): unknown };
}

/** A module of this folder that is one subcommand. */
export interface Subcommand {
  /** What --help says. */
  readonly usage: string;
  /**
   * Runs with the arguments after its name. Returns the exit code: 0 done, 1 failed, 2 called wrongly; undefined
   * also means called wrongly, with nothing more to say than `usage`.
   */
  readonly run: (args: readonly string[], context: CliContext) => Promise<number | undefined>;
}

/** Returns a variable's value as a secret; undefined where it is not set or blank. */
export function secretIn(env: CliContext["env"], name: string): Secret | undefined {
  const value = env[name]?.trim() ?? "";
  return value === "" ? undefined : new Secret(value);
}

/** As `to`, but no text of a profile, a platform or Discord can move a terminal's cursor through it. */
export function withoutControls(to: CliContext["stderr"]): CliContext["stderr"] {
  return { write: (text) => to.write(cleanText(text)) };
}

/** Writes a text and returns the exit code it ends with. */
export function endWith(code: number, to: CliContext["stderr"], text: string): number {
  to.write(text);
  return code;
}

type Parsed<Options extends NonNullable<ParseArgsConfig["options"]>> = ReturnType<
  typeof parseArgs<{ args: string[]; allowPositionals: true; options: Options }>
>;

/**
 * Reads a subcommand's options, and `least` to `most` words beside them. Returns undefined where it was called in
 * another way; the words that are wrong are never repeated, as they may be secret.
 */
export function readArguments<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: readonly string[],
  options: Options,
  words: { readonly least: number; readonly most: number } = { least: 0, most: 0 },
): Parsed<Options> | undefined {
  try {
    const parsed = parseArgs({ args: [...args], allowPositionals: true, options });
    const count = parsed.positionals.length;
    return count >= words.least && count <= words.most ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** `1 row`, `2 rows`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
