import type { Clock } from "../../base/clock.ts";
import { type ErrorCode, type ErrorDetails, MilepostError } from "../../base/errors.ts";
import { jsonOrNothing } from "../../base/json.ts";
import { readFeed } from "../feed.ts";
import { LargeJson } from "../json/members.ts";
import { parseFault, parseJson } from "../json/parse.ts";
import { isObject, valueAt } from "../json/path.ts";
import type { Profile } from "../profile/schema.ts";
import { LONGEST_ASKED_MS, retryAfterMs, throttledForMs, type Arrived, theirNow } from "./asked-wait.ts";
import {
  type Answer,
  type PlatformRequest,
  type RawAnswer,
  type Send,
  type Transport,
  linesOf,
} from "./request.ts";
import { classOf, classOfStatus, isSameCode, type StatusClass, namedCode } from "./status-class.ts";
import { feedTextOf, textOf } from "./text.ts";
import { readTime } from "../resources/dates.ts";

/**
 * Returns when an answer was made, in milliseconds since 1970: by its own word, where the profile says which, or by its
 * age in a cache (RFC 9111, 5.1); else when it arrived.
 */
function madeAt(arrived: Arrived, { envelope }: Profile, body: unknown): number {
  const { now, raw } = arrived;
  const { madeAt: path } = envelope.members;
  const said = path === undefined ? undefined : valueAt(body, path);
  const made = typeof said === "string" || typeof said === "number" ? readTime(said) : undefined;
  const sinceMs = made === undefined ? 0 : theirNow(arrived) - made;
  const [age = ""] = linesOf(raw.headers["age"]);
  const cachedMs = /^\d{1,9}$/.test(age.trim()) ? Number(age) * 1_000 : 0;
  return now - Math.max(0, sinceMs, cachedMs);
}

const CODE_OF_CLASS: Readonly<Record<StatusClass, ErrorCode>> = {
  maintenance: "platform-maintenance",
  throttled: "platform-throttled",
  transient: "platform-unavailable",
  keptOut: "platform-unavailable",
  astray: "platform-answer",
  signIn: "sign-in-needed",
  key: "platform-key",
  notFound: "not-found",
  private: "private",
};

const REASONS: Readonly<Partial<Record<StatusClass, ErrorDetails>>> = {
  keptOut: { reason: "something before the platform, such as a firewall, refuses" },
  astray: { reason: "not found, but not by the platform: the path may be wrong" },
};

const PASSING: ReadonlySet<StatusClass> = new Set(["maintenance", "throttled", "transient", "keptOut"]);

/**
 * Reads the body first, then the status, which can't be trusted. Returns
 * the envelope's content, or throws by the profile's error classes.
 */
export function readingAnswers(transport: Transport, profile: Profile, clock: Clock): Send {
  return async (request) => {
    const raw = await transport(request);
    const at = clock.now();
    const arrived = { headers: raw.headers, at, bytes: raw.body.length };
    if (request.class === "page" || request.class === "token") return { payload: raw, ...arrived };
    const reading: Reading = { request, raw, profile, now: at };
    if (request.class === "picture") return { payload: pictureOf(reading), ...arrived };
    if (raw.status === 304 && request.entityTag !== undefined)
      return { payload: undefined, isUnchanged: true, ...arrived };
    // RFC 9110, 15.3.3: nothing is there yet, whatever the body says.
    if (raw.status === 202) throw ofClass(reading, "transient", {}, 0);
    const { body, ...read } = await contentOf(reading);
    return { ...read, ...arrived, at: madeAt(reading, profile, body) };
  };
}

interface Reading {
  readonly request: PlatformRequest;
  readonly raw: RawAnswer;
  readonly profile: Profile;
  readonly now: number;
}

type Read = Pick<Answer, "payload" | "reported"> & { readonly body?: unknown };

async function contentOf(reading: Reading): Promise<Read> {
  if (reading.request.isFeed === true) return { payload: await itemsOf(reading) };
  return reading.request.isLines === true ? { payload: linesIn(reading) } : payloadOf(reading);
}

function payloadOf(reading: Reading): Read {
  const { request, raw, profile } = reading;
  if (isLargeFile(reading)) return { payload: new LargeJson(raw.body.subarray(startOf(raw.body))) };
  // 204 has no body and needs no envelope.
  if (raw.status === 204) return { payload: undefined };
  const text = textOf(raw);
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    throw unreadable(reading, text, parseFault(error));
  }
  const { members, okCodes } = profile.envelope;
  const code = request.envelope === "bare" ? undefined : valueAt(value, members.code);
  if (code !== undefined && code !== null) {
    if (okCodes.some((ok) => ok !== null && isSameCode(ok, code)))
      return { payload: valueAt(value, members.response), body: value };
    throw enveloped(reading, value, code);
  }
  const known = alternativeForm(reading, value);
  if (known !== undefined) throw known;
  if (raw.status >= 400) throw byStatus(reading, value);
  if (request.envelope !== "wrapped") return { payload: value, body: value, ...reportedIn(reading, value) };
  if (okCodes.includes(null)) return { payload: valueAt(value, members.response), body: value };
  throw failure(reading, "platform-answer", { path: members.code, reason: "no envelope around the answer" });
}

async function itemsOf(reading: Reading): Promise<unknown> {
  if (reading.raw.status >= 400) throw byStatus(reading, jsonOrNothing(textOf(reading.raw)));
  try {
    return await readFeed(feedTextOf(reading.raw), reading.request.url.href);
  } catch {
    throw failure(reading, "platform-answer", { reason: "no feed" });
  }
}

