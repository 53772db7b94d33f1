import { idParameters, operationParameters } from "../../platform/profile/parameters.ts";
import type { OperationId } from "../../platform/profile/schema.ts";
import { type AnswerFit, answerFit } from "./answer-fit.ts";
import type { OpenApiDocument } from "./document.ts";
import { fill, type Filled } from "./fill.ts";
import { type NextPages, nextPages, NO_PAGES } from "./next-pages.ts";
import { isCalled, isKnownParameter } from "./parameter-names.ts";
import { mountOf, partsOf, type RouteWords, routeWords } from "./route-words.ts";
import { keyOf, type Route } from "./routes.ts";
import { BY_ANSWER, type Nouns, peopleIn, type WordFit, wordFit } from "./rules.ts";

/** A route for one of our operations, with its templates. */
export interface ChosenRoute extends AnswerFit {
  readonly operation: OperationId;
  readonly route: Route;
  readonly words: RouteWords;
  readonly filled: Filled;
  readonly next: NextPages;
  /** Other routes that fit as well. */
  readonly others: readonly string[];
}

/** A route that fits by its words, but has unknown parameters. */
interface UnclearRoute {
  readonly operation: OperationId;
  readonly path: string;
  readonly unclear: readonly string[];
}

export interface Choice {
  readonly chosen: readonly ChosenRoute[];
  readonly unclear: readonly UnclearRoute[];
  /** Routes that were not chosen and fit nothing. */
  readonly unused: readonly Route[];
  /** Parameters that stand in most addresses, with what was put in. */
  readonly constants: ReadonlyMap<string, string>;
}

interface Readable {
  readonly route: Route;
  readonly words: RouteWords;
}

/** Operations whose route no other may take come first, and the milestones before their texts. */
const ORDER: readonly OperationId[] = [
  "trending.list",
  "trending.entry",
  "stats.character",
  "stats.account",
  "characters",
  "progression",
  "accounts.of",
  "definitions.one",
  "definitions.manifest",
  "milestones.public",
  "milestones.content",
  "vault",
  "user.byId",
  "user.search",
  "account.current",
  "content.search",
  "content.byId",
];

/** Chooses a route per operation: its words, its parameters and its answer all have to fit; else none. */
export function chooseRoutes(document: OpenApiDocument, routes: readonly Route[]): Choice {
  const constants = constantsOf(routes);
  const readable = routes.flatMap((route): readonly Readable[] => {
    const words = routeWords(route, outerParts(route, constants));
    return words === undefined ? [] : [{ route, words }];
  });
  const people = peopleIn(readable.map(({ words }) => words));
  const chosen: ChosenRoute[] = [];
  const unclear: UnclearRoute[] = [];
  const taken = new Set<string>();
  for (const operation of ORDER) {
    const milestone = chosen.find((one) => one.operation === "milestones.public")?.words.head;
    const chooser = new Chooser(document, operation, { people, milestone }, constants);
    const free = readable.filter(({ route }) => !taken.has(keyOf(route)));
    const { best, near } = chooser.best(free);
    if (best !== undefined) {
      taken.add(keyOf(best.route));
      chosen.push(best);
    } else if (near !== undefined) unclear.push(near);
  }
  const named = new Set([
    ...taken,
    ...unclear.map(({ path }) => path),
    ...chosen.flatMap(({ others }) => others),
  ]);
  return { chosen, unclear, unused: routes.filter((route) => !named.has(keyOf(route))), constants };
}

/** Returns a route with the first of what an unknown part of its path may be: `{sport}` is `football`. */
export function withChoices(route: Route): Route {
  const chosen = route.parameters.flatMap(({ name, in: place, choices = [] }) => {
    const [first] = choices;
    const isPart = typeof first === "string" && /^[\w.-]{1,60}$/.test(first);
    return place === "path" && isPart && !isKnownParameter(name) ? [{ name, value: first }] : [];
  });
  if (chosen.length === 0) return route;
  const names = new Set(chosen.map(({ name }) => name));
  return {
    ...route,
    path: chosen.reduce((path, { name, value }) => path.replace(`{${name}}`, value), route.path),
    parameters: route.parameters.filter(({ in: place, name }) => place !== "path" || !names.has(name)),
    assumed: chosen.map(({ name, value }) => `{${name.slice(0, 60)}} was taken as ${value}`),
  };
}

const LEAST_ROUTES = 4;
const MOST = 0.6;

/** Returns parameters that most addresses need, such as `{namespace}`: they name the service's own part. */
function constantsOf(routes: readonly Route[]): ReadonlyMap<string, string> {
  const counts = new Map<string, RouteCount>();
  for (const { parameters } of routes)
    for (const { name, in: place, isRequired, default: usual } of parameters) {
      if (place === "body" || !isRequired || isKnownParameter(name)) continue;
      const before = counts.get(name);
      counts.set(name, { count: (before?.count ?? 0) + 1, usual: before?.usual ?? usual });
    }
  const common = [...counts].filter(
    ([, { count }]) => routes.length >= LEAST_ROUTES && count >= routes.length * MOST,
  );
  return new Map(
    common.map(([name, { usual }]) => [
      name,
      typeof usual === "string" && /^[\w.-]{1,60}$/.test(usual)
        ? usual
        : `YOUR-${name.toUpperCase().slice(0, 40)}`,
    ]),
  );
}

interface RouteCount {
  readonly count: number;
  readonly usual: unknown;
}

