import { toInt64 } from "../../base/int64.ts";
import type { Clock } from "../../base/clock.ts";
import type {
  OperationId,
  OperationTemplate,
  PagedTemplate,
  Profile,
} from "../../platform/profile/schema.ts";
import { isFeed } from "../../platform/profile/operations.ts";
import { type DefinitionTable, definitionTables } from "../../platform/resources/definitions.ts";
import { languageOf, localeCodes } from "./languages.ts";
import { pageOf } from "./paging.ts";
import { nothingThere, Refusal } from "./refusal.ts";
import type { Parameters } from "./routes.ts";
import { kindOfType, ofCategory, toEntry, toFeed, toStub } from "./trending.ts";
import type { Encoder } from "./wire/encode.ts";
import { setAt, spreadAt, wrapAt } from "./wire/paths.ts";
import { DAY_MS } from "./game-data/calendar.ts";
import type { AccountRef } from "./game-data/players.ts";
import { modes, type Period } from "./game-data/statistics.ts";
import type { Language } from "./game-data/text/languages.ts";
import type { GameData } from "./game-data/game-data.ts";

/** What an operation is answered from. */
export interface OperationContext {
  readonly profile: Profile;
  readonly gameData: GameData;
  readonly encoder: Encoder;
  readonly clock: Clock;
  readonly version: string;
}
/** What somebody asked, and who it was where that is known. */
export interface Asked {
  readonly parameters: Parameters;
  readonly operation: OperationTemplate;
  /** The player who is signed in. */
  readonly viewer?: number;
}
interface Question extends Asked {
  readonly language: Language;
}
type Handler = (context: OperationContext, question: Question) => unknown;

/** The answer of an operation, in wire form and at its `pick`, without the envelope. Refusals are thrown. */
export function answer(id: OperationId, context: OperationContext, asked: Asked): unknown {
  const language = languageOf(context.profile, asked.parameters["locale"]);
  return wrapAt(asked.operation.pick, handlers[id](context, { ...asked, language }));
}

function signedIn({ viewer }: Question): number {
  if (viewer === undefined) throw new Refusal("signIn", 99, "Please sign-in to continue.");
  return viewer;
}

