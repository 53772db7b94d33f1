import { type IdKind, toPlatformId } from "../base/int64.ts";
import { areUsersAccounts } from "../platform/profile/game-accounts.ts";
import { type ProfileReading, readProfile, resolveHosts } from "../platform/profile/load.ts";
import { unturnedLists } from "../platform/profile/operation-faults.ts";
import { isCodeUnguarded } from "../platform/profile/oauth-faults.ts";
import type { Profile } from "../platform/profile/schema.ts";
import { openTerminal } from "./terminal.ts";
import { type CliContext, endWith, readArguments, secretIn } from "./subcommand.ts";
import { openOperatorSession, SESSION_OPTIONS, type SessionSource } from "./live/open-operator-session.ts";
import { withWayOut } from "./failure-words.ts";
import type { Trial } from "./live/trial.ts";
import { type Known, tryOperations } from "./live/try-operations.ts";
import { keyPath } from "../platform/profile/shape-faults.ts";
import { changesSomething } from "./draft/route-words.ts";

/** What a draft puts where only the author knows the value: `YOUR-CLIENT-ID`. */
const PLACEHOLDER = /YOUR-[A-Z\d_-]+/;

/** Returns what a profile still says as a draft does, and what it asks that reads as if it changed something. */
function unfinishedIn(profile: Profile): readonly string[] {
  return [...placeholdersIn(profile, []), ...changingOperations(profile)];
}

function placeholdersIn(value: unknown, path: readonly (string | number)[]): readonly string[] {
  if (typeof value === "string") {
    const [found] = PLACEHOLDER.exec(value) ?? [];
    return found === undefined ? [] : [`${keyPath(path)}: ${found} stands here; put in your own`];
  }
  if (Array.isArray(value)) return value.flatMap((one, index) => placeholdersIn(one, [...path, index]));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => placeholdersIn(one, [...path, name]));
}

function changingOperations({ operations }: Profile): readonly string[] {
  return Object.entries(operations).flatMap(([id, template]) =>
    template !== undefined && changesSomething(template)
      ? [
          `${keyPath(["operations", id])}: ${template.method} ${template.path} reads as if it changed something or ` +
            "signed in; Milepost only reads: take another, or leave it out",
        ]
      : [],
  );
}

export const usage = `Usage: milepost profile check FILE [--live [--name NAME] [--user ID] [--account TYPE/ID]
                                    [--post] [--cookies-from-stdin | --token-from-stdin | --key-from-stdin |
                                    --sign-in]]

Says what is wrong in a platform profile, and how to fix it.

  FILE                a profile, or one that comes along: neutral, lookalike
  --live              also try every public operation once, with PLATFORM_API_KEY, or with PLATFORM_CLIENT_SECRET
                      where the profile has clientCredentials
  --post              send the operations that are asked with POST; without it each is named, and asked about at a
                      terminal before anything is sent
  --name NAME         a player to search for, if the search finds nobody
  --user ID           a player to look up, if there is no search
  --account TYPE/ID   an account whose characters, progress and stats to get, such as 3/4611686018400000001
  --cookies-from-stdin
                      also try what needs a session; its cookies are read from stdin, in any form that
                      milepost seal takes
  --token-from-stdin  the same with an OAuth access token that you have
  --key-from-stdin    the same with a key of your own, where the profile has signIn.key
  --sign-in           the same by signing in with OAuth: it prints an address, and you paste the one you land on.
                      Needs PLATFORM_CLIENT_SECRET where there is a secret. Nothing is stored; the tokens are given
                      back afterwards where the service takes them back
`;

/** `milepost profile check`: fails when something is wrong. Uses the bot's platform settings, too. */
export async function run(args: readonly string[], context: CliContext): Promise<number | undefined> {
  const { stdout, env } = context;
  const options = {
    live: { type: "boolean" },
    post: { type: "boolean" },
    name: { type: "string" },
    user: { type: "string" },
    account: { type: "string" },
    ...SESSION_OPTIONS,
  } as const;
  const called = readArguments(args, options, { least: 1, most: 1 });
  const file = called?.positionals[0];
  if (called === undefined || file === undefined) return undefined;
  const reading = readProfile(file, { baseUrl: env["PLATFORM_BASE_URL"] });
  stdout.write(describeReading(file, reading));
  if (reading.profile === undefined) return 1;
  const { live = false, post = false, name, user, account } = called.values;
  const sources = SESSION_SOURCES.filter((source) => called.values[source] === true);
  if (sources.length > (live ? 1 : 0)) return undefined;
  if (!live) return unfinishedIn(reading.profile).length === 0 ? 0 : 1;
  const { ids } = reading.profile.wire;
  const asked = { name, user: toPlatformId(user, ids), account: accountOf(account, ids) };
  if (user && !asked.user) return endWith(2, context.stderr, NO_USER);
  if (account && !asked.account) return endWith(2, context.stderr, NO_ACCOUNT);
  return checkLive(reading.profile, { ...asked, source: sources[0], post }, context);
}

const NO_USER = "--user takes a user's id: a whole number, such as 4611686018429000001.\n";
const NO_ACCOUNT =
  "--account takes an account's type and id: two whole numbers with a slash between, such as 3/4611686018429000001.\n";

// The keys of the options are the sources.
const SESSION_SOURCES = Object.keys(SESSION_OPTIONS) as SessionSource[];

