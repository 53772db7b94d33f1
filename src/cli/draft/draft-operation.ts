import type { OperationId } from "../../platform/profile/schema.ts";
import { isList, KEYS } from "./answer-fit.ts";
import { textsOf } from "./article-texts.ts";
import type { ChosenRoute } from "./choose-routes.ts";
import { renamesOf } from "./describe.ts";
import type { Matching, Proposal } from "./match.ts";
import { nestedRecords } from "./nested.ts";
import type { Place } from "./places.ts";

export type Renames = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** An operation's template, with the renames its answer needs. */
export interface DraftedOperation {
  readonly template: Readonly<Record<string, unknown>>;
  readonly renames: Renames;
  /** Members of an article's text, for the profile's `article`. */
  readonly article: Readonly<Record<string, string>>;
  /** Where the keys of lists by key are, and what statistics count. */
  readonly keys: Readonly<Record<string, string>>;
  readonly units: Readonly<Record<string, string>>;
  /** Whether it has ids that are texts. */
  readonly hasTextIds: boolean;
  readonly look: readonly string[];
}

/** What the rest of the profile says. */
interface Around {
  /** The envelope's member with the data. */
  readonly response: string | undefined;
  readonly isPrivate: boolean;
  /** The host that its path begins with; empty: the API's. */
  readonly base: string;
}

/** Drafts one operation from its route. */
export function draftOperation(chosen: ChosenRoute, { response, isPrivate, base }: Around): DraftedOperation {
  const { operation, route, filled, others, record, shape, found } = chosen;
  const { path, body, pages } = filled;
  const more = insideOf(chosen.next.more, response);
  // A page that can't be turned needs no number.
  const isTurned = more !== undefined || pages.pageSize !== undefined || filled.used.get("page")?.isRequired;
  const asked = Object.entries(filled.query).filter(([, value]) => isTurned || value !== "{page}");
  const query = { ...Object.fromEntries(asked), ...chosen.next.query };
  const look: string[] = [];
  if (others.length > 0)
    look.push(`${operation}: ${route.method} ${route.path}; or is it ${others.join(" or ")}?`);
  for (const one of route.assumed ?? []) look.push(`${operation}: ${one}; it may be another`);
  if (isPrivate) look.push(`${operation}: private, because it wants ${schemesOf(chosen)}`);
  const template = {
    path: base + path,
    ...(route.method === "POST" && { method: route.method, body }),
    ...(Object.keys(query).length > 0 && { query }),
    ...(isTurned && pages),
    ...(more !== undefined && { more }),
    ...(isPrivate && { class: "private" }),
  };
  if (route.isFeed) return { ...UNDESCRIBED, template: { ...template, format: "feed", type: "News" }, look };
  const { stats } = chosen;
  if (stats !== undefined) {
    const { pick, renames, keys, units } = stats;
    const said = { ...UNDESCRIBED, renames, keys, units, hasTextIds: filled.textual.length > 0 };
    return { ...said, template: { ...template, ...(pick !== "" && { pick }) }, look };
  }
  if (record === undefined || shape === undefined || found === undefined) {
    if (operation !== "vault")
      look.push(`${operation}: say pick${isList(operation) ? " and items" : ""}, the document doesn't`);
    const hasTextIds = filled.textual.length > 0;
    return { ...UNDESCRIBED, template: { ...template, ...gives(chosen) }, hasTextIds, look };
  }
  const nested = nestedRecords(shape, found);
  look.push(...doubts(operation, record, found, found.place.as));
  for (const one of nested) look.push(...doubts(operation, one.record, one));
  const article = record === "ContentItemPublicContract" ? textsOf(found) : {};
  const all = [{ record, ...found }, ...nested].map((one) => [one.record, renamesOf(one)] as const);
  const texts =
    Object.keys(article).length === 0 ? [] : [["ContentItemPublicContract", { properties: "" }] as const];
  const renames = merged([...all, ...texts]);
  return {
    ...UNDESCRIBED,
    template: { ...template, ...placeIn(chosen, response), ...gives(chosen) },
    renames,
    article,
    hasTextIds: [found, ...nested].some(({ proposals }) => proposals.some(isTextId)),
    look,
  };
}

