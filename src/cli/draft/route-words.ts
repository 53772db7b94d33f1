import { singular, wordsOf } from "./names.ts";
import type { Route } from "./routes.ts";

/** What a route's address says, word by word. */
export interface RouteWords {
  /** What it is about, in singular: `stat` for `/players/{id}/account-stats`. */
  readonly head: string;
  /** The words before the head in the same part of the path. */
  readonly modifiers: readonly string[];
  /** The heads of the parts before it. */
  readonly before: readonly string[];
  /** What the last parameter before it belongs to: `player` for `/players/{id}/stats`. */
  readonly owner: string | undefined;
  /** That parameter's name. */
  readonly ownedBy: string | undefined;
  /** The heads of the parts between that parameter and its own. */
  readonly between: readonly string[];
  /** Whether the path has a noun; else the head is that of the route's id. */
  readonly isNamed: boolean;
  /** The parameters of the path behind the head, by name. */
  readonly behind: readonly string[];
  /** Whether it is about whoever asks: `/me`, `/users/current`. */
  readonly isMine: boolean;
  /** Whether it says to search. */
  readonly isSearch: boolean;
  /** Whether it says to name what is already typed in part. */
  readonly isCompletion: boolean;
  /** Whether it says that it is a list. */
  readonly isListing: boolean;
  /** Whether it says by what: `UserByName`. */
  readonly isBy: boolean;
  readonly isPlural: boolean;
}

const SEARCH = new Set(
  "search find lookup query autocomplete typeahead suggest suggestions prefix".split(" "),
);
const MINE = new Set("me my mine self current own whoami myself credentials userinfo".split(" "));
const READING = new Set("get list fetch read show view load retrieve all by id ids public verify".split(" "));
const BETWEEN = new Set("by from for of with around in on per to at within".split(" "));
/** What a part may end in and mean what comes before. */
const GENERAL = new Set(
  "info information detail data list summary overview full result response collection object record index credential page".split(
    " ",
  ),
);
/** Parts of a path that everything is under. */
const OUTER = new Set("api rest json web public platform service client server basic core".split(" "));
/** What nobody but the service's own people and machines ask for. */
const INNER = new Set(
  "admin administration internal debug oauth oauth2 auth webhook webhooks graphql health healthcheck moderation mod test".split(
    " ",
  ),
);
/** Where a sign-in says whose it is, as `/auth/me` does. */
const WHO_AM_I = new Set(["me", "user", "self", "profile", "whoami"]);
/** Words of addresses that do something. */
const CHANGING = new Set(
  (
    "accept activate add apply approve assign attach authenticate authorize ban block bulk buy cancel change claim " +
    "clear close complete confirm connect consume copy create deactivate decline delete demote deny detach disable " +
    "disconnect edit enable execute follow finish grant import increment insert invite issue join kick leave link lock " +
    "login logout logon mark merge migrate modify move mute new open patch pay post promote publish purchase put " +
    "push redeem refresh refund register reject release remove rename reorder replace report request reset restore " +
    "resume revoke run save schedule send set sign signin signout signup start stop submit subscribe sync transfer " +
    "trigger unban unblock unfollow unlink unlock unmute unregister unsubscribe update upload upsert validate verify " +
    "vote withdraw write"
  ).split(" "),
);
/** Nouns, however often they are verbs elsewhere. */
const AS_NOUN = new Set([
  "post",
  "report",
  "release",
  "update",
  "link",
  "schedule",
  "request",
  "issue",
  "verify",
]);
const READS = new Set([...SEARCH, "get", "list", "fetch", "read", "filter", "browse", "retrieve", "show"]);

type Part = { readonly text: string } | { readonly parameter: string };

/** Returns a path's fixed parts and parameters, in time that grows with its length alone. */
export function partsOf(path: string): readonly Part[] {
  return path
    .split("/")
    .filter((part) => part !== "")
    .map((part) => {
      const name = /^\{([^{}]+)\}(?:\.\w+)?$/.exec(part)?.[1];
      return name === undefined
        ? { text: part.replace(/\.(?:json|xml|php|aspx?)$/i, "") }
        : { parameter: name };
    });
}

/** Returns how many parts of a path only say where the API is: `/forum/api/v1`. */
export function mountOf(parts: readonly Part[]): number {
  const at = parts.findIndex((part, index) => index < MOST_OUTER && "text" in part && part.text === "api");
  const next = parts[at + 1];
  return next !== undefined && "text" in next && VERSION.test(next.text) ? at + 2 : at + 1;
}