/** Returns how many parts of a path stand before the last constant, and with it: what every address has. */
function outerParts({ path }: Route, constants: ReadonlyMap<string, string>): number {
  const parts = partsOf(path);
  const last = parts.findLastIndex((part) => "parameter" in part && constants.has(part.parameter));
  return Math.max(mountOf(parts), last === parts.length - 1 ? 0 : last + 1);
}

const BY_ID = new Set<OperationId>(["user.byId", "content.byId"]);

/** `{ids}` takes several, and lists them. */
const asksForMany = ({ used }: Filled) =>
  [...used.values()].some(({ name, isMany }) => isMany || /ids$/i.test(name.slice(-40)));

type Candidate = Omit<ChosenRoute, "others" | "next"> & { readonly total: number };

/** Looks for the route of one operation. */
class Chooser {
  readonly #document: OpenApiDocument;
  readonly #operation: OperationId;
  readonly #nouns: Nouns;
  readonly #constants: ReadonlyMap<string, string>;

  constructor(
    document: OpenApiDocument,
    operation: OperationId,
    nouns: Nouns,
    constants: ReadonlyMap<string, string>,
  ) {
    this.#document = document;
    this.#operation = operation;
    this.#nouns = nouns;
    this.#constants = constants;
  }

  best(free: readonly Readable[]): { best: ChosenRoute | undefined; near: UnclearRoute | undefined } {
    const operation = this.#operation;
    const byWords = free
      .flatMap(({ route, words }) => {
        const fit = wordFit(operation, words, this.#nouns, route);
        return fit === undefined ? [] : [{ route, words, fit }];
      })
      .toSorted((a, b) => b.fit.score - a.fit.score);
    let near: UnclearRoute | undefined;
    const candidates: Candidate[] = [];
    for (const { route, words, fit } of byWords) {
      const filled = fill(operation, route, { subject: fit.subject, constants: this.#constants });
      if (filled.unclear.length > 0 && isWhole(operation, filled))
        near ??= { operation, path: keyOf(route), unclear: filled.unclear };
      if (filled.unclear.length > 0 || !isWhole(operation, filled)) continue;
      const answer = answerFit(this.#document, operation, {
        answer: route.answer,
        hints: hintsFor(operation, words, filled),
        mayBeList: BY_ID.has(operation) && (words.behind.length === 0 || asksForMany(filled)),
        isUnsaid: fit.score === BY_ANSWER,
      });
      if (answer === undefined && !route.isFeed) continue;
      const fits = answer ?? { score: 0, record: undefined, shape: undefined, found: undefined };
      const total = totalOf(route, words, fit, fits.score) - (asksByQuery(operation, filled) ? IN_QUERY : 0);
      candidates.push({ ...fits, operation, route, words, filled, total });
    }
    const reading = candidates.filter(({ route }) => route.method === "GET");
    const fitting = reading.length > 0 ? reading : candidates;
    const [best, ...rest] = fitting.toSorted((a, b) => b.total - a.total);
    if (best === undefined) return { best: undefined, near };
    const others = rest.filter(({ total }) => best.total - total < 0.5).map(({ route }) => keyOf(route));
    const isPaged = operationParameters[operation].optional.includes("cursor");
    const next = isPaged ? nextPages(this.#document, best.route, best.filled) : NO_PAGES;
    return { best: { ...best, next, others: others.slice(0, 5) }, near };
  }
}

/** A parameter that is called so says which part of a list is wanted. */
const NO_IDS = ["text", "page", "pageSize", "offset", "locale", "period", "from", "to"];

/** Whether all is asked that the operation needs. */
function isWhole(operation: OperationId, { used }: Filled): boolean {
  // One of a player's characters, and not a filter that may be left out.
  const subject = used.get("id") ?? used.get("hash");
  if (subject !== undefined && NO_IDS.some((ours) => isCalled(ours, subject.name))) return false;
  if (operation === "stats.character" && used.get("character")?.isRequired !== true) return false;
  return operationParameters[operation].required.every((name) => used.has(name));
}

/** One that is asked for in the path is surer than one of a list that a query filters. */
const IN_QUERY = 0.5;
function asksByQuery(operation: OperationId, { used }: Filled): boolean {
  const [main = ""] = operationParameters[operation].required;
  return idParameters.has(main) && used.get(main)?.in === "query";
}

function totalOf(route: Route, words: RouteWords, { score }: WordFit, answered: number): number {
  const parts = partsOf(route.path).length;
  const asks = route.parameters.filter(({ in: place, isRequired }) => place !== "path" && isRequired).length;
  return score + answered - 0.4 * words.modifiers.length - 0.15 * parts - 0.1 * asks - (route.isFeed ? 1 : 0);
}

/** What the address calls the one who is asked for is that one's id in the answer, too. */
function hintsFor(operation: OperationId, { head, modifiers, before }: RouteWords, { used }: Filled) {
  // `/movies/trending` lists movies.
  const nouns = [head, ...modifiers, ...(operation === "trending.list" ? before.slice(-1) : [])];
  const ours = operation === "user.byId" ? "membershipId" : operation === "content.byId" ? "id" : undefined;
  const name = ours === undefined ? undefined : used.get(ours)?.name;
  const field = operation === "content.byId" ? "contentId" : "membershipId";
  return name === undefined ? { nouns } : { nouns, called: { [field]: name.replace(/s$/, "") } };
}
