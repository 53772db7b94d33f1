import { MINUTE_MS } from "../../base/duration.ts";
import type { ErrorCode } from "../../base/errors.ts";
import { type PlatformId, toPlatformId } from "../../base/int64.ts";
import { jsonOrNothing } from "../../base/json.ts";
import { Secret } from "../../base/secret.ts";
import { retryAfterMs, throttledForMs } from "../http/asked-wait.ts";
import type { RawAnswer } from "../http/request.ts";
import { isObject, valueAt } from "../json/path.ts";
import { tokenWords } from "../profile/oauth-schema.ts";
import type { CodeClass, OAuthProfile, Profile } from "../profile/schema.ts";

/** Tokens from a token endpoint. Times are milliseconds since 1970. */
export interface GrantedTokens {
  readonly access: Secret;
  readonly accessEnds?: number | undefined;
  /** Absent: the previous one stays valid, if there was one. */
  readonly refresh?: Secret | undefined;
  readonly refreshEnds?: number | undefined;
  readonly account?: PlatformId | undefined;
  readonly at: number;
}

export type TokenAnswer =
  | { readonly kind: "tokens"; readonly granted: GrantedTokens }
  /** Final: the code or refresh token is invalid. */
  | { readonly kind: "ended" }
  /** Nothing happened; a later attempt may work. */
  | { readonly kind: "not-now"; readonly code: ErrorCode; readonly retryAfterMs?: number | undefined }
  /** It is unknown what happened. */
  | { readonly kind: "unclear" }
  /** The application was refused: its id or secret. */
  | { readonly kind: "client" };

/** Excludes what can't be sent in a header, and longer texts. */
const TOKEN = /^[\x21-\x7E]{1,8192}$/;
const CLIENT_ERRORS = new Set(["invalid_client", "unauthorized_client", "unsupported_grant_type"]);
/** The least wait for a refresh token that isn't valid yet. */
const WAIT_MS = 60_000;

export type TokenWords = Pick<OAuthProfile, "members" | "errors">;

/** The names of RFC 6749. */
export const USUAL_WORDS: TokenWords = tokenWords.parse({});

/** Reads an answer of the token endpoint (RFC 6749, 5.1 and 5.2). None of its text is passed on. */
export function readTokenAnswer(
  profile: Profile,
  oauth: TokenWords,
  raw: RawAnswer,
  at: number,
): TokenAnswer {
  const value = jsonOrNothing(raw.body.toString("utf8"));
  const granted = grantedIn(profile, oauth, value, at);
  if (raw.status >= 200 && raw.status < 300 && granted !== undefined) return { kind: "tokens", granted };
  const arrived = { raw, now: at };
  const asked = raw.status === 429 ? throttledForMs(arrived) : retryAfterMs(arrived);
  const wait = asked > 0 ? asked : undefined;
  for (const name of namesOf(profile, value)) {
    const found = meaningOf(profile, oauth, name);
    if (found === "ended" || found === "client") return { kind: found };
    if (found !== undefined)
      return { kind: "not-now", code: found, retryAfterMs: isWait(oauth, name) ? (wait ?? WAIT_MS) : wait };
  }
  if (raw.status === 503) return { kind: "not-now", code: "platform-maintenance", retryAfterMs: wait };
  if (raw.status === 429) return { kind: "not-now", code: "platform-throttled", retryAfterMs: wait };
  // A proxy's own 401 says nothing about the application.
  return raw.status === 401 && isObject(value) ? { kind: "client" } : { kind: "unclear" };
}

function grantedIn(
  { envelope, wire }: Profile,
  { members }: TokenWords,
  value: unknown,
  at: number,
): GrantedTokens | undefined {
  const inner = valueAt(value, envelope.members.response);
  const body = valueAt(value, members.access) === undefined && isObject(inner) ? inner : value;
  const type = valueAt(body, "token_type");
  const access = tokenAt(body, members.access);
  if (access === undefined || (typeof type === "string" && type.toLowerCase() !== "bearer")) return undefined;
  const account =
    members.account === undefined ? undefined : toPlatformId(accountIn(body, members.account), wire.ids);
  return {
    at,
    access,
    accessEnds: endAt(body, members.expires, at),
    refresh: tokenAt(body, members.refresh),
    refreshEnds: endAt(body, members.refreshExpires, at),
    account,
  };
}

/** Returns what a path leads to, or a claim of the JWT it leads to: `access_token#sub` (RFC 7519, 4). */
function accountIn(body: unknown, path: string): unknown {
  const [token = "", claim] = path.split("#");
  const found = valueAt(body, token);
  if (claim === undefined || typeof found !== "string") return found;
  const claims = Buffer.from(found.split(".")[1] ?? "", "base64url").toString("utf8");
  return valueAt(jsonOrNothing(claims), claim);
}

function tokenAt(value: unknown, path: string): Secret | undefined {
  return readToken(valueAt(value, path));
}

const EARLY_MS = MINUTE_MS;
const EARLY_PART = 0.25;

/** Returns when to renew a token: before it expires, since requests take a while. */
export function renewalAt(at: number, ends: number): number {
  return ends - Math.min(EARLY_MS, (ends - at) * EARLY_PART);
}

/** Returns a token; undefined for invalid ones. */
export function readToken(token: unknown): Secret | undefined {
  return typeof token === "string" && TOKEN.test(token) ? new Secret(token) : undefined;
}

/** Some services write seconds as text. */
function endAt(value: unknown, path: string, at: number): number | undefined {
  const given = valueAt(value, path);
  const seconds = typeof given === "string" && /^\d{1,10}$/.test(given) ? Number(given) : given;
  return typeof seconds === "number" && seconds > 0 && seconds < 1e10 ? at + seconds * 1_000 : undefined;
}

/**
 * Returns the error names, the most specific first: a service may call everything `server_error` and explain it in the
 * description. Where its API has other errors, its token endpoint may still have those of RFC 6749.
 */
function namesOf({ envelope }: Profile, value: unknown): readonly string[] {
  const { alternative, members } = envelope;
  const usual = ["error_description", "error"];
  return [alternative.description, members.code, members.status, alternative.error, ...usual]
    .map((path) => valueAt(value, path))
    .filter((name) => typeof name === "string" || typeof name === "number")
    .map(String);
}

type Meaning = "ended" | "client" | ErrorCode;

function meaningOf(profile: Profile, { errors }: TokenWords, name: string): Meaning | undefined {
  if (errors.wait.includes(name)) return "platform-unavailable";
  if (errors.maintenance.includes(name)) return "platform-maintenance";
  if (errors.throttled.includes(name)) return "platform-throttled";
  if (name === "invalid_grant" || errors.ended.includes(name)) return "ended";
  if (CLIENT_ERRORS.has(name)) return "client";
  const { classes, alternative } = profile.envelope;
  const isOf = (kind: CodeClass) =>
    [...(classes[kind] ?? []), ...(alternative.classes[kind] ?? [])].some((code) => String(code) === name);
  if (isOf("maintenance")) return "platform-maintenance";
  if (isOf("throttled")) return "platform-throttled";
  return isOf("key") ? "client" : undefined;
}

function isWait({ errors }: TokenWords, name: string): boolean {
  return errors.wait.includes(name);
}
