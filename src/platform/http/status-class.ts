import { STATUS_CODES } from "node:http";

import { valueAt } from "../json/path.ts";
import { resolveHosts } from "../profile/hosts.ts";
import type { CodeClass, Profile } from "../profile/schema.ts";
import { isKeyAtFault } from "./key-at-fault.ts";
import type { PlatformRequest, RawAnswer } from "./request.ts";
import { textOf } from "./text.ts";

export type Classes<Code> = Readonly<Partial<Record<CodeClass, readonly Code[]>>>;

/** What an HTTP status means, unless the profile says otherwise. */
const USUAL_STATUSES = {
  signIn: [401],
  private: [403],
  notFound: [404, 410],
  throttled: [429],
  /** RFC 9110, 15.5.9: may be repeated. */
  transient: [408],
} as const satisfies Classes<number>;

const UNAUTHORIZED = 401;

interface Refused {
  readonly request: PlatformRequest;
  readonly raw: RawAnswer;
  readonly profile: Profile;
}

/**
 * What a status means. "keptOut": something before the platform, such as a firewall, refused. "astray": what answered is
 * not the platform.
 */
export type StatusClass = CodeClass | "keptOut" | "astray";

/** Returns what an answer's status means; `value`: its body, where that is JSON. */
export function classOfStatus(refused: Refused, value: unknown): StatusClass | undefined {
  const { request, raw, profile } = refused;
  const own = classOf(profile.envelope.statuses, raw.status);
  if (own !== undefined) return own;
  const usual = classOf(statusClasses(profile), raw.status) ?? (raw.status >= 500 ? "transient" : undefined);
  if (isRefusal(usual, request) && !isFromPlatform(refused, value))
    return usual === "notFound" ? "astray" : "keptOut";
  return isKeyAtFault(request, usual, resolveHosts(profile)) ? "key" : usual;
}

/** A missing page also says something about a session, as that of an account without a game. */
function isRefusal(found: CodeClass | undefined, { class: kind }: PlatformRequest): boolean {
  if (kind === "picture") return false;
  return found === "signIn" || found === "private" || (found === "notFound" && kind === "private");
}

/**
 * Returns whether the platform itself wrote an answer: a firewall or proxy before it knows neither keys nor sessions. An
 * envelope proves it. Services without one answer in JSON, with nothing, or as their framework does; firewalls have
 * pages and 403.
 */
function isFromPlatform({ request, raw, profile }: Refused, value: unknown): boolean {
  const code = valueAt(value, profile.envelope.members.code);
  if (code !== undefined && code !== null) return true;
  if (request.envelope === "wrapped") return false;
  if (value !== undefined || raw.body.length === 0) return true;
  const text = textOf(raw).trim();
  if (raw.status === UNAUTHORIZED) return !text.startsWith("<");
  return text.toLowerCase() === STATUS_CODES[raw.status]?.toLowerCase();
}

/** Returns the profile's status classes, completed by the usual ones for classes it leaves out. */
function statusClasses({ envelope }: Profile): Classes<number> {
  const own = envelope.statuses;
  const given = new Set(Object.values(own).flat());
  const usual = Object.entries(USUAL_STATUSES).map(([name, statuses]) => [
    name,
    statuses.filter((status) => !given.has(status)),
  ]);
  return { ...(Object.fromEntries(usual) as Classes<number>), ...own };
}

export function classOf(classes: Classes<string | number>, code: unknown): CodeClass | undefined {
  for (const [name, codes] of Object.entries(classes)) {
    // The schema allows only these keys.
    if (codes.some((one) => isSameCode(one, code))) return name as CodeClass;
  }
  return undefined;
}

/** `5` and `"5"` are the same code. */
export function isSameCode(one: string | number, other: unknown): boolean {
  return (typeof other === "number" || typeof other === "string") && String(one) === String(other);
}
