import { z } from "zod";

import { DAY_MS } from "../../base/duration.ts";
import { jsonOrNothing } from "../../base/json.ts";
import { Secret } from "../../base/secret.ts";
import { isCookieValue, type WantedCookies } from "../../platform/cookie-rules.ts";
import { type KeyringChecks, knownKey } from "../keyring/keyring-checks.ts";
import type { KeySource } from "../seal/sealer.ts";

export interface OpenBundleOptions {
  /** The bot's age identities that may open bundles (`bundleIdentities`). */
  readonly identities: readonly Secret[];
  /** The member who pasted it. */
  readonly discordId: string;
  /** Of the platform's portal. */
  readonly origin: string;
  readonly wanted: WantedCookies;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export type BundleOpening =
  | { readonly ok: true; readonly cookies: ReadonlyMap<string, Secret>; readonly missing: readonly string[] }
  | {
      readonly ok: false;
      /** unknown-key: sealed for another bot, or for a retired key. */
      readonly why: "damaged" | "unknown-key" | "other-member" | "other-platform" | "expired" | "no-cookies";
    };

/** How long a retired identity still opens bundles that were sealed to it. */
export const IDENTITY_KEPT_MS = 7 * DAY_MS;
/** Ours last an hour; the rest allows for a wrong clock. */
const LONGEST_MS = DAY_MS;
const LARGEST_FILE = 48 * 1024;
const AGE_HEADER = "age-encryption.org/v1\n";

const Contents = z.object({
  cookies: z.record(z.string(), z.string()),
  discordId: z.string(),
  origin: z.string(),
  expiresAt: z.union([z.iso.datetime({ offset: true }), z.int()]),
});

/** Opens a bundle, or returns what is wrong with it. Its content never gets into an error. */
export async function openBundle(text: string, options: OpenBundleOptions): Promise<BundleOpening> {
  const { bundleFile } = await import("./make-bundle.ts");
  const file = bundleFile(text);
  if (file === undefined || file.length > LARGEST_FILE || !isAgeFile(file)) return refused("damaged");
  const opened = await decrypt(file, options.identities);
  if (typeof opened !== "object") return refused(opened);
  const contents = Contents.safeParse(jsonOrNothing(opened.text));
  if (!contents.success) return refused("damaged");
  const { cookies, discordId, origin, expiresAt } = contents.data;
  if (discordId !== options.discordId) return refused("other-member");
  if (originOf(origin) !== options.origin) return refused("other-platform");
  const lasts = new Date(expiresAt).getTime() - options.now;
  // An invalid date makes this NaN, which fails the comparison.
  if (!(lasts > 0 && lasts <= LONGEST_MS)) return refused("expired");
  return chosen(cookies, options.wanted);
}

/** Returns the identities that open bundles now: the primary, and replaced ones for 7 days. */
export async function bundleIdentities(
  keyring: KeySource,
  checks: Pick<KeyringChecks, "all">,
  now: number,
): Promise<readonly Secret[]> {
  keyring.refresh();
  const known = await checks.all();
  return keyring.keys("mpi1").flatMap(({ id, value }, index) => {
    const since = knownKey(known, { kind: "mpi1", id })?.supersededAt;
    const isOver = index > 0 && since !== undefined && now >= since + IDENTITY_KEPT_MS;
    return isOver ? [] : [value];
  });
}

/** Returns the recipient for bundles, `age1...`; undefined where the keyring has no identity. */
export async function bundleRecipient(keyring: KeySource): Promise<string | undefined> {
  keyring.refresh();
  const [primary] = keyring.keys("mpi1");
  return primary && recipientOf(primary.value);
}

/** Returns the public key of an age identity. */
export async function recipientOf(identity: Secret): Promise<string> {
  const { identityToRecipient } = await import("age-encryption");
  return identityToRecipient(identity.reveal());
}

type Why = Extract<BundleOpening, { readonly ok: false }>["why"];

function refused(why: Why): BundleOpening {
  return { ok: false, why };
}

function isAgeFile(file: Uint8Array): boolean {
  return new TextDecoder("latin1").decode(file.subarray(0, AGE_HEADER.length)) === AGE_HEADER;
}

/** Tries one identity after another: the one that fits decides whether the file is intact. */
async function decrypt(
  file: Uint8Array,
  identities: readonly Secret[],
): Promise<{ readonly text: string } | "damaged" | "unknown-key"> {
  const { Decrypter } = await import("age-encryption");
  let isDamaged = false;
  for (const identity of identities) {
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity.reveal());
    try {
      return { text: await decrypter.decrypt(file, "text") };
    } catch (error) {
      isDamaged ||= !isUnknownKey(error);
    }
  }
  return isDamaged ? "damaged" : "unknown-key";
}

function isUnknownKey(error: unknown): boolean {
  return error instanceof Error && error.message.includes("no identity matched");
}

function originOf(text: string): string | undefined {
  return URL.canParse(text) ? new URL(text).origin : undefined;
}

function chosen(cookies: Readonly<Record<string, string>>, wanted: WantedCookies): BundleOpening {
  const usable = wanted.cookies.flatMap(({ name }): [string, Secret][] => {
    const value = Object.hasOwn(cookies, name) ? cookies[name] : undefined;
    return value !== undefined && isCookieValue(value) ? [[name, new Secret(value)]] : [];
  });
  const found = new Map(usable);
  const missing = wanted.cookies.filter(({ name, isRequired }) => isRequired && !found.has(name));
  if (found.size === 0) return refused("no-cookies");
  return { ok: true, cookies: found, missing: missing.map(({ name }) => name) };
}
