import { operationParameters } from "../../platform/profile/parameters.ts";
import type { OperationId } from "../../platform/profile/schema.ts";
import type { Route } from "./document.ts";
import { meaningsOf } from "./names.ts";

/** A route for one of our operations, with its templates. */
export interface ChosenRoute {
  readonly operation: OperationId;
  readonly route: Route;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Other routes it could as well be. */
  readonly others: readonly string[];
}

/** A route that fits by its words, and has parameters nobody can fill. */
export interface UnclearRoute {
  readonly operation: OperationId;
  readonly path: string;
  readonly unclear: readonly string[];
}

const PEOPLE = ["membership", "people", "person"];
const SEARCH = ["search", "find", "query", "prefix"];
const NEWS = ["trending", "trend", "news", "hot"];
const CONTENT = ["content", "article"];
const DATED = ["milestone", "calendar"];

/** Of each group of words, one has to be in the path or the route's id. */
const WORDS: Readonly<Record<OperationId, readonly (readonly string[])[]>> = {
  "trending.list": [NEWS],
  "trending.entry": [NEWS],
  "content.byId": [CONTENT],
  "content.search": [CONTENT, SEARCH],
  "user.byId": [PEOPLE],
  "user.search": [PEOPLE, SEARCH],
  "account.current": [PEOPLE, ["current", "me", "self"]],
  "accounts.of": [PEOPLE, ["linked", "accounts", "memberships"]],
  characters: [["character"]],
  progression: [["progression"]],
  "stats.account": [["stat"]],
  "stats.character": [["stat"]],
  "milestones.public": [DATED],
  "milestones.content": [DATED],
  "definitions.manifest": [["manifest"]],
  "definitions.one": [["definition", "lexicon"]],
  vault: [["vault"]],
};

/** What services call our parameters, in small letters and digits alone. */
const CALLED: Readonly<Record<string, readonly string[]>> = {
  membershipId: ["membershipid", "userid", "memberid", "accountid", "playerid", "personid", "id"],
  membershipType: ["membershiptype", "accounttype", "platformtype", "platform", "network"],
  id: ["membershipid", "accountid", "playerid", "articleid", "contentid", "userid", "id"],
  character: ["characterid", "heroid", "character"],
  name: ["name", "prefix", "displayname", "displaynameprefix", "username", "query", "search", "q", "term"],
  text: ["text", "query", "search", "searchtext", "q", "term"],
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

/** Chooses a route for each operation: its words have to fit, and every parameter has to be one of ours. */
export function chooseRoutes(routes: readonly Route[]): {
  readonly chosen: readonly ChosenRoute[];
  readonly unclear: readonly UnclearRoute[];
} {
  const chosen: ChosenRoute[] = [];
  const unclear: UnclearRoute[] = [];
  const taken = new Set<string>();
  for (const operation of BY_STRICTNESS) {
    const fitting = routes
      .map((route) => fit(operation, route))
      .filter((one) => one !== undefined && !taken.has(one.route.path))
      .toSorted((a, b) => (a?.extra ?? 0) - (b?.extra ?? 0));
    const [best, ...rest] = fitting.filter((one) => one?.unclear.length === 0 && one.isWhole);
    if (best !== undefined) {
      taken.add(best.route.path);
      const others = rest.flatMap((one) => (one?.extra === best.extra ? [one.route.path] : []));
      const { route, path, query } = best;
      chosen.push({ operation, route, path, query, others });
      continue;
    }
    const near = fitting.find((one) => one !== undefined && one.unclear.length > 0);
    if (near !== undefined) unclear.push({ operation, path: near.route.path, unclear: near.unclear });
  }
  return { chosen, unclear };
}

/** Those that need more words or parameters first, so that none takes another's route. */
const BY_STRICTNESS = (Object.keys(WORDS) as OperationId[]).toSorted((a, b) => strictness(b) - strictness(a));

function strictness(operation: OperationId): number {
  return WORDS[operation].length * 2 + operationParameters[operation].required.length;
}

function fit(operation: OperationId, route: Route) {
  const fixed = route.path.replaceAll(/\{[^}]*\}/g, " ");
  // "getUserById": what one asks by stands in the parameters.
  const words = new Set(
    [...meaningsOf(fixed), ...meaningsOf(route.operationId)].flatMap((word) => [
      word,
      ...meaningsOf(word.replace(/s$/, "")),
    ]),
  );
  if (!WORDS[operation].every((group) => group.some((word) => words.has(word)))) return undefined;
  // What names one thing asks for no list of it, and the other way round.
  const filled = fill(operation, route);
  const { required } = operationParameters[operation];
  const extra = new Set(meaningsOf(fixed)).size - WORDS[operation].length;
  return { ...filled, route, extra, isWhole: required.every((name) => filled.used.has(name)) };
}

function fill(operation: OperationId, { path, parameters }: Route) {
  const { required, optional } = operationParameters[operation];
  const known = [...required, ...optional.filter((name) => !name.includes(".")), "locale"];
  const used = new Map<string, string>();
  const unclear: string[] = [];
  const query: Record<string, string> = {};
  let filled = path;
  for (const { name, in: place, isRequired } of parameters) {
    const plain = name.toLowerCase().replaceAll(/[^a-z\d]/g, "");
    const ours = known.find((one) => !used.has(one) && isCalled(one, plain));
    if (ours === undefined) {
      if (isRequired) unclear.push(name);
      continue;
    }
    used.set(ours, name);
    if (place === "path") filled = filled.replace(`{${name}}`, `{${ours}}`);
    else query[name] = `{${ours}}`;
  }
  return { path: filled, query, used, unclear };
}

/** `destinyMembershipId` is a `membershipId`. */
function isCalled(ours: string, plain: string): boolean {
  const names = CALLED[ours] ?? [];
  return names.includes(plain) || names.some((name) => name.length > 8 && plain.endsWith(name));
}
