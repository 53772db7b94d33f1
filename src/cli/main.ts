import { packageVersion } from "../config/package-version.ts";
import { type CliContext, endWith, type Subcommand, withoutControls } from "./subcommand.ts";

interface Entry {
  /** One or two words. */
  readonly name: string;
  readonly takes: string;
  readonly purpose: string;
  /** Loads it on demand, so that `milepost profile check` needs no settings or database. */
  load(): Promise<Subcommand>;
}

const SUBCOMMANDS: readonly Entry[] = [
  {
    name: "profile check",
    takes: " FILE [--live [--name NAME] [--user ID] [--account TYPE/ID] [--sign-in]]",
    purpose: "check a platform profile; --live also tries its operations",
    load: () => import("./profile-check.ts"),
  },
  {
    name: "profile draft",
    takes: " (ANSWER.json --record NAME | --openapi FILE)",
    purpose: "propose renames from an answer, or a profile from an OpenAPI document",
    load: () => import("./profile-draft.ts"),
  },
  {
    name: "profile schema",
    takes: "",
    purpose: "print the JSON Schema of profiles, for editors",
    load: () => import("./profile-schema.ts"),
  },
  {
    name: "backup",
    takes: " FILE [--recipient KEY] [--sessions]",
    purpose: "copy the database (the bot can run)",
    load: () => import("./backup.ts"),
  },
  {
    name: "restore",
    takes: " FILE [--identity FILE] [--without-sessions]",
    purpose: "put a backup in the database's place",
    load: () => import("./restore.ts"),
  },
  {
    name: "export",
    takes: " --member ID",
    purpose: "print what is stored about a member",
    load: () => import("./export.ts"),
  },
  {
    name: "forget",
    takes: " --member ID",
    purpose: "delete what is stored about a member",
    load: () => import("./forget.ts"),
  },
  {
    name: "move",
    takes: " --from URL --to URL",
    purpose: "copy everything to another database, as from a file to PostgreSQL",
    load: () => import("./move.ts"),
  },
  {
    name: "doctor",
    takes: " [--json]",
    purpose: "say what is wrong with this bot and how to fix it",
    load: () => import("./doctor.ts"),
  },
  {
    name: "keys",
    takes: " status | add KIND | rotate [KIND] | retire KIND ID",
    purpose: "manage the keyring (the bot can run)",
    load: () => import("./keys.ts"),
  },
  {
    name: "sessions",
    takes: " revoke-all [--notify]",
    purpose: "delete every linked session",
    load: () => import("./sessions.ts"),
  },
  {
    name: "seal",
    takes: " --recipient KEY --member ID",
    purpose: "encrypt cookies you have, for /link",
    load: () => import("./seal.ts"),
  },
  {
    name: "sign-in",
    takes: " (--recipient KEY --member ID | --show)",
    purpose: "sign in on this machine and encrypt the session, for /link",
    load: () => import("./sign-in.ts"),
  },
  {
    name: "smoke",
    takes: " --channel ID [--guide]",
    purpose: "try a command and posts on Discord, in one channel",
    load: () => import("./smoke.ts"),
  },
];

/** Runs `milepost ARGS` and returns the exit code. */
export async function runCli(args: readonly string[], context: CliContext): Promise<number> {
  const { stdout, stderr } = context;
  const [first, second = ""] = args;
  const isGroup = SUBCOMMANDS.some(({ name }) => name.startsWith(`${first} `));
  if (first === undefined || first === "help" || isHelp(first) || (isGroup && isHelp(second))) {
    return endWith(0, stdout, help());
  }
  if (first === "version" || first === "--version") return endWith(0, stdout, `${packageVersion()}\n`);
  const entry = SUBCOMMANDS.find(({ name }) => name === (name.includes(" ") ? `${first} ${second}` : first));
  if (entry === undefined) {
    // A cookie may have been typed in the wrong place, so only plain words are repeated.
    const word = /^[a-z-]{1,20}$/.test(first) ? first : "...";
    return endWith(2, stderr, `No such command: milepost ${word}\n\n${help()}`);
  }
  const { run, usage } = await entry.load();
  const rest = args.slice(entry.name.split(" ").length);
  if (rest.some(isHelp)) return endWith(0, stdout, usage);
  const safe = { stdout: withoutControls(stdout), stderr: withoutControls(stderr), echo: stderr };
  return (await run(rest, { ...context, ...safe })) ?? endWith(2, stderr, usage);
}

function isHelp(word: string): boolean {
  return word === "--help" || word === "-h";
}

function help(): string {
  const all = [...SUBCOMMANDS, { name: "version", takes: "", purpose: "print the version" }].map(
    ({ name, takes, purpose }) => ({ usage: name + takes, purpose }),
  );
  const width = Math.max(...all.map(({ usage }) => usage.length)) + 2;
  const lines = all.map(({ usage, purpose }) => `  milepost ${usage.padEnd(width)}${purpose}\n`);
  return `Usage:\n${lines.join("")}`;
}
