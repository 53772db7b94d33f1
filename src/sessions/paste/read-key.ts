import { Secret } from "../../base/secret.ts";
import { plainCharacters, unwrapped } from "./clean.ts";
import { findForbidden, hasEmail } from "./forbidden.ts";
import type { PasteReading } from "./reading.ts";
import { BUNDLE_PREFIX } from "./sealed-text.ts";

/** A member's own key from their paste, or why there is none. */
type KeyReading =
  | { readonly kind: "key"; readonly key: Secret }
  | Extract<PasteReading, { readonly kind: "refused" }>
  | { readonly kind: "unreadable" };

const LONGEST = 4_000;
/** A header as it is sent, or the words before a value: `X-API-Key: `, `Bearer `. */
const BEFORE = /^(?:[\w-]{1,60}:[ \t]{1,4})?(?:bearer[ \t]{1,4})?/i;
/** What a header can carry, without spaces. */
const KEY = /^[\x21-\x7E]{8,1024}$/;

/** Reads the one word a service gives its members for a key, quoted or as the header it goes in. */
export function readKey(raw: string): KeyReading {
  if (raw.length > LONGEST) return { kind: "unreadable" };
  const text = unwrapped(plainCharacters(raw)).trim();
  const forbidden = hasEmail(text) ? "password" : findForbidden(text);
  if (forbidden !== undefined) return { kind: "refused", why: forbidden };
  const bare = withoutQuotes(withoutQuotes(text).replace(BEFORE, ""));
  const isKey = KEY.test(bare) && !bare.startsWith(BUNDLE_PREFIX) && !/^https?:/i.test(bare);
  return isKey ? { kind: "key", key: new Secret(bare) } : { kind: "unreadable" };
}

function withoutQuotes(text: string): string {
  const [first = ""] = text;
  return /["'`]/.test(first) && text.length > 1 && text.endsWith(first) ? text.slice(1, -1).trim() : text;
}
