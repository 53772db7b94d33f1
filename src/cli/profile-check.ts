import { toInt64 } from "../base/int64.ts";
import { Secret } from "../base/secret.ts";
import { type ProfileReading, readProfile, resolveHosts } from "../platform/profile/load.ts";
import { unturnedLists } from "../platform/profile/operation-faults.ts";
import { isCodeUnguarded } from "../platform/profile/oauth-faults.ts";
import type { Profile } from "../platform/profile/schema.ts";
import { type CliContext, readArguments } from "./subcommand.ts";
import { type Trial, tryOperations } from "./try-operations.ts";

export const usage = `Usage: milepost profile check FILE [--live [--name NAME] [--user ID] [--account TYPE/ID]]

Says what is wrong in a platform profile, and how to fix it.

  FILE                a profile, or one that comes along: neutral, lookalike
  --live              also try every public operation once, with PLATFORM_API_KEY
  --name NAME         a player to search for, if the search finds nobody
  --user ID           a player to look up, if there is no search
  --account TYPE/ID   an account whose characters, progress and stats to get, such as 3/4611686018400000001
`;

/** `milepost profile check`: fails when something is wrong. The bot's settings of the platform count here too. */
export async function run(args: readonly string[], { stdout, env }: CliContext): Promise<number | undefined> {
  const options = {
    live: { type: "boolean" },
    name: { type: "string" },
    user: { type: "string" },
    account: { type: "string" },
  } as const;
  const called = readArguments(args, options, { least: 1, most: 1 });
  const file = called?.positionals[0];
  if (called === undefined || file === undefined) return undefined;
  const reading = readProfile(file, { baseUrl: env["PLATFORM_BASE_URL"] });
  stdout.write(describeReading(file, reading));
  if (reading.profile === undefined) return 1;
  if (called.values.live !== true) return 0;
  const key = env["PLATFORM_API_KEY"] ?? "";
  const { name, user, account } = called.values;
  const known = { name, user: toInt64(user), account: accountOf(account) };
  if ((user && !known.user) || (account && !known.account)) return undefined;
  const apiKey = key === "" ? undefined : new Secret(key);
  const { trials, coverage, losses } = await tryOperations(reading.profile, apiKey, known);
  stdout.write(describeTrials(reading.profile, trials) + coverage.describe());
  if (losses.length > 0)
    stdout.write(`\nLeft out because they are broken:\n${losses.map((one) => `  ${one}\n`).join("")}`);
  if (key === "") stdout.write("PLATFORM_API_KEY is not set, so no key was sent.\n");
  return trials.some(({ outcome }) => outcome === "failed") ? 1 : 0;
}

/** `TYPE/ID`. */
function accountOf(text: string | undefined) {
  const [, type, digits] = /^(\d{1,9})\/(\d{1,20})$/.exec(text ?? "") ?? [];
  const id = toInt64(digits);
  return id && { membershipType: Number(type), id };
}

function describeReading(file: string, { profile, faults }: ProfileReading): string {
  if (profile === undefined) {
    const count = faults.length === 1 ? "One thing is" : `${faults.length} things are`;
    const lines = faults.map(({ path, problem, fix }) => `  ${path}\n    ${problem}: ${fix}\n`);
    return `${count} wrong in ${file}.\n\n${lines.join("")}`;
  }
  const hosts = resolveHosts(profile);
  const operations = Object.values(profile.operations).filter((operation) => operation !== undefined);
  return [
    `Nothing is wrong in ${file}: profile "${profile.id}", ${operations.length} operations.`,
    `  portal   ${hosts.portal}`,
    `  api      ${hosts.api}`,
    `  content  ${hosts.content}`,
    ...unturnedLists(profile).map((id) => `  note     ${id} ${UNTURNED}`),
    ...(isCodeUnguarded(profile) ? [`  note     signIn.oauth ${UNGUARDED}`] : []),
    "",
  ].join("\n");
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