/** Returns the entries of a body with one a line. */
function linesIn(reading: Reading): readonly unknown[] {
  const text = textOf(reading.raw);
  if (reading.raw.status >= 400) throw byStatus(reading, jsonOrNothing(text));
  try {
    return text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [parseJson(line)]));
  } catch (error) {
    throw unreadable(reading, text, parseFault(error));
  }
}

function pictureOf(reading: Reading): Buffer {
  if (reading.raw.status !== 200) throw byStatus(reading);
  return reading.raw.body;
}

/** Larger files of definitions are read piece by piece; errors are small. */
const LARGE_BYTES = 512 * 1024;
const BRACKET = 0x5b;
const BRACE = 0x7b;
const BYTE_ORDER_MARK = Buffer.from("\uFEFF");

function isLargeFile({ request, raw }: Reading): boolean {
  const isFile =
    request.class === "file" && request.isWhole !== true && request.envelope === "bare" && raw.status < 400;
  const first = raw.body[startOf(raw.body)];
  return isFile && raw.body.length >= LARGE_BYTES && (first === BRACE || first === BRACKET);
}

/** Returns where the text begins, after a byte order mark and white space. */
function startOf(body: Buffer): number {
  let at = body.subarray(0, 3).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  while (at < 16 && /\s/.test(String.fromCharCode(body[at] ?? 0))) at += 1;
  return at;
}

/** A page of a proxy or of maintenance, or a truncated body. */
function unreadable(reading: Reading, text: string, fault: string): MilepostError {
  if (reading.raw.status >= 400) return byStatus(reading);
  if (/^\s*</.test(text))
    return failure(reading, "platform-unavailable", { reason: "a page instead of JSON" });
  return failure(reading, "platform-answer", { reason: text === "" ? "an empty body" : fault });
}

function enveloped(reading: Reading, value: unknown, code: unknown): MilepostError {
  const found = classOf(reading.profile.envelope.classes, code) ?? classOfStatus(reading, value);
  return ofClass(reading, found, namedCode(code, reading.profile), askedWaitMs(reading, value));
}

/** Returns the wait the body asks for; 0 where it asks for none. */
function askedWaitMs({ profile }: Reading, value: unknown): number {
  const asked = valueAt(value, profile.envelope.members.throttleSeconds);
  const seconds = isObject(asked) ? 0 : Number(asked);
  return Number.isFinite(seconds) ? seconds * 1_000 : 0;
}

/**
 * Reads `{error, error_description}`. In answers without an envelope, `error` counts only if the profile knows its
 * value.
 */
function alternativeForm(reading: Reading, value: unknown): MilepostError | undefined {
  const error = alternativeCode(reading, value);
  if (typeof error !== "string" && typeof error !== "number") return undefined;
  const found = classOf(reading.profile.envelope.alternative.classes, error);
  if (found === undefined && saysNothing(error)) return undefined;
  if (found !== undefined) return ofClass(reading, found, {}, askedWaitMs(reading, value));
  const isBare = reading.request.envelope !== "wrapped" && reading.raw.status < 400;
  return isBare ? undefined : byStatus(reading, value);
}

/** Returns the unknown error of an answer without an envelope. */
function reportedIn(reading: Reading, value: unknown): Pick<Answer, "reported"> {
  const error = alternativeCode(reading, value);
  const isThere = isObject(error) ? Object.keys(error).length > 0 : Boolean(error) && !saysNothing(error);
  if (!isThere) return {};
  return {
    reported: failure(reading, "platform-error", {
      ...namedCode(error, reading.profile),
      reason: "an error that envelope.alternative.classes doesn't list",
    }),
  };
}

/** What services write into an error field that is always there. */
const NO_ERROR = /^(?:|0|false|n\/?a|nil|no[\s_-]?errors?|none|null|ok|success(?:ful)?)$/i;

function saysNothing(error: unknown): boolean {
  return NO_ERROR.test(String(error).trim());
}

function alternativeCode({ profile }: Reading, value: unknown): unknown {
  return isObject(value) ? valueAt(value, profile.envelope.alternative.error) : undefined;
}

function byStatus(reading: Reading, value?: unknown): MilepostError {
  const named = namedCode(alternativeCode(reading, value), reading.profile);
  return ofClass(reading, classOfStatus(reading, value), named, askedWaitMs(reading, value));
}

function ofClass(
  reading: Reading,
  found: StatusClass | undefined,
  details: ErrorDetails,
  askedMs: number,
): MilepostError {
  const headersMs = found === "throttled" ? throttledForMs(reading) : retryAfterMs(reading);
  // ThrottleSeconds was 0 for years, so 0 with a throttle code means the profile's own wait.
  const ownMs = found === "throttled" ? reading.profile.limits.defaultWaitSeconds * 1_000 : 0;
  const waitMs = Math.min(Math.max(askedMs, headersMs), LONGEST_ASKED_MS) || ownMs;
  const mayPass = found !== undefined && PASSING.has(found);
  return failure(reading, found === undefined ? "platform-error" : CODE_OF_CLASS[found], {
    ...details,
    ...(found !== undefined && REASONS[found]),
    ...(mayPass && waitMs > 0 && { retryAfterMs: waitMs }),
  });
}

function failure(reading: Reading, code: ErrorCode, details: ErrorDetails): MilepostError {
  return new MilepostError(code, {
    operation: reading.request.operation,
    status: reading.raw.status,
    ...details,
  });
}