const MOST_OUTER = 3;
const VERSION = /^v?\d[\w.]*$/i;

/**
 * Returns what a route is about, without the parts that all have; undefined for one that changes something, or is nobody's to ask.
 */
export function routeWords(route: Route, outer: number): RouteWords | undefined {
  const { path, operationId, method } = route;
  const parts = partsOf(path);
  const fixed = parts.flatMap((part) => ("text" in part ? [wordsOf(part.text)] : []));
  const all = fixed.flat();
  const last = fixed.at(-1) ?? [];
  const isWhoAmI = method === "GET" && last.length === 1 && WHO_AM_I.has(last[0] ?? "");
  if (all.some((word) => INNER.has(word) && !(isWhoAmI && word === "auth"))) return undefined;
  const [first = ""] = last;
  if (CHANGING.has(first) && !(AS_NOUN.has(singular(first)) && method === "GET")) return undefined;
  if (method === "POST" && !readsOnly(last, operationId)) return undefined;
  return wordsIn(parts.slice(outer), operationId);
}

/** Returns whether a request's address says that it does something, as `POST /users/create` does. */
export function changesSomething({ path, method }: Pick<Route, "path" | "method">): boolean {
  const last =
    partsOf(path)
      .flatMap((part) => ("text" in part ? [wordsOf(part.text)] : []))
      .at(-1) ?? [];
  const [first = ""] = last;
  return method === "POST" && CHANGING.has(first) && !AS_NOUN.has(singular(first));
}

const sayChange = (words: readonly string[]) =>
  words.some((word) => CHANGING.has(word) && !AS_NOUN.has(word));

/** A POST reads only where it says so, and nothing else. */
function readsOnly(last: readonly string[], operationId: string): boolean {
  const said = wordsOf(operationId);
  if (sayChange(last) || sayChange(said)) return false;
  return last.some((word) => READS.has(word)) || said.slice(0, 2).some((word) => READS.has(word));
}

function wordsIn(parts: readonly Part[], operationId: string): RouteWords {
  const nouns = parts.map((part) => ("text" in part ? nounsIn(part.text) : []));
  const subject = nouns.findLastIndex((words) => words.length > 0);
  // `/t/{id}` says less than `getTopic`.
  const isTelling = (nouns[subject]?.at(-1) ?? "").length > 2;
  const words = isTelling ? (nouns[subject] ?? []) : nounsIn(operationId);
  const all = parts.flatMap((part) => ("text" in part ? wordsOf(part.text) : []));
  const owning = parts.findLastIndex((part, index) => index < subject && "parameter" in part);
  const ownerPart = parts[owning];
  const owner = nouns.findLast((one, index) => index < owning && one.length > 0)?.at(-1);
  const head = words.at(-1) ?? "";
  return {
    head: singular(head),
    modifiers: words.slice(0, -1).map(singular),
    before: nouns.slice(0, Math.max(0, subject)).flatMap((one) => one.slice(-1).map(singular)),
    owner: owner === undefined ? undefined : singular(owner),
    ownedBy: ownerPart !== undefined && "parameter" in ownerPart ? ownerPart.parameter : undefined,
    between: nouns.slice(owning + 1, Math.max(0, subject)).flatMap((one) => one.slice(-1).map(singular)),
    isNamed: subject !== -1,
    behind: parts.slice(subject + 1).flatMap((part) => ("parameter" in part ? [part.parameter] : [])),
    isMine: all.some((word) => MINE.has(word)),
    isSearch: all.some((word) => SEARCH.has(word)),
    isCompletion: all.some((word) => /^(?:autocomplete|typeahead|suggest)/.test(word)),
    isListing: all.some((word) => ["list", "all", "page", "paged"].includes(word)),
    isBy: all.some((word) => BETWEEN.has(word)),
    isPlural: singular(head) !== head || head === "news",
  };
}

/** Returns the nouns of a part of a path, the head last; none where it has no word of its own. */
function nounsIn(text: string): readonly string[] {
  if (VERSION.test(text)) return [];
  const words = wordsOf(text);
  const end = words.findIndex((word) => BETWEEN.has(word));
  const own = words
    .slice(0, end === -1 ? undefined : end)
    .filter((word) => !SEARCH.has(word) && !MINE.has(word) && !READING.has(word) && !/^v?\d+$/.test(word));
  if (own.every((word) => OUTER.has(word))) return [];
  const cut = own.findLastIndex((word) => !GENERAL.has(singular(word)));
  return cut === -1 ? [] : own.slice(0, cut + 1);
}