async function checkLive(
  profile: Profile,
  { source, post, ...known }: Known & { readonly source: SessionSource | undefined; readonly post: boolean },
  context: CliContext,
): Promise<number> {
  const { stdout, env } = context;
  const apiKey = secretIn(env, "PLATFORM_API_KEY");
  const keys = { apiKey, clientSecret: secretIn(env, "PLATFORM_CLIENT_SECRET") };
  const session = source && (await openOperatorSession(source, profile, context, keys));
  if (typeof session === "string") return endWith(1, context.stderr, `${session}\n`);
  try {
    const maySend = post ? undefined : asker(context);
    const asked = { ...known, session: session?.credential, maySend };
    const { trials, coverage, losses } = await tryOperations(profile, keys, asked);
    stdout.write(describeTrials(profile, trials) + coverage.describe());
    if (losses.length > 0)
      stdout.write(
        `\nLeft out because they are broken:\n${losses.map((one) => `  ${withWayOut(one)}\n`).join("")}`,
      );
    if (apiKey === undefined && profile.clientCredentials === undefined)
      stdout.write("PLATFORM_API_KEY is not set, so no key was sent.\n");
    return trials.some(({ outcome }) => outcome === "failed") ? 1 : 0;
  } finally {
    await session?.end();
  }
}

/** Names each POST and asks; without a terminal none is sent. */
function asker({ stdin, stderr, echo = stderr }: CliContext) {
  const terminal = openTerminal(stdin, echo);
  return async (operation: string, request: string): Promise<boolean> => {
    const named = `${operation} is ${request}, which may change something.`;
    if (terminal === undefined) {
      stderr.write(`${named} It is not sent; --post sends it.\n`);
      return false;
    }
    return /^\s*y/i.test((await terminal.ask(`${named} Send it? [y/n] `)) ?? "");
  };
}

function accountOf(text: string | undefined, ids: IdKind) {
  const [, type, given] = /^(\d{1,9})\/(.+)$/.exec(text ?? "") ?? [];
  const id = toPlatformId(given, ids);
  return id && { membershipType: Number(type), id };
}

function describeReading(file: string, { profile, faults }: ProfileReading): string {
  if (profile === undefined) {
    const count = faults.length === 1 ? "One thing is" : `${faults.length} things are`;
    const shown = faults.slice(0, MOST_FAULTS);
    const lines = shown.map(({ path, problem, fix }) => `  ${path}\n    ${problem}: ${fix}\n`);
    const more = faults.length > shown.length ? `  and ${faults.length - shown.length} more\n` : "";
    return `${count} wrong in ${file}.\n\n${lines.join("")}${more}`;
  }
  const unfinished = unfinishedIn(profile);
  const hosts = resolveHosts(profile);
  const operations = Object.values(profile.operations).filter((operation) => operation !== undefined);
  return [
    `${headline(unfinished.length)} in ${file}: profile "${profile.id}", ${operations.length} operations.`,
    ...unfinished.map((line) => `  finish   ${line}`),
    `  portal   ${hosts.portal}`,
    `  api      ${hosts.api}`,
    `  content  ${hosts.content}`,
    ...Object.entries(hosts.more).map(([name, address]) => `  ${name.padEnd(8)} ${address}`),
    ...unturnedLists(profile).map((id) => `  note     ${id} ${UNTURNED}`),
    ...(isCodeUnguarded(profile) ? [`  note     signIn.oauth ${UNGUARDED}`] : []),
    ...(asksForUnknownAccounts(profile) ? [`  note     accounts.of ${UNKNOWN_ACCOUNTS}`] : []),
    ...(hasNamelessVault(profile) ? [`  note     vault ${NAMELESS}`] : []),
    "",
  ].join("\n");
}

function headline(unfinished: number): string {
  if (unfinished === 0) return "Nothing is wrong";
  return unfinished === 1 ? "One thing is unfinished" : `${unfinished} things are unfinished`;
}

const MOST_FAULTS = 40;

const UNKNOWN_ACCOUNTS =
  "is missing, and {membershipType} is used: only linked members can be asked about; without it a user is the account";

const NAMELESS = "shows no names: definitions.tables has no item, and nothing says items and VaultItem.name";

/** Whether a player's account would be needed to show what the key alone may ask for. */
function asksForUnknownAccounts(profile: Profile): boolean {
  const { operations } = profile;
  const asked = [operations.progression, operations["stats.account"], operations.characters];
  const isPublic = asked.some((one) => one !== undefined && one.class !== "private");
  return isPublic && operations["accounts.of"] === undefined && !areUsersAccounts(profile);
}

function hasNamelessVault({ operations: { vault }, definitions, renames }: Profile): boolean {
  if (vault === undefined || vault.read !== undefined || definitions?.tables.item !== undefined) return false;
  return vault.items === undefined || renames["VaultItem"]?.["name"] === undefined;
}

const UNTURNED = "names {page}, but only the first page will show: add more or pageSize to get the next";

const UNGUARDED =
  "has neither a secret nor PKCE: whoever steals a code can use it; say pkce S256 where the service takes it";

function describeTrials(profile: Profile, trials: readonly Trial[]): string {
  const width = Math.max(...trials.map(({ operation }) => operation.length)) + 2;
  const lines = trials.map(
    ({ operation, outcome, words }) => `  ${operation.padEnd(width)}${WORDS[outcome]}${words}\n`,
  );
  const { host } = new URL(resolveHosts(profile).api);
  const answered = trials.filter(({ outcome }) => outcome === "answered").length;
  const failed = trials.filter(({ outcome }) => outcome === "failed").length;
  return `\nAsked ${host}:\n${lines.join("")}\n${answered} answered, ${failed} failed, ${trials.length - answered - failed} not tried.\n`;
}

const WORDS: Readonly<Record<Trial["outcome"], string>> = {
  answered: "answers    ",
  failed: "fails      ",
  skipped: "not tried  ",
};
