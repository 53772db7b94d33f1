import type { Clock } from "../../base/clock.ts";
import { DAY_MS } from "../../base/duration.ts";
import type {
  OperationId,
  OperationTemplate,
  PagedTemplate,
  Profile,
} from "../../platform/profile/schema.ts";
import { isFeed } from "../../platform/profile/operations.ts";
import { type DefinitionTable, definitionTables } from "../../platform/resources/definitions.ts";
import { localeCodes, writtenLanguageOf } from "./languages.ts";
import { firstAlone, pageOf, wholeNumber } from "./paging.ts";
import {
  accountIn,
  checkCharacter,
  dayIn,
  idIn,
  memberIn,
  membershipTypeIn,
  membershipTypesOf,
  modesIn,
  periodIn,
} from "./read-parameters.ts";
import { nothingThere, Refusal } from "./refusal.ts";
import type { Parameters } from "./routes.ts";
import { kindOfType, ofCategory, servedBy, toEntry, toFeed, toStub } from "./trending.ts";
import type { Encoder } from "./wire/encode.ts";
import { setAt, spreadAt, wrapAt } from "./wire/paths.ts";
import type { Reader } from "./game-data/articles.ts";
import type { Trend } from "./game-data/trend.ts";
import type { Language } from "./game-data/text/translations.ts";
import type { GameData } from "./game-data/game-data.ts";

export interface OperationContext {
  readonly profile: Profile;
  readonly gameData: GameData;
  readonly encoder: Encoder;
  readonly clock: Clock;
  readonly version: string;
}
export interface Asked {
  readonly parameters: Parameters;
  readonly operation: OperationTemplate;
  readonly viewer?: number;
}
interface Question extends Asked, Reader {
  readonly language: Language;
}
type Handler = (context: OperationContext, question: Question) => unknown;

/** Returns an operation's answer, wire-encoded and at its `pick`, without envelope. Throws Refusal. */
export function answer(id: OperationId, context: OperationContext, asked: Asked): unknown {
  const language = writtenLanguageOf(context.profile, asked.parameters["locale"]);
  const question = { ...asked, language: language ?? "en", isFallback: language === undefined } as const;
  return wrapAt(asked.operation.pick, handlers[id](context, question));
}

function signedIn({ viewer }: Question): number {
  if (viewer === undefined) throw new Refusal("signIn", 99, "Please sign-in to continue.");
  return viewer;
}

