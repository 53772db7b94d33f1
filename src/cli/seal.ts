import { systemClock } from "../base/clock.ts";
import { wantedCookies } from "../platform/cookies.ts";
import { resolveHosts } from "../platform/profile/hosts.ts";
import { readProfile } from "../platform/profile/load.ts";
import { readPaste } from "../sessions/paste/read-paste.ts";
import { readArguments } from "./arguments.ts";
import type { CliContext } from "./context.ts";
import { readPastedInput } from "./paste-input.ts";
import { explainReading } from "./paste-words.ts";
import { isRecipient, sealForLink } from "./sign-in-bundle.ts";

export const usage = `Usage: milepost seal --recipient KEY --member ID [--profile FILE]

Seals cookies you have at hand for /link. Paste them when asked (nothing is shown), or give them on stdin, in any
form: a Cookie header, copy as cURL, a row of the developer tools, an extension's JSON, a HAR file.

  --recipient KEY   the bot's public key, from /link (age1...)
  --member ID       your Discord id, from /link: nobody else can use the bundle
  --profile FILE    the platform's profile, a file or a shipped name (PLATFORM_PROFILE, else neutral)
`;

const OPTIONS = {
  recipient: { type: "string" },
  member: { type: "string" },
  profile: { type: "string" },
} as const;

interface Arguments {
  readonly recipient: string;
  readonly member: string;
  readonly profile: string;
}

/** `milepost seal`: 0 with a bundle on stdout, 1 without one, 2 when called wrongly. */
export async function runSeal(args: readonly string[], context: CliContext): Promise<number> {
  const { stderr, env } = context;
  const read = argumentsOf(args, env);
  if (typeof read === "string") return say(stderr, `${read}\n\n${usage}`, 2);
  const { profile } = readProfile(read.profile, { baseUrl: env["PLATFORM_BASE_URL"] });
  const hosts = profile === undefined ? undefined : resolveHosts(profile);
  const wanted = profile && hosts && wantedCookies(profile, hosts);
  if (hosts === undefined || wanted === undefined) {
    return say(
      stderr,
      `The profile can't be used, or names no cookies: milepost profile check ${read.profile}\n`,
      2,
    );
  }
  if (context.stdin === undefined) return say(stderr, usage, 2);
  const names = wanted.cookies.map(({ name }) => name).join(", ");
  if (context.stdin.isTTY === true) {
    stderr.write(`Paste the cookies (${names}); nothing is shown. Then press Enter once more.\n`);
  }
  const pasted = await readPastedInput(context.stdin);
  if (pasted === undefined) return say(stderr, "Nothing was sealed.\n", 1);
  const reading = readPaste(pasted, wanted, { now: systemClock.now() });
  const problem = explainReading(reading);
  if (problem !== undefined || reading.kind !== "cookies") return say(stderr, `${problem ?? ""}\n`, 1);
  if (reading.otherHost !== undefined) {
    stderr.write(
      `These cookies were copied for ${reading.otherHost}, not for ${new URL(hosts.portal).host}.\n`,
    );
  }
  const target = { ...read, portal: hosts.portal, clock: systemClock };
  context.stdout.write(`${await sealForLink(target, reading.cookies)}\n`);
  return say(
    stderr,
    "Paste this into /link within the hour. Only the bot can open it, and only for you.\n",
    0,
  );
}

function say(stderr: CliContext["stderr"], text: string, code: number): number {
  stderr.write(text);
  return code;
}

function argumentsOf(args: readonly string[], env: CliContext["env"]): Arguments | string {
  const values = readArguments(args, OPTIONS)?.values;
  if (values === undefined) {
    // Node's message would repeat what was typed, a cookie perhaps.
    return "One of the options is not known, or lacks its value. Cookies are never options.";
  }
  const { recipient, member, profile = env["PLATFORM_PROFILE"] || "neutral" } = values;
  if (recipient === undefined || member === undefined) return "Give --recipient and --member.";
  if (!isRecipient(recipient)) return "--recipient is the key that /link shows, whole: age1...";
  if (!/^\d{15,20}$/.test(member)) return "--member is your Discord id: 15 to 20 digits.";
  return { recipient, member, profile };
}
