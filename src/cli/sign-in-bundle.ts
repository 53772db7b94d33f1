import { Encrypter } from "age-encryption";

import type { Clock } from "../base/clock.ts";
import { HOUR_MS } from "../base/duration.ts";
import type { Secret } from "../base/secret.ts";
import { makeBundle } from "../sessions/bundle/make-bundle.ts";

/** Time enough to paste it. */
const LIFE_MS = HOUR_MS;

export interface BundleFor {
  /** What /link shows: the bot's public key, and whose bundle it is. */
  readonly recipient: string;
  readonly member: string;
  /** Base of the platform's portal. */
  readonly portal: string;
  readonly clock: Clock;
}

/** Seals cookies as /link takes them. */
export function sealForLink(
  { recipient, member, portal, clock }: BundleFor,
  cookies: ReadonlyMap<string, Secret>,
): Promise<string> {
  const contents = {
    cookies: Object.fromEntries([...cookies].map(([name, value]) => [name, value.reveal()])),
    discordId: member,
    origin: new URL(portal).origin,
    expiresAt: new Date(clock.now() + LIFE_MS).toISOString(),
  };
  return makeBundle(contents, recipient);
}

/** Whether something can be sealed to it. */
export function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text);
    return text.startsWith("age1");
  } catch {
    return false;
  }
}
