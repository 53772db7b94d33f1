import type { ErrorDetails } from "../../base/errors.ts";
import type { Profile } from "../profile/schema.ts";

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
