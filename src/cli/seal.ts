import { systemClock } from "../base/clock.ts";
import { wantedCookies } from "../platform/cookie-rules.ts";
import { resolveHosts } from "../platform/profile/hosts.ts";
import { readPaste } from "../sessions/paste/read-paste.ts";
import { type CliContext, endWith, readArguments } from "./subcommand.ts";
import { readPastedInput } from "./terminal.ts";
import { explainReading } from "./explain-reading.ts";
import { BUNDLE_OPTIONS, bundleTarget, type BundleTarget, profileNamed, writeBundle } from "./link-bundle.ts";

export const usage = `Usage: milepost seal --recipient KEY --member ID [--profile FILE]

Encrypts cookies you have, for /link. Paste them when asked (nothing is shown), or pipe them in. Any form works: a
Cookie header, copy as cURL, rows of the developer tools, an extension's JSON, a HAR file.

  --recipient KEY   the bot's public key, from /link (age1...)
  --member ID       your Discord ID, from /link: only you can use the sealed text
  --profile FILE    the platform's profile: a file, neutral or lookalike (default: PLATFORM_PROFILE, else neutral)
`;

type Arguments = BundleTarget & { readonly profile: string };

/** `milepost seal`: writes sealed text to stdout. */
export async function run(args: readonly string[], context: CliContext): Promise<number | undefined> {
  const { stderr, env } = context;
  const read = argumentsOf(args, env);
  if (typeof read === "string") return endWith(2, stderr, `${read}\n\n${usage}`);
  const profile = profileNamed(read.profile, context);
  if (profile === undefined) return 2;
  const hosts = resolveHosts(profile);
  const wanted = wantedCookies(profile, hosts);
  if (wanted === undefined)
    return endWith(
      2,
      stderr,
      `The profile ${read.profile} names no cookies, so there is nothing to encrypt.\n`,
    );
  if (context.stdin === undefined) return undefined;
  const names = wanted.cookies.map(({ name }) => name).join(", ");
  if (context.stdin.isTTY === true) {
    stderr.write(`Paste the cookies (${names}), then press Enter. Nothing is shown.\n`);
  }
  const pasted = await readPastedInput(context.stdin);
  if (pasted === undefined) return endWith(1, stderr, "Stopped. Nothing was encrypted.\n");
  const reading = readPaste(pasted, wanted, { now: systemClock.now() });
  const problem = explainReading(reading);
  if (problem !== undefined || reading.kind !== "cookies") return endWith(1, stderr, `${problem ?? ""}\n`);
  if (reading.otherHost !== undefined) {
    stderr.write(`These cookies were copied for ${reading.otherHost}, not ${new URL(hosts.portal).host}.\n`);
  }
  return writeBundle(context, { ...read, portal: hosts.portal }, reading.cookies);
}

function argumentsOf(args: readonly string[], env: CliContext["env"]): Arguments | string {
  const values = readArguments(args, BUNDLE_OPTIONS)?.values;
  if (values === undefined) {
    // Node's message would repeat what was typed, possibly a cookie.
    return "An option is unknown or has no value. Never type cookies as options.";
  }
  const { recipient, member, profile = env["PLATFORM_PROFILE"] || "neutral" } = values;
  if (recipient === undefined || member === undefined) return "Add --recipient and --member.";
  const target = bundleTarget(recipient, member);
  return typeof target === "string" ? target : { ...target, profile };
}
