import { isObject } from "../../platform/json/path.ts";
import { idParameters, operationParameters } from "../../platform/profile/parameters.ts";
import type { OperationId } from "../../platform/profile/schema.ts";
import { meaningsOf } from "./names.ts";
import type { Route } from "./routes.ts";

/** A route for one of our operations, with its templates. */
export interface ChosenRoute {
  readonly operation: OperationId;
  readonly route: Route;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Parameters that are text there and 64-bit integers here. */
  readonly textual: readonly string[];
  /** Other routes that fit as well. */
  readonly others: readonly string[];
}

/** A route that fits by its words, but has unknown parameters. */
export interface UnclearRoute {
  readonly operation: OperationId;
  readonly path: string;
  readonly unclear: readonly string[];
}

const PEOPLE = ["membership", "people", "person"];
const SEARCH = ["search", "find", "query", "prefix"];
const NEWS = ["trending", "trend", "news", "hot"];
const CONTENT = ["content", "article"];
const DATED = ["milestone", "calendar", "event", "rotation", "season", "campaign", "challenge"];

/** One word of each group has to be in the path or the route's id. */
const WORDS: Readonly<Record<OperationId, readonly (readonly string[])[]>> = {
  "trending.list": [[...NEWS, ...CONTENT]],
  "trending.entry": [NEWS],
  "content.byId": [CONTENT],
  "content.search": [CONTENT, SEARCH],
  "user.byId": [PEOPLE],
  "user.search": [PEOPLE, SEARCH],
  "account.current": [PEOPLE, ["current", "me", "self"]],
  "accounts.of": [PEOPLE, ["linked", "accounts", "memberships"]],
  characters: [["character"]],
  progression: [["progression", "journal", "achievement"]],
  "stats.account": [["stat", "lifetime"]],
  "stats.character": [["stat"]],
  "milestones.public": [DATED],
  "milestones.content": [DATED],
  "definitions.manifest": [["manifest"]],
  "definitions.one": [["definition", "lexicon"]],
  vault: [["vault", "stash", "bank", "inventory"]],
};

/** Services' names of our parameters, in lower-case letters and digits. */
const CALLED: Readonly<Record<string, readonly string[]>> = {
  membershipId: [
    "membershipid",
    "userid",
    "memberid",
    "accountid",
    "playerid",
    "personid",
    "playertag",
    "usertag",
    "id",
  ],
  membershipType: ["membershiptype", "accounttype", "platformtype", "platform", "network"],
  id: ["membershipid", "accountid", "playerid", "articleid", "contentid", "userid", "id"],
  character: ["characterid", "heroid", "character"],
  name: [
    "name",
    "handle",
    "nickname",
    "prefix",
    "displayname",
    "displaynameprefix",
    "username",
    "names",
    "gamertag",
    "query",
    "search",
    "q",
    "term",
    "keyword",
  ],
  text: ["text", "query", "search", "searchtext", "q", "term", "keyword"],
  page: ["page", "pagenumber", "currentpage"],
  pageSize: ["pagesize", "perpage", "limit"],
  offset: ["offset", "skip"],
  locale: ["locale", "lang", "language"],
  hash: ["hash", "milestonehash", "hashidentifier"],
  table: ["table", "entitytype", "definitiontype"],
  identifier: ["identifier", "slug", "entryid", "id"],
  type: ["type", "entrytype", "trendingentrytype"],
  category: ["category", "categoryid"],
  mode: ["mode", "modes", "activitymode"],
  period: ["period", "periodtype"],
  from: ["from", "daystart"],
  to: ["to", "dayend"],
};

/** Chooses a route per operation: its words have to fit, and every parameter has to be one of ours. */
export function chooseRoutes(routes: readonly Route[]): {
  readonly chosen: readonly ChosenRoute[];
  readonly unclear: readonly UnclearRoute[];
  /** Routes that were not chosen and fit nothing. */
  readonly unused: readonly Route[];
} {
  const chosen: ChosenRoute[] = [];
  const unclear: UnclearRoute[] = [];
  const taken = new Set<string>();
  for (const operation of BY_STRICTNESS) {
    const fitting = routes
      .filter((route) => !taken.has(keyOf(route)))
      .flatMap((route) => fit(operation, route) ?? [])
      .toSorted((a, b) => a.extra - b.extra);
    const [best, ...rest] = fitting.filter((one) => one.unclear.length === 0 && one.isWhole);
    if (best !== undefined) {
      taken.add(keyOf(best.route));
      const others = rest.filter(({ extra }) => extra === best.extra).map(({ route }) => keyOf(route));
      const { route, path, query, body, textual } = best;
      chosen.push({ operation, route, path, query, body, textual, others });
      continue;
    }
    const near = fitting.find((one) => one.unclear.length > 0);
    if (near !== undefined) unclear.push({ operation, path: keyOf(near.route), unclear: near.unclear });
  }
  const named = new Set([
    ...taken,
    ...unclear.map(({ path }) => path),
    ...chosen.flatMap(({ others }) => others),
  ]);
  return { chosen, unclear, unused: routes.filter((route) => !named.has(keyOf(route))) };
}

