import { STATUS_CODES } from "node:http";

import { valueAt } from "../json/path.ts";
import { resolveHosts, type Hosts, isOfApi } from "../profile/hosts.ts";
import type { CodeClass, Profile, OperationId } from "../profile/schema.ts";
import type { PlatformRequest, RawAnswer } from "./request.ts";
import { textOf } from "./text.ts";
import { operationParameters } from "../profile/parameters.ts";
import type { ErrorDetails } from "../../base/errors.ts";

const NAME = /^[A-Za-z0-9_.:-]{1,60}$/;
/** The words of a name: `HTTPError_NotFound2` has five. */
const PART = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;
/** Replaces a word that could be anything. */
const HIDDEN = "*";
const LONGEST_NUMBER = 5;
/** 32 bits, for codes such as `0x80070005`. */
const LARGEST_NUMBER = 0xff_ff_ff_ff;

/** Words that names of errors consist of. */
const WORDS: ReadonlySet<string> = new Set(
  `abuse access account action active activity already api app application argument auth authentication authorization
  authorized bad ban banned blocked body busy call cannot character claim clan client code conflict connection content credential
  data database date deleted denied disabled down duplicate e empty enabled err error exceeded exception exist exists
  expired external fail failed failure fault feature field file for forbidden format found game gateway generic gone grant
  group guild header http id ignored illegal in incorrect input internal invalid ip is item key large league length limit
  limited linked locale locked login maintenance malformed many match member membership message method missing mode name
  need needed network no not null object of offline ok on operation out outage page parameter params parse password payload
  permission platform player policy privacy private process profile progress query quota range rate read reached realm
  record redirect refresh refused region rejected request require required reset resource response restricted result retry revoked
  route scope search season security server service session settings signature state stats status still stopped success
  suspended system temporarily temporary throttle throttled time timeout title to today token too traffic try type
  unauthenticated unauthorized unavailable unexpected unknown unlinked unprocessable unsupported upgrade upstream uri url user
  username validation value version wait wrong`.split(/\s+/),
);

/**
 * Returns an answer's error code for the log: a number, a text the profile names, or a name of known words:
 * `E_NOT_TODAY`. Other words become `*`, as in `*NotFound`, since they could be secret.
 */
export function namedCode(
  code: unknown,
  { envelope }: Pick<Profile, "envelope">,
): Pick<ErrorDetails, "platformCode"> {
  if (typeof code === "number")
    return Number.isInteger(code) && Math.abs(code) <= LARGEST_NUMBER ? { platformCode: code } : {};
  if (typeof code !== "string") return {};
  if (isListed(code, envelope)) return { platformCode: code };
  let known = 0;
  const told = code.replaceAll(PART, (part) => {
    if (!isWord(part)) return HIDDEN;
    if (part.length > 2) known += 1;
    return part;
  });
  return NAME.test(code) && known > 0 ? { platformCode: told } : {};
}

function isWord(part: string): boolean {
  if (/\d/.test(part)) return part.length <= LONGEST_NUMBER;
  const word = part.toLowerCase();
  return WORDS.has(word) || WORDS.has(word.replace(/s$/, ""));
}

function isListed(code: string, { classes, alternative }: Profile["envelope"]): boolean {
  return [classes, alternative.classes].some((all) => Object.values(all).flat().includes(code));
}

/**
 * Returns whether a refusal by status means that the application's key is wrong or missing: a public call carries
 * nothing else that could be refused.
 */
function isKeyAtFault(
  { class: kind, operation, url }: Pick<PlatformRequest, "class" | "operation" | "url">,
  refusal: CodeClass | undefined,
  hosts: Pick<Hosts, "api" | "apis">,
): boolean {
  if (kind !== "public" || !isOfApi(url, hosts)) return false;
  const known: Readonly<Record<string, (typeof operationParameters)[OperationId] | undefined>> =
    operationParameters;
  const mayRefuse = known[operation]?.mayRefuse;
  if (refusal === "signIn") return mayRefuse !== "signed-out";
  return refusal === "private" && mayRefuse === undefined;
}

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