const UNDESCRIBED = { renames: {}, article: {}, keys: {}, units: {}, hasTextIds: false };

/** Ids are numbers unless the profile says otherwise, and hashes those of 32 bits. */
function isTextId({ kind, isRequired, sure, member: { kinds, example = "" } }: Proposal): boolean {
  if (!isRequired || sure === "maybe" || kinds === undefined) return false;
  if (kind === "uint32" && !kinds.has("string")) return !kinds.has("uint32");
  if ((kind !== "int64" && kind !== "uint32") || !kinds.has("string")) return false;
  return !kinds.has("int64") || (kinds.has("enum") && !/^"\d+"$/.test(example));
}

function schemesOf({ route }: ChosenRoute): string {
  return [...new Set(route.security.flatMap((all) => Object.keys(all)))].join(", ") || "a member's session";
}

/** Returns a path as it is inside of the envelope. */
function insideOf(path: string | undefined, response: string | undefined): string | undefined {
  const isOutside =
    response === undefined || path === undefined || (path !== response && !path.startsWith(`${response}.`));
  return isOutside ? path : path.slice(response.length + 1);
}

/** Says where the record is, from inside the envelope. */
function placeIn(
  { operation, found }: ChosenRoute,
  response: string | undefined,
): Readonly<Record<string, string>> {
  if (found === undefined) return {};
  const { path, as } = found.place;
  const inside = insideOf(path, response) ?? "";
  const key = KEYS.get(operation);
  const isKeyed =
    as === "dictionary" && key !== undefined && !found.proposals.some(({ field }) => field === key);
  if (isList(operation)) return { ...(inside !== "" && { items: inside }), ...(isKeyed && { key }) };
  // Who is asked for by a query comes as a list of one.
  const steps = as === "list" && operation !== "milestones.public" ? [inside, "0"] : [inside];
  const pick = steps.filter((step) => step !== "").join(".");
  return pick === "" ? {} : { pick };
}

/** A list of news has no types, but for what names ours. */
function gives({ operation, found }: ChosenRoute): Readonly<Record<string, string>> {
  if (operation !== "trending.list") return {};
  const isTyped =
    found?.proposals.some(({ field, sure }) => field === "entityType" && sure !== "maybe") === true;
  return { gives: "stubs", ...(!isTyped && { type: "News" }) };
}

/** Joins renames by record; the first that says a field counts. */
export function merged(all: readonly (readonly [string, Readonly<Record<string, string>>])[]): Renames {
  const renames: Record<string, Readonly<Record<string, string>>> = {};
  for (const [record, fields] of all)
    if (Object.keys(fields).length > 0) renames[record] = { ...fields, ...renames[record] };
  return renames;
}

const MOST_CANDIDATES = 6;

function doubts(
  operation: OperationId,
  record: string,
  { proposals, unfound }: Matching,
  as?: Place["as"],
): readonly string[] {
  const maybe = proposals
    .filter(({ sure }) => sure === "maybe")
    .map(({ field, member }) => `${record}.${field}: maybe ${member.path} (${operation})`);
  const missing = unfound
    .filter(
      ({ field, isRequired }) =>
        isRequired &&
        !(operation === "trending.list" && field === "entityType") &&
        !(as === "dictionary" && field === KEYS.get(operation)),
    )
    .map(({ field, candidates }) => {
      const could = candidates.slice(0, MOST_CANDIDATES).join(", ");
      return `${record}.${field}: needed, and not found${could === "" ? "" : `; by kind it could be ${could}`}`;
    });
  return [...missing, ...maybe];
}
