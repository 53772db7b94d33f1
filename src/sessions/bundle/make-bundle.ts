import { armor, Encrypter } from "age-encryption";

import { BUNDLE_PREFIX } from "../paste/sealed-text.ts";

/** The content of a sealed bundle, stored as JSON in an age file. `expiresAt` is ISO 8601. */
export interface BundleContents {
  readonly cookies: Readonly<Record<string, string>>;
  readonly discordId: string;
  /** Of the platform's portal. */
  readonly origin: string;
  readonly expiresAt: string;
}

/** How many bytes `btoa` gets at once: argument lists are limited. */
const AT_ONCE = 8_192;

/**
 * Seals cookies for one bot and one member, as `milepost1:` and base64url of an age file. Also runs in browsers.
 * `recipient`: the bot's `age1...`.
 */
export async function makeBundle(contents: BundleContents, recipient: string): Promise<string> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return BUNDLE_PREFIX + toBase64Url(await encrypter.encrypt(JSON.stringify(contents)));
}

/** Returns the age file in a bundle's text, base64url, base64 or armored; undefined for other texts. */
export function bundleFile(text: string): Uint8Array | undefined {
  try {
    if (!text.startsWith(BUNDLE_PREFIX)) return armor.decode(text);
    const base64 = text
      .slice(BUNDLE_PREFIX.length)
      .replaceAll("-", "+")
      .replaceAll("_", "/")
      .replaceAll("=", "");
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function toBase64Url(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let from = 0; from < bytes.length; from += AT_ONCE) {
    parts.push(String.fromCharCode(...bytes.subarray(from, from + AT_ONCE)));
  }
  return btoa(parts.join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