const handlers: Record<OperationId, Handler> = {
  "trending.list": (context, question) => {
    const { profile, gameData } = context;
    const list = profile.operations["trending.list"];
    const kept = ofCategory(
      gameData.trends.list(question.language),
      list?.categories ?? [],
      question.parameters["category"],
    );
    if (isFeed(list)) return toFeed(profile, kept);
    const isStubs = list?.gives === "stubs";
    return page(context, question, kept, (trend) =>
      isStubs ? toStub(context, trend) : toEntry(context, trend),
    );
  },
  "trending.entry": (context, { parameters, language }) => {
    const kind = kindOfType(context.profile, parameters["type"] ?? "");
    const trend = kind && context.gameData.trends.find(kind, parameters["identifier"] ?? "", language);
    if (!trend) throw nothingThere();
    return toEntry(context, trend);
  },
  "content.byId": ({ gameData, encoder }, { parameters, language }) => {
    const ref = gameData.articles.byId(idIn(parameters, "id"));
    if (ref === undefined) throw nothingThere();
    return encoder.encode("ContentItemPublicContract", gameData.articles.article(ref, language));
  },
  "content.search": (context, question) => {
    const { articles } = context.gameData;
    const found = articles.search(question.parameters["text"] ?? "", question.language);
    return page(context, question, found, (ref) =>
      context.encoder.encode("ContentItemPublicContract", articles.article(ref, question.language)),
    );
  },
  "user.byId": ({ gameData, encoder }, { parameters, viewer }) =>
    encoder.encode("GeneralUser", gameData.players.user(memberIn(gameData, parameters), viewer)),
  "user.search": (context, question) => {
    const { players } = context.gameData;
    const found = players.search(question.parameters["name"] ?? "");
    return page(context, question, found, (player) =>
      context.encoder.encode("GeneralUser", players.user(player)),
    );
  },
  "account.current": ({ gameData, encoder }, question) => {
    const player = signedIn(question);
    const { players } = gameData;
    return encoder.encode("CurrentAccount", {
      name: players.name(player),
      membershipId: players.membershipId(player),
      accounts: players.accounts(player),
    });
  },
  "accounts.of": (context, question) => {
    const accounts = context.gameData.players.accounts(memberIn(context.gameData, question.parameters));
    return list(context, question, "GameAccount", accounts);
  },
  characters: (context, question) =>
    list(
      context,
      question,
      "Character",
      context.gameData.players.characters(accountIn(context, question.parameters)),
    ),
  progression: (context, { parameters, viewer }) =>
    context.encoder.encode(
      "CharacterProgressions",
      context.gameData.progress.of(accountIn(context, parameters), viewer),
    ),
  "stats.account": (context, { parameters }) =>
    context.encoder.encode(
      "GameHistoricalStatsWithMerged",
      context.gameData.statistics.account(accountIn(context, parameters)),
    ),
  "stats.character": characterStats,
  "milestones.public": ({ gameData, encoder }) =>
    encoder.encode("{GamePublicMilestone}", gameData.milestones.all()),
  "milestones.content": ({ gameData, encoder }, { parameters, language }) => {
    const named = gameData.milestones.byHash(Number(parameters["hash"]));
    if (named === undefined) throw nothingThere();
    return encoder.encode("GameMilestoneContent", gameData.milestones.content(named, language));
  },
  "definitions.manifest": manifest,
  "definitions.one": (context, { parameters, language }) => {
    const table = tableNamed(context.profile, parameters["table"] ?? "");
    const found = table && context.gameData.lexicon.definition(table, Number(parameters["hash"]), language);
    if (!found) throw nothingThere();
    return encodeDefinition(context, found);
  },
  vault: (context, question) => {
    const player = signedIn(question);
    const type = membershipTypeIn(context.profile, question.parameters["membershipType"]);
    const { ProviderA, ProviderB } = context.profile.providers;
    const kind = type === (ProviderB?.membershipType ?? 1) ? 1 : 0;
    const isKnown = kind === 1 || type === (ProviderA?.membershipType ?? 2);
    if (!isKnown || !context.gameData.players.hasKind(player, kind))
      throw nothingThere("No such account.", 1601);
    return context.gameData.vaults.of(player, kind, (value) => context.encoder.int64(value));
  },
};

/** A definition with its name, icon and goal where the profile says they stand. */
export function encodeDefinition(
  context: Pick<OperationContext, "encoder" | "profile">,
  definition: object,
): unknown {
  const paths = context.profile.definitions?.paths;
  const moved: Record<string, unknown> = { ...definition };
  const display = (Reflect.get(definition, "displayProperties") ?? {}) as Readonly<Record<string, unknown>>;
  for (const part of ["name", "description", "icon"] as const) {
    const path = paths?.[part];
    if (path !== undefined && path !== `displayProperties.${part}`) setAt(moved, path, display[part]);
  }
  if (paths !== undefined && paths.goal !== "completionValue" && "completionValue" in moved) {
    setAt(moved, paths.goal, moved["completionValue"]);
    delete moved["completionValue"];
  }
  return context.encoder.encode("Definition", moved);
}

/** The table a service's own name stands for. */
export function tableNamed(profile: Profile, name: string): DefinitionTable | undefined {
  return definitionTables.find((table) => profile.definitions?.tables[table] === name);
}

function manifest(context: OperationContext): unknown {
  const { profile, version } = context;
  const shape = profile.operations["definitions.manifest"];
  const answered: Record<string, unknown> = {};
  setAt(answered, shape?.version ?? "version", version);
  // Where the path names no language, the default one's files stand there in the end.
  for (const code of localeCodes(profile).toReversed()) {
    for (const table of Object.values(profile.definitions?.tables ?? {})) {
      const path = (shape?.file ?? "").replaceAll("{locale}", code).replaceAll("{table}", table);
      setAt(answered, path, `/definitions/${version}/${code}/${table}.json`);
    }
  }
  return answered;
}

