import type { TerminalInput } from "./terminal.ts";
import { packageVersion } from "./version.ts";

/** What a subcommand talks to, so that tests can listen. */
export interface CliContext {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where a person answers questions. */
  readonly stdin?: TerminalInput;
}

/** A subcommand: the arguments after its name, to an exit code (0 well, 1 failed, 2 wrongly called). */
type Subcommand = (args: readonly string[], context: CliContext) => Promise<number>;

interface Entry {
  readonly usage: string;
  readonly purpose: string;
  load(): Promise<Subcommand>;
}

/** Loaded only when called, so that `milepost profile check` needs no settings and no database. */
const SUBCOMMANDS: Readonly<Record<string, Entry>> = {
  "profile check": {
    usage: "profile check FILE [--live [--name NAME]]",
    purpose: "says what is wrong where in a platform profile; with --live, which operations answer",
    load: async () => (await import("./profile-check.ts")).runProfileCheck,
  },
  keys: {
    usage: "keys status | add KIND | rotate [KIND] | retire KIND ID",
    purpose: "looks after the keyring, beside a running bot",
    load: async () => (await import("./keys.ts")).runKeys,
  },
  sessions: {
    usage: "sessions revoke-all [--notify]",
    purpose: "deletes every linked session at once",
    load: async () => (await import("./sessions.ts")).runSessions,
  },
  seal: {
    usage: "seal --recipient KEY --member ID",
    purpose: "seals cookies you have at hand for /link",
    load: async () => (await import("./seal.ts")).runSeal,
  },
  "sign-in": {
    usage: "sign-in (--recipient KEY --member ID | --show)",
    purpose: "signs you in on this machine and seals the session for /link",
    load: async () => (await import("./sign-in.ts")).runSignIn,
  },
  smoke: {
    usage: "smoke --channel ID",
    purpose: "tries this bot's token against Discord: registers, posts, edits, deletes, reports",
    load: async () => (await import("./smoke.ts")).runSmoke,
  },
};

/** `milepost ARGS`. Gives the exit code. */
export async function runCli(args: readonly string[], context: CliContext): Promise<number> {
  if (args.length === 0 || args[0] === "help" || args[0] === "--help") {
    context.stdout.write(help());
    return 0;
  }
  if (args[0] === "version" || args[0] === "--version") {
    context.stdout.write(`${packageVersion()}\n`);
    return 0;
  }
  const name = Object.keys(SUBCOMMANDS).find((words) => isCalled(words, args));
  const entry = name === undefined ? undefined : SUBCOMMANDS[name];
  if (name === undefined || entry === undefined) {
    context.stderr.write(`There is no "milepost ${args.join(" ")}".\n\n${help()}`);
    return 2;
  }
  const run = await entry.load();
  return run(args.slice(name.split(" ").length), context);
}

function isCalled(words: string, args: readonly string[]): boolean {
  return words.split(" ").every((word, index) => args[index] === word);
}

function help(): string {
  const width = Math.max(...Object.values(SUBCOMMANDS).map(({ usage }) => usage.length)) + 2;
  const lines = Object.values(SUBCOMMANDS).map(
    ({ usage, purpose }) => `  milepost ${usage.padEnd(width)}${purpose}`,
  );
  return `${["Usage:", ...lines, `  milepost ${"version".padEnd(width)}says which version this is`].join("\n")}\n`;
}
