import { systemClock } from "../base/clock.ts";
import { HOUR_MS } from "../base/duration.ts";
import type { Secret } from "../base/secret.ts";
import { describeFaults, readProfile } from "../platform/profile/load.ts";
import type { Profile } from "../platform/profile/schema.ts";
import { makeBundle } from "../sessions/bundle/make-bundle.ts";
import { isAgeRecipient } from "../storage/age-files.ts";
import { type CliContext, endWith } from "./subcommand.ts";

/** Long enough to paste it. */
const LIFE_MS = HOUR_MS;

export const BUNDLE_OPTIONS = {
  recipient: { type: "string" },
  member: { type: "string" },
  profile: { type: "string" },
} as const;

/** What /link shows: the bot's public key, and the member's id. */
export interface BundleTarget {
  readonly recipient: string;
  readonly member: string;
}

/** Returns the bundle's target, or what is wrong with the options in one sentence. */
export function bundleTarget(recipient: string, member: string): BundleTarget | string {
  if (!isAgeRecipient(recipient)) return "--recipient is the whole key /link shows: age1...";
  if (!/^\d{15,20}$/.test(member)) return "--member is your Discord ID: 15 to 20 digits.";
  return { recipient, member };
}

/** Returns a profile by name; undefined where it can't be used, which is printed. */
export function profileNamed(name: string, { stderr, env }: CliContext): Profile | undefined {
  const { profile, faults } = readProfile(name, { baseUrl: env["PLATFORM_BASE_URL"] });
  if (profile === undefined) stderr.write(`${describeFaults(name, faults)}\n`);
  return profile;
}

/** Writes cookies to stdout as a bundle for /link. `portal`: the portal's base URL. */
export async function writeBundle(
  { stdout, stderr }: CliContext,
  { recipient, member, portal }: BundleTarget & { readonly portal: string },
  cookies: ReadonlyMap<string, Secret>,
): Promise<number> {
  const contents = {
    cookies: Object.fromEntries([...cookies].map(([name, value]) => [name, value.reveal()])),
    discordId: member,
    origin: new URL(portal).origin,
    expiresAt: new Date(systemClock.now() + LIFE_MS).toISOString(),
  };
  stdout.write(`${await makeBundle(contents, recipient)}\n`);
  const next = "Paste this into /link within the hour. Only this bot can open it, only for you.\n";
  return endWith(0, stderr, next);
}