function characterStats(context: OperationContext, { parameters }: Question): unknown {
  const id = idIn(parameters, "character");
  const account = accountIn(context, parameters);
  if (!context.gameData.players.characters(account).some((character) => character.id === id)) {
    throw nothingThere("No such character.", 1620);
  }
  const today = Math.floor(context.clock.now() / DAY_MS) * DAY_MS;
  const to = dayIn(parameters["to"]) ?? today;
  const from = dayIn(parameters["from"]) ?? to - 6 * DAY_MS;
  const longest = Math.min(31, context.profile.limits.statsDays) * DAY_MS;
  if (to < from || to - from >= longest) throw nothingThere("That stretch of days is not available.");
  const query = { character: id, period: periodIn(context.profile, parameters["period"]), from, to };
  const perMode = modesIn(context.profile, parameters["mode"]).map((mode) =>
    context.gameData.statistics.character({ ...query, ...mode }),
  );
  const results = Object.assign({}, ...perMode) as (typeof perMode)[number];
  const isEmpty = Object.values(results).every((period) => Object.keys(period).length === 0);
  // An empty stretch is `{"control":{}}` on the wire, whatever the shape.
  return isEmpty ? results : context.encoder.encode("{GameHistoricalStatsByPeriod}", results);
}

/** One mode or several, `5,7`; 0 is all of them together. */
function modesIn(profile: Profile, given = "0"): readonly { readonly mode?: number }[] {
  return given.split(",").map((one) => {
    const mode = profile.enums.ActivityMode?.find(({ name }) => name === one)?.value ?? Number(one);
    if (mode === 0) return {};
    if (!modes.some(({ value }) => value === mode)) throw nothingThere("No such mode.");
    return { mode };
  });
}

function periodIn(profile: Profile, given: string | undefined): Period {
  const asked = given?.toLowerCase();
  const row = profile.enums.PeriodType?.find(
    ({ name, value }) => name.toLowerCase() === asked || String(value) === asked,
  );
  const meant = row?.field ?? asked;
  const value = row?.value ?? Number(given);
  if (meant === "daily" || (row?.field === undefined && value === 1)) return "daily";
  return meant === "activity" || (row?.field === undefined && value === 3) ? "activity" : "allTime";
}

function dayIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(at)) throw nothingThere("A day is written YYYY-MM-DD.");
  return at;
}

function idIn(parameters: Parameters, name: string): string {
  const id = toInt64(parameters[name]);
  if (id === undefined) throw nothingThere("That is not an id.");
  return id;
}

function memberIn(gameData: GameData, parameters: Parameters): number {
  const player = gameData.players.byMembershipId(idIn(parameters, "membershipId"));
  if (player === undefined) throw nothingThere("No such member.", 217);
  return player;
}

function accountIn({ profile, gameData }: OperationContext, parameters: Parameters): AccountRef {
  const given = parameters["membershipType"];
  const id = idIn(parameters, "id");
  const types = Object.values(profile.providers).map(({ membershipType }) => membershipType);
  const asked = given === undefined ? types : [membershipTypeIn(profile, given)];
  for (const type of asked) {
    const account = gameData.players.account(type, id);
    if (account !== undefined) return account;
  }
  throw nothingThere("No such account.", 1601);
}

function membershipTypeIn(profile: Profile, given: string | undefined): number {
  return profile.enums.MembershipType?.find(({ name }) => name === given)?.value ?? Number(given);
}

/** A whole list, as dictionary where the profile says so. */
function list(
  context: OperationContext,
  { operation }: Question,
  type: string,
  entries: readonly object[],
): unknown {
  const { items = "", key } = operation as Partial<PagedTemplate>;
  const encoded = entries.map((one) => context.encoder.encode(type, one));
  if (key === undefined) return spreadAt(items, encoded);
  const keyed = entries.map((one, index) => [String(Reflect.get(one, key)), encoded[index]] as const);
  return wrapAt(items, Object.fromEntries(keyed));
}

function page<T>(
  _room: OperationContext,
  question: Question,
  all: readonly T[],
  encode: (one: T) => unknown,
): unknown {
  // Only lists with pages ask for one.
  return pageOf(question.operation as PagedTemplate, question.parameters, all, encode);
}
