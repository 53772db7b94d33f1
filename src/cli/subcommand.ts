import { parseArgs, type ParseArgsConfig } from "node:util";

import type { Clock } from "../base/clock.ts";
import { Secret } from "../base/secret.ts";
import { cleanText } from "../base/text.ts";
import type { TerminalInput } from "./terminal.ts";

/** What a subcommand reads and writes, so that tests can replace it. */
export interface CliContext {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The system's by default. */
  readonly clock?: Clock;
  /** Where a person answers questions. */
  readonly stdin?: TerminalInput;
  /** Where typed text is echoed, with cursor movements; stderr by default. */
  readonly echo?: { write(text: string): unknown };
  /** Has Ctrl+C call this in place of ending the process, once. */
  readonly onInterrupt?: (listener: () => void) => void;
}

/** A module of this folder that is one subcommand. */
export interface Subcommand {
  readonly usage: string;
  /**
   * Runs with the arguments after its name. Returns the exit code: 0 done, 1 failed, 2 called wrongly; undefined:
   * called wrongly, and `usage` says everything.
   */
  readonly run: (args: readonly string[], context: CliContext) => Promise<number | undefined>;
}

/** Returns a variable as a secret; undefined where it is unset or blank. */
export function secretIn(env: CliContext["env"], name: string): Secret | undefined {
  const value = env[name]?.trim() ?? "";
  return value === "" ? undefined : new Secret(value);
}

/** Returns a writer that removes control characters, so that foreign text can't move a terminal's cursor. */
export function withoutControls(to: CliContext["stderr"]): CliContext["stderr"] {
  return { write: (text) => to.write(cleanText(text)) };
}

export function endWith(code: number, to: CliContext["stderr"], text: string): number {
  to.write(text);
  return code;
}

type Parsed<Options extends NonNullable<ParseArgsConfig["options"]>> = ReturnType<
  typeof parseArgs<{ args: string[]; allowPositionals: true; options: Options }>
>;

/**
 * Parses a subcommand's options, and `least` to `most` words beside them. Returns undefined for anything else; wrong
 * words are never repeated, since they may be secret.
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

/** Returns `1 row`, `2 rows`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