const handlers: Record<OperationId, Handler> = {
  "trending.list": (context, question) => {
    const { profile, gameData } = context;
    const list = profile.operations["trending.list"];
    const { category } = question.parameters;
    const categories = list?.categories ?? [];
    const served = servedBy(profile, gameData.trends.list(question.language));
    const isStubs = list?.gives === "stubs";
    const page = (kept: readonly Trend[]) =>
      pageOf(question, kept, (trend) =>
        isStubs ? toStub(context, trend) : toEntry(context, trend, question),
      );
    if (isFeed(list)) return toFeed(profile, ofCategory(served, categories, category));
    if (category !== undefined || list?.path.includes("{category}") !== true)
      return page(ofCategory(served, categories, category));
    return {
      categories: categories.map((one) => ({
        categoryId: one,
        categoryName: one,
        entries: page(ofCategory(served, categories, one)),
      })),
    };
  },
  "trending.entry": (context, question) => {
    const { profile, gameData } = context;
    const { type, identifier } = question.parameters;
    const kind = type === undefined ? undefined : kindOfType(profile, type);
    if (type !== undefined && kind === undefined) throw nothingThere();
    const trend = servedBy(profile, gameData.trends.list(question.language))
      .flatMap((one) => [one, ...one.items])
      .find((one) => one.identifier === identifier && (kind === undefined || one.kind === kind));
    if (trend === undefined) throw nothingThere();
    return toEntry(context, trend, question);
  },
  "content.byId": ({ gameData, encoder }, question) => {
    const ref = gameData.articles.byId(idIn(question.parameters, "id"));
    if (ref === undefined) throw nothingThere();
    const article = gameData.articles.article(ref, question.language, question);
    return encoder.encode("ContentItemPublicContract", article);
  },
  "content.search": (context, question) => {
    const { articles } = context.gameData;
    const found = articles.search(question.parameters["text"] ?? "", question.language);
    return pageOf(question, found, (ref) =>
      context.encoder.encode("ContentItemPublicContract", articles.article(ref, question.language, question)),
    );
  },
  "user.byId": (context, { parameters, viewer }) =>
    context.encoder.encode(
      "GeneralUser",
      context.gameData.players.user(memberIn(context, parameters), viewer),
    ),
  "user.search": (context, question) => {
    const { players } = context.gameData;
    const found = players.search(question.parameters["name"] ?? "");
    return pageOf(question, found, (player) =>
      context.encoder.encode("GeneralUser", players.user(player, question.viewer)),
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
    const accounts = context.gameData.players.accounts(memberIn(context, question.parameters));
    return list(context, question, "GameAccount", accounts);
  },
  characters: (context, question) => {
    const { character } = question.parameters;
    const account = accountIn(context, question.parameters);
    if (character !== undefined) checkCharacter(context, account, character);
    const all = context.gameData.players.characters(account);
    const wanted = all.filter(({ id }) => character === undefined || id === character);
    const answered = list(context, question, "Character", wanted);
    if (question.operation.path === context.profile.operations.characters?.path) return answered;
    return { ...Object(answered), privacy: context.encoder.enumValue("ComponentPrivacySetting", 1) };
  },
  progression: (context, { parameters, viewer }) => {
    const { character } = parameters;
    const account = accountIn(context, parameters);
    const { data, privacy } = context.gameData.progress.of(account, viewer);
    if (character === undefined) return context.encoder.encode("CharacterProgressions", { data, privacy });
    checkCharacter(context, account, character);
    return context.encoder.encode("CharacterProgression", { data: data?.[character], privacy });
  },
  "stats.account": (context, { parameters, language }) =>
    context.encoder.encode(
      "GameHistoricalStatsWithMerged",
      context.gameData.statistics.account(accountIn(context, parameters), language),
    ),
  "stats.character": characterStats,
  "milestones.public": ({ gameData, encoder }) =>
    encoder.encode("{GamePublicMilestone}", gameData.milestones.all()),
  "milestones.content": ({ gameData, encoder }, { parameters, language }) => {
    const named = gameData.milestones.byHash(wholeNumber(parameters["hash"]));
    if (named === undefined) throw nothingThere();
    return encoder.encode("GameMilestoneContent", gameData.milestones.content(named, language));
  },
  "definitions.manifest": manifest,
  "definitions.one": (context, { parameters, language }) => {
    const table = tableNamed(context.profile, parameters["table"] ?? "");
    const found =
      table && context.gameData.lexicon.definition(table, wholeNumber(parameters["hash"]), language);
    if (!found) throw nothingThere();
    return encodeDefinition(context, found);
  },
  vault: (context, question) => {
    const player = signedIn(question);
    const type = membershipTypeIn(context.profile, question.parameters["membershipType"]);
    const [, ofProviderB] = membershipTypesOf(context.profile);
    const kind = type === ofProviderB ? 1 : 0;
    if (!membershipTypesOf(context.profile).includes(type) || !context.gameData.players.hasKind(player, kind))
      throw nothingThere("No such account.", 1601);
    return context.gameData.vaults.of(player, kind, (value) => context.encoder.int64(value));
  },
};

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

/** Returns the table that has this name in the profile. */
export function tableNamed(profile: Profile, name: string): DefinitionTable | undefined {
  return definitionTables.find((table) => profile.definitions?.tables[table] === name);
}

function manifest(context: OperationContext): unknown {
  const { profile, version } = context;
  const shape = profile.operations["definitions.manifest"];
  const answered: Record<string, unknown> = {};
  setAt(answered, shape?.version ?? "version", version);
  // Where the path has no language, the last one written stays: the default.
  for (const code of localeCodes(profile).toReversed()) {
    for (const table of Object.values(profile.definitions?.tables ?? {})) {
      const path = (shape?.file ?? "").replaceAll("{locale}", code).replaceAll("{table}", table);
      setAt(answered, path, `/definitions/${version}/${code}/${table}.json`);
    }
  }
  return answered;
}

function characterStats(context: OperationContext, { parameters, language }: Question): unknown {
  const id = idIn(parameters, "character");
  const { players } = context.gameData;
  const account = parameters["id"] === undefined ? players.accountOf(id) : accountIn(context, parameters);
  if (account === undefined) throw nothingThere("No such character.", 1620);
  checkCharacter(context, account, id);
  const today = Math.floor(context.clock.now() / DAY_MS) * DAY_MS;
  const to = dayIn(parameters["to"]) ?? today;
  const from = dayIn(parameters["from"]) ?? to - 6 * DAY_MS;
  const longest = Math.min(31, context.profile.limits.statsDays) * DAY_MS;
  if (to < from || to - from >= longest) throw nothingThere("That stretch of days is not available.");
  const period = periodIn(context.profile, parameters["period"]);
  const query = { account, character: id, period, from, to, language };
  const perMode = modesIn(context.profile, parameters["mode"]).map((mode) =>
    context.gameData.statistics.character({ ...query, ...mode }),
  );
  const results = Object.assign({}, ...perMode) as (typeof perMode)[number];
  const isEmpty = Object.values(results).every((period) => Object.keys(period).length === 0);
  // Without data the wire has `{"control":{}}` in both shapes.
  return isEmpty ? results : context.encoder.encode("{GameHistoricalStatsByPeriod}", results);
}

/** Returns a whole list; a dictionary where the profile names its key. */
function list(
  context: OperationContext,
  { operation }: Question,
  type: string,
  entries: readonly object[],
): unknown {
  const { items = "", key, one } = operation as Partial<PagedTemplate>;
  const encoded = entries.map((entry) => context.encoder.encode(type, entry));
  if (one === true) return firstAlone(items, encoded);
  if (key === undefined) return spreadAt(items, encoded);
  const keyed = entries.map((entry, index) => [String(Reflect.get(entry, key)), encoded[index]] as const);
  return wrapAt(items, Object.fromEntries(keyed));
}
