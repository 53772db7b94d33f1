import { packageVersion } from "../config/package-version.ts";
import type { CliContext } from "./context.ts";

interface Subcommand {
  /** The arguments after its name, to an exit code (0 well, 1 failed, 2 wrongly called). */
  readonly run: (args: readonly string[], context: CliContext) => Promise<number>;
  /** What --help says. */
  readonly usage: string;
}

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
    load: async () => {
      const { runProfileCheck: run, usage } = await import("./profile-check.ts");
      return { run, usage };
    },
  },
  backup: {
    usage: "backup FILE",
    purpose: "copies the database, beside a running bot",
    load: async () => {
      const { runBackup: run, usage } = await import("./backup.ts");
      return { run, usage };
    },
  },
  doctor: {
    usage: "doctor",
    purpose: "says what is wrong with this bot and how to mend it, beside a running one",
    load: async () => {
      const { runDoctor: run, usage } = await import("./doctor.ts");
      return { run, usage };
    },
  },
  keys: {
    usage: "keys status | add KIND | rotate [KIND] | retire KIND ID",
    purpose: "looks after the keyring, beside a running bot",
    load: async () => {
      const { runKeys: run, usage } = await import("./keys.ts");
      return { run, usage };
    },
  },
  sessions: {
    usage: "sessions revoke-all [--notify]",
    purpose: "deletes every linked session at once",
    load: async () => {
      const { runSessions: run, usage } = await import("./sessions.ts");
      return { run, usage };
    },
  },
  seal: {
    usage: "seal --recipient KEY --member ID",
    purpose: "seals cookies you have at hand for /link",
    load: async () => {
      const { runSeal: run, usage } = await import("./seal.ts");
      return { run, usage };
    },
  },
  "sign-in": {
    usage: "sign-in (--recipient KEY --member ID | --show)",
    purpose: "signs you in on this machine and seals the session for /link",
    load: async () => {
      const { runSignIn: run, usage } = await import("./sign-in.ts");
      return { run, usage };
    },
  },
  smoke: {
    usage: "smoke --channel ID",
    purpose: "tries this bot's token against Discord: registers, posts, edits, deletes, reports",
    load: async () => {
      const { runSmoke: run, usage } = await import("./smoke.ts");
      return { run, usage };
    },
  },
};

/** `milepost ARGS`. Gives the exit code. */
export async function runCli(args: readonly string[], context: CliContext): Promise<number> {
  const [first, second = ""] = args;
  const isGroup = Object.keys(SUBCOMMANDS).some((words) => words.startsWith(`${first} `));
  if (first === undefined || first === "help" || isHelp(first) || (isGroup && isHelp(second))) {
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
    // A cookie may have been typed in the wrong place: nothing but a plain word is repeated.
    const word = /^[a-z-]{1,20}$/.test(first) ? first : "...";
    context.stderr.write(`There is no "milepost ${word}".\n\n${help()}`);
    return 2;
  }
  const { run, usage } = await entry.load();
  const rest = args.slice(name.split(" ").length);
  if (rest.some(isHelp)) {
    context.stdout.write(usage);
    return 0;
  }
  return run(rest, context);
}

function isHelp(word: string): boolean {
  return word === "--help" || word === "-h";
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
