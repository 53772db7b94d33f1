import type { Secret } from "../base/secret.ts";

export type Scrubber = ReturnType<typeof createScrubber>;

const SHOWN = "[secret]";
const SHORTEST = 6;

/** Names of OAuth 2 secrets (RFC 6749, 7521, 7636, OpenID Connect). */
const OAUTH = "(?:access|refresh|id)_token|client_secret|client_assertion|code_verifier";

/**
 * What looks like a secret although nobody registered it: grant codes, tokens and keys in URLs, headers, JSON and
 * cookies, Discord's tokens, webhook tokens, keyring keys. JSON is recognized up to four levels deep in other JSON;
 * without a bound, backslashes would cost quadratic time.
 */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(
      String.raw`\b(code|state|token|${OAUTH}|password|passwd|secret|api[-_]?key|key|PPFT|sFTTag)(=|%3D|%253D)[^&\s"'\\<>;,]+`,
      "gi",
    ),
    `$1$2${SHOWN}`,
  ],
  [
    new RegExp(
      String.raw`(\\{0,15}")(authorization|cookie|set-cookie|x-api-key|x-csrf|password|token|${OAUTH})\1\s*:\s*\1(?:\\\\|[^"\\])*\1`,
      "gi",
    ),
    `$1$2$1:$1${SHOWN}$1`,
  ],
  [/\b(authorization|cookie|set-cookie|x-api-key|x-csrf)\s*[:=]\s*[^\s"\\][^"\\\r\n]*/gi, `$1: ${SHOWN}`],
  [/\b(Bot|Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}/g, `$1 ${SHOWN}`],
  [/\b[A-Za-z0-9_-]{23,28}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,}\b/g, SHOWN],
  [/(\/(?:webhooks|interactions)\/\d+\/)[A-Za-z0-9_-]{20,}/g, `$1${SHOWN}`],
  [/\b(mpk1|mpt1|mpi1)(\s+\d+\s+)[^\s"\\]+(\s+[^\s"\\]+)?/g, `$1$2${SHOWN}`],
  [/\bAGE-SECRET-KEY-[A-Z0-9-]+/g, SHOWN],
  [/\bmilepost1:[A-Za-z0-9_-]{16,}/g, `milepost1:${SHOWN}`],
];

/** Returns a scrubber, which removes secrets from text before it leaves the process. */
export function createScrubber() {
  const spellings = new Set<string>();
  let longestFirst: readonly string[] = [];
  return {
    /** Removes this value from now on, in every spelling below. Ignored if shorter than 6 characters. */
    protect(secret: Secret): void {
      const value = secret.reveal();
      if (value.length < SHORTEST) return;
      for (const spelling of spellingsOf(value)) spellings.add(spelling);
      longestFirst = [...spellings].sort((one, other) => other.length - one.length);
    },
    scrub(text: string): string {
      let clean = text;
      for (const spelling of longestFirst) {
        if (clean.includes(spelling)) clean = clean.replaceAll(spelling, SHOWN);
      }
      for (const [pattern, shown] of PATTERNS) clean = clean.replaceAll(pattern, shown);
      return clean;
    },
  };
}

/** Returns the value as it appears in URLs, forms, JSON, HTML, base64 (at each of three offsets) and hex. */
export function spellingsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value, "utf8");
  const uri = encodeURIComponent(value.toWellFormed());
  const json = insideJson(value);
  const hex = bytes.toString("hex");
  const spellings = [
    value,
    uri,
    uri.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()),
    encodeURIComponent(uri),
    uri.replaceAll("%20", "+"),
    json,
    insideJson(json),
    [...unicodeEscapes(value)].join(""),
    value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
    hex,
    hex.toUpperCase(),
    ...base64Cores(bytes),
  ];
  return [...new Set(spellings)].filter((spelling) => spelling.length >= SHORTEST);
}

function insideJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function* unicodeEscapes(text: string): Generator<string> {
  for (let at = 0; at < text.length; at++) yield `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`;
}

/** Yields the base64 characters that depend on these bytes only, at any offset. */
function* base64Cores(bytes: Buffer): Generator<string> {
  for (const offset of [0, 1, 2]) {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
    const first = Math.ceil((offset * 8) / 6);
    const last = Math.floor((padded.length * 8) / 6);
    yield padded.toString("base64").slice(first, last);
    yield padded.toString("base64url").slice(first, last);
  }
}
