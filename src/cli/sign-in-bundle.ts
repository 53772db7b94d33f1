import { Encrypter } from "age-encryption";

import type { Clock } from "../base/clock.ts";
import type { Secret } from "../base/secret.ts";
import type { BundleContents } from "../sessions/bundle-contents.ts";

/** Time enough to paste it. */
const LIFE_MS = 60 * 60_000;

export interface BundleFor {
  /** What /link shows: the bot's public key, and whose bundle it is. */
  readonly recipient: string;
  readonly member: string;
  /** Base of the platform's portal. */
  readonly portal: string;
  readonly clock: Clock;
}

/** Seals cookies as /link takes them. Throws when the recipient is no key. */
export async function sealForLink(
  { recipient, member, portal, clock }: BundleFor,
  cookies: ReadonlyMap<string, Secret>,
): Promise<string> {
  const contents: BundleContents = {
    cookies: Object.fromEntries([...cookies].map(([name, value]) => [name, value.reveal()])),
    discordId: member,
    origin: new URL(portal).origin,
    expiresAt: new Date(clock.now() + LIFE_MS).toISOString(),
  };
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const sealed = await encrypter.encrypt(JSON.stringify(contents));
  return `milepost1:${Buffer.from(sealed).toString("base64url")}`;
}
