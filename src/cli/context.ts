import type { TerminalInput } from "./terminal.ts";

/** What a subcommand talks to, so that tests can listen. */
export interface CliContext {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where a person answers questions. */
  readonly stdin?: TerminalInput;
}
