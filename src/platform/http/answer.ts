import type { Clock } from "../../base/clock.ts";
import { HOUR_MS } from "../../base/duration.ts";
import { type ErrorCode, type ErrorDetails, MilepostError } from "../../base/errors.ts";
import { readFeed } from "../feed.ts";
import { LargeObject } from "../json/members.ts";
import { parseJson } from "../json/parse.ts";
import { isObject, valueAt } from "../json/path.ts";
import type { CodeClass, Profile } from "../profile/schema.ts";
import { linesOf, type PlatformRequest, type RawAnswer, type Send, type Transport } from "./request.ts";

type Classes<Code> = Readonly<Partial<Record<CodeClass, readonly Code[]>>>;

/** What an HTTP status means where a profile doesn't say. */
const USUAL_STATUSES = {
  signIn: [401],
  private: [403],
  notFound: [404, 410],
  throttled: [429],
  /** RFC 9110, 15.5.9: may be repeated. */
  transient: [408],
} as const satisfies Classes<number>;

/** The longest a platform may tell us to wait. */
const LONGEST_ASKED_MS = HOUR_MS;

/**
 * Reads what came back: the body first, then the status, which can't be trusted (platform.md, "Envelope,
 * errors, throttling"). Gives what the envelope holds, or throws by the profile's classes.
 */
export function readingAnswers(transport: Transport, profile: Profile, clock: Clock): Send {
  return async (request) => {
    const raw = await transport(request);
    const at = clock.now();
    if (request.class === "page" || request.class === "token")
      return { payload: raw, at, bytes: raw.body.length };
    const reading: Reading = { request, raw, profile, now: at };
    if (request.class === "picture") return { payload: pictureOf(reading), at, bytes: raw.body.length };
    if (request.isFeed === true) return { payload: await itemsOf(reading), at, bytes: raw.body.length };
    return { payload: payloadOf(reading), at, bytes: raw.body.length };
  };
}

interface Reading {
  readonly request: PlatformRequest;
  readonly raw: RawAnswer;
  readonly profile: Profile;
  readonly now: number;
}

function payloadOf(reading: Reading): unknown {
  const { request, raw, profile } = reading;
  if (isLargeFile(reading)) return new LargeObject(raw.body.subarray(startOf(raw.body)));
  // 204: nothing there, and rightly no envelope around it.
  if (raw.status === 204) return undefined;
  const text = textOf(raw);
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    throw unreadable(reading, text);
  }
  const { members, okCodes } = profile.envelope;
  const code = request.envelope === "bare" ? undefined : valueAt(value, members.code);
  if (code !== undefined && code !== null) {
    if (okCodes.some((ok) => ok !== null && isSameCode(ok, code))) return valueAt(value, members.response);
    throw enveloped(reading, value, code);
  }
  const other = alternativeForm(reading, value);
  if (other !== undefined) throw other;
  if (raw.status >= 400) throw byStatus(reading);
  if (request.envelope !== "wrapped") return value;
  if (okCodes.includes(null)) return valueAt(value, members.response);
  throw failure(reading, "platform-answer", { path: members.code, reason: "no envelope around the answer" });
}

async function itemsOf(reading: Reading): Promise<unknown> {
  if (reading.raw.status >= 400) throw byStatus(reading);
  try {
    return await readFeed(textOf(reading.raw));
  } catch {
    throw failure(reading, "platform-answer", { reason: "no feed" });
  }
}

function pictureOf(reading: Reading): Buffer {
  if (reading.raw.status !== 200) throw byStatus(reading);
  return reading.raw.body;
}

/** From this on, a file of definitions is read piece by piece; errors are small. */
const LARGE_BYTES = 512 * 1024;
const BRACE = 0x7b;
const BYTE_ORDER_MARK = Buffer.from("\uFEFF");

function isLargeFile({ request, raw }: Reading): boolean {
  const isFile = request.class === "file" && request.envelope === "bare" && raw.status < 400;
  return isFile && raw.body.length >= LARGE_BYTES && raw.body[startOf(raw.body)] === BRACE;
}

/** Where the text begins, after a byte order mark and white space. */
function startOf(body: Buffer): number {
  let at = body.subarray(0, 3).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  while (at < 16 && /\s/.test(String.fromCharCode(body[at] ?? 0))) at += 1;
  return at;
}

/** A page of a proxy or of maintenance, or a body cut short. */
function unreadable(reading: Reading, text: string): MilepostError {
  if (reading.raw.status >= 400) return byStatus(reading);
  if (/^\s*</.test(text))
    return failure(reading, "platform-unavailable", { reason: "a page instead of JSON" });
  return failure(reading, "platform-answer", { reason: text === "" ? "an empty body" : "not JSON" });
}

function enveloped(reading: Reading, value: unknown, code: unknown): MilepostError {
  const { classes, members } = reading.profile.envelope;
  const found = classOf(classes, code) ?? classOfStatus(reading);
  const asked = Number(valueAt(value, members.throttleSeconds));
  const platformCode = typeof code === "number" ? { platformCode: code } : {};
  return ofClass(reading, found, platformCode, Number.isFinite(asked) ? asked * 1_000 : 0);
}

