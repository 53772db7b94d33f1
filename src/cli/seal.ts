import { systemClock } from "../base/clock.ts";
import { wantedCookies } from "../platform/wanted-cookies.ts";
import { resolveHosts } from "../platform/profile/hosts.ts";
import { describeFaults, readProfile } from "../platform/profile/load.ts";
import {
  type MissingCookie,
  type PasteForm,
  type PasteReading,
  readPaste,
} from "../sessions/paste/read-paste.ts";
import { type CliContext, endWith, readArguments } from "./subcommand.ts";
import { readPastedInput } from "./terminal.ts";
import { BUNDLE_OPTIONS, bundleTarget, type BundleTarget, writeBundle } from "./link-bundle.ts";

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
  const { profile, faults } = readProfile(read.profile, { baseUrl: env["PLATFORM_BASE_URL"] });
  if (profile === undefined) return endWith(2, stderr, `${describeFaults(read.profile, faults)}\n`);
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
    // Node's message would repeat what was typed, a cookie perhaps.
    return "An option is unknown or has no value. Never type cookies as options.";
  }
  const { recipient, member, profile = env["PLATFORM_PROFILE"] || "neutral" } = values;
  if (recipient === undefined || member === undefined) return "Add --recipient and --member.";
  const target = bundleTarget(recipient, member);
  return typeof target === "string" ? target : { ...target, profile };
}

const FORMS: Readonly<Record<PasteForm, string>> = {
  bundle: "sealed text",
  har: "a HAR file",
  "storage-state": "a browser's storage state",
  "cookie-list": "a list of cookies",
  "json-map": "JSON",
  netscape: "cookies.txt",
  curl: "copy as cURL",
  powershell: "copy as PowerShell",
  fetch: "copy as fetch",
  "set-cookie": "Set-Cookie lines",
  table: "a table of the developer tools",
  "cookie-header": "a Cookie header",
  "header-value": "the value of a Cookie header",
  lines: "names and values, one a line",
  text: "names and values in a text",
};

const REFUSED = {
  password: "That looks like a name and password. Nothing was stored. Copy the cookies instead.",
  "discord-token":
    "That has a Discord token in it. Nothing was stored. Reset the token in Discord, then copy the cookies instead.",
  "grant-code": "That's a sign-in code, not a session. Finish signing in, then copy the cookies.",
};

const UNREADABLE = {
  empty: "That was empty. Copy the cookies and paste again.",
  "too-long": "That's too long. Copy only the cookies.",
  cut: "That ends in the middle of a cookie. Copy again, all of it.",
  "no-cookies": "No cookies found in that. Copy them again: /link shows how.",
};

const WHY = {
  absent: "is missing: it's HttpOnly, so look under Application > Cookies in the developer tools",
  empty: "is empty",
  placeholder: "has a placeholder, not a value",
  characters: "has characters no cookie can have",
  "too-long": "is too long",
  cut: "is cut off",
  shortened: "was copied from a shortened view",
};

/** Why a reading can't be encrypted; undefined when it can. No value is in it. */
function explainReading(reading: PasteReading): string | undefined {
  if (reading.kind === "refused") return REFUSED[reading.why];
  if (reading.kind === "unreadable") return UNREADABLE[reading.why];
  if (reading.kind === "bundle") return "That's sealed text already. Paste it into /link.";
  if (reading.isComplete) return undefined;
  const found = reading.found.length === 0 ? "none of the cookies" : reading.found.join(", ");
  const missing = reading.missing.filter(({ isRequired }) => isRequired).map(missingLine);
  return `Read as ${FORMS[reading.form]}. Found: ${found}.\n${missing.join("\n")}`;
}

function missingLine({ name, why, placeholder }: MissingCookie): string {
  return `  ${name} ${WHY[why]}${placeholder === undefined ? "" : ` (${placeholder})`}`;
}