/** Operations that need more words or parameters first, so that no other takes their route. */
const BY_STRICTNESS = (Object.keys(WORDS) as OperationId[]).toSorted((a, b) => strictness(b) - strictness(a));

function strictness(operation: OperationId): number {
  return WORDS[operation].length * 2 + operationParameters[operation].required.length;
}

function fit(operation: OperationId, route: Route) {
  const fixed = route.path.replaceAll(/\{[^}]*\}/g, " ");
  // In "getUserById" the last word is a parameter.
  const words = new Set(
    [...meaningsOf(fixed), ...meaningsOf(route.operationId)].flatMap((word) => [
      word,
      ...meaningsOf(word.replace(/s$/, "")),
      ...meaningsOf(word.replace(/es$/, "")),
    ]),
  );
  // The one who asks is a person, whatever else the path says.
  if (/\/(?:me|self)$/.test(route.path)) words.add("membership");
  const isFeedOfNews = route.isFeed && operation === "trending.list";
  if (route.isFeed !== isFeedOfNews) return undefined;
  const filled = fill(operation, route);
  // What takes words is a search, whatever it is called.
  if (filled.isSearch) words.add("search");
  if (!isFeedOfNews && !WORDS[operation].every((group) => group.some((word) => words.has(word))))
    return undefined;
  // A path that names one thing is not a list, and vice versa.
  const { required } = operationParameters[operation];
  // JSON is preferred to a feed.
  const extra = new Set(meaningsOf(fixed)).size - WORDS[operation].length + (route.isFeed ? 1 : 0);
  return { ...filled, route, extra, isWhole: required.every((name) => filled.used.has(name)) };
}

/** Returns a route's name: `GET /users`. */
export const keyOf = ({ method, path }: Route) => `${method} ${path}`;

function fill(operation: OperationId, { path, parameters, constants }: Route) {
  const { required, optional } = operationParameters[operation];
  const known = [...required, ...optional.filter((name) => !name.includes(".")), "locale"];
  const used = new Map<string, string>();
  const unclear: string[] = [];
  const textual: string[] = [];
  const query: Record<string, string> = {};
  let filled = path;
  let body = constants.reduce<unknown>((whole, one) => withAt(whole, one.path, one.value), undefined);
  for (const { name, in: place, isRequired, path: at = "", isText } of parameters) {
    const ours = oursFor(name, known, used, required);
    if (ours === undefined) {
      if (isRequired) unclear.push(name === "" ? "body" : name);
      continue;
    }
    used.set(ours, name);
    if (isText && idParameters.has(ours)) textual.push(ours);
    if (place === "path") filled = filled.replace(`{${name}}`, `{${ours}}`);
    else if (place === "query") query[name] = `{${ours}}`;
    else body = withAt(body, at, `{${ours}}`);
  }
  const isSearch = ["{name}", "{text}"].some((one) => Object.values(query).includes(one));
  return { path: filled, query, body, used, unclear, textual, isSearch };
}

/** A nameless body takes what the operation needs. */
function oursFor(
  name: string,
  known: readonly string[],
  used: ReadonlyMap<string, string>,
  [needed]: readonly string[],
): string | undefined {
  if (name === "") return needed === undefined || used.has(needed) ? undefined : needed;
  // JSON:API has `filter[name]` and `page[size]`.
  const plain = name
    .toLowerCase()
    .replace(/^filter\b/, "")
    .replaceAll(/[^a-z\d]/g, "");
  return known.find((one) => !used.has(one) && isCalled(one, plain));
}

/** Sets a value at a path of a body, with list indexes as numbers. */
function withAt(whole: unknown, path: string, value: unknown): unknown {
  const [step = "", ...rest] = path.split(".");
  if (step === "") return value;
  const inner = withAt(isObject(whole) ? whole[step] : undefined, rest.join("."), value);
  if (step === "0") return [inner];
  return { ...(isObject(whole) ? whole : {}), [step]: inner };
}

/** `destinyMembershipId` is a `membershipId`. */
function isCalled(ours: string, plain: string): boolean {
  const names = CALLED[ours] ?? [];
  return names.includes(plain) || names.some((name) => name.length > 8 && plain.endsWith(name));
}