/** `{error, error_description}`. In bare answers an `error` member counts when the profile knows its value. */
function alternativeForm(reading: Reading, value: unknown): MilepostError | undefined {
  const { alternative } = reading.profile.envelope;
  const error = isObject(value) ? valueAt(value, alternative.error) : undefined;
  if (typeof error !== "string" && typeof error !== "number") return undefined;
  const found = classOf(alternative.classes, error);
  if (found !== undefined) return ofClass(reading, found, {}, 0);
  const isRecord = reading.request.envelope !== "wrapped" && reading.raw.status < 400;
  return isRecord ? undefined : byStatus(reading);
}

function byStatus(reading: Reading): MilepostError {
  return ofClass(reading, classOfStatus(reading), {}, 0);
}

function classOfStatus({ raw: { status }, profile }: Reading): CodeClass | undefined {
  return classOf(statusClasses(profile), status) ?? (status >= 500 ? "transient" : undefined);
}

function ofClass(
  reading: Reading,
  found: CodeClass | undefined,
  details: ErrorDetails,
  askedMs: number,
): MilepostError {
  const waitMs = Math.max(askedMs, retryAfterMs(reading));
  const asked = waitMs > 0 ? { retryAfterMs: Math.min(waitMs, LONGEST_ASKED_MS) } : {};
  switch (found) {
    case "maintenance":
      return failure(reading, "platform-maintenance", { ...details, ...asked });
    case "throttled":
      // ThrottleSeconds was 0 for years: 0 with a throttle code means the profile's own wait.
      return failure(reading, "platform-throttled", {
        ...details,
        retryAfterMs: asked.retryAfterMs ?? reading.profile.limits.defaultWaitSeconds * 1_000,
      });
    case "transient":
      return failure(reading, "platform-unavailable", { ...details, ...asked });
    case "signIn":
      return failure(reading, "sign-in-needed", details);
    case "key":
      return failure(reading, "platform-key", details);
    case "notFound":
      return failure(reading, "not-found", details);
    case "private":
      return failure(reading, "private", details);
    case undefined:
      return failure(reading, "platform-error", details);
  }
}

function failure(reading: Reading, code: ErrorCode, details: ErrorDetails): MilepostError {
  return new MilepostError(code, {
    operation: reading.request.operation,
    status: reading.raw.status,
    ...details,
  });
}

/**
 * The classes of statuses: a profile's own, and for each class it leaves out the usual ones, but for those it gave
 * another class.
 */
function statusClasses({ envelope }: Profile): Classes<number> {
  const own = envelope.statuses;
  const given = new Set(Object.values(own).flat());
  const usual = Object.entries(USUAL_STATUSES).map(([name, statuses]) => [
    name,
    statuses.filter((status) => !given.has(status)),
  ]);
  return { ...(Object.fromEntries(usual) as Classes<number>), ...own };
}

function classOf(classes: Classes<string | number>, code: unknown): CodeClass | undefined {
  for (const [name, codes] of Object.entries(classes)) {
    // The keys are the classes: the schema knows no others.
    if (codes.some((one) => isSameCode(one, code))) return name as CodeClass;
  }
  return undefined;
}

/** `5` and `"5"` are one code. */
function isSameCode(one: string | number, other: unknown): boolean {
  return (typeof other === "number" || typeof other === "string") && String(one) === String(other);
}

/** RFC 9110, 10.2.3: seconds, or a date, by the clock of whoever says it where they tell its time. */
export function retryAfterMs({ raw, now }: Pick<Reading, "raw" | "now">): number {
  const [text] = linesOf(raw.headers["retry-after"]);
  if (text === undefined) return 0;
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * 1_000;
  const date = Date.parse(text);
  const [theirs = ""] = linesOf(raw.headers["date"]);
  const saidAt = Date.parse(theirs);
  return Number.isNaN(date) ? 0 : Math.max(0, date - (Number.isNaN(saidAt) ? now : saidAt));
}

/** JSON is UTF-8 (RFC 8259, 8.1); what is not says so by a byte order mark or in its type. */
function textOf({ headers, body }: Pick<RawAnswer, "headers" | "body">): string {
  const charset = markOf(body) ?? charsetOf(headers["content-type"]);
  if (charset === undefined || /^utf-?8$/i.test(charset)) return body.toString("utf8");
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    // A charset nobody knows.
    return body.toString("utf8");
  }
}

function markOf(body: Buffer): string | undefined {
  if (body[0] === 0xff && body[1] === 0xfe) return "utf-16le";
  return body[0] === 0xfe && body[1] === 0xff ? "utf-16be" : undefined;
}

function charsetOf(type: string | string[] | undefined): string | undefined {
  return /;\s*charset\s*=\s*"?(?<charset>[\w.:-]{1,40})/i.exec(linesOf(type)[0] ?? "")?.groups?.["charset"];
}
