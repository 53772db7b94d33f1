import { toInt64 } from "../../base/int64.ts";
import type { Clock } from "../../base/clock.ts";
import type {
  OperationId,
  OperationTemplate,
  PagedTemplate,
  Profile,
} from "../../platform/profile/schema.ts";
import { type DefinitionTable, definitionTables } from "../../platform/resources/definitions.ts";
import { languageOf, localeCodes } from "./languages.ts";
import { pageOf } from "./paging.ts";
import { nothingThere, Refusal } from "./refusal.ts";
import type { Parameters } from "./routes.ts";
import { kindOfType, ofCategory, toEntry, toStub } from "./trending.ts";
import type { Encoder } from "./wire/encode.ts";
import { setAt, spreadAt, wrapAt } from "./wire/paths.ts";
import { DAY_MS } from "./world/calendar.ts";
import type { AccountRef } from "./world/players.ts";
import { modes, type Period } from "./world/statistics.ts";
import type { Language } from "./world/words/languages.ts";
import type { World } from "./world/world.ts";

/** What an operation is answered from. */
export interface Room {
  readonly profile: Profile;
  readonly world: World;
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
type Handler = (room: Room, question: Question) => unknown;

/** The answer of an operation, in wire form and at its `pick`, without the envelope. Refusals are thrown. */
export function answer(id: OperationId, room: Room, asked: Asked): unknown {
  const language = languageOf(room.profile, asked.parameters["locale"]);
  return wrapAt(asked.operation.pick, handlers[id](room, { ...asked, language }));
}

function signedIn({ viewer }: Question): number {
  if (viewer === undefined) throw new Refusal("signIn", 99, "Please sign-in to continue.");
  return viewer;
}

const handlers: Record<OperationId, Handler> = {
  "trending.list": (room, question) => {
    const { profile, world } = room;
    const list = profile.operations["trending.list"];
    const kept = ofCategory(
      world.trends.list(question.language),
      list?.categories ?? [],
      question.parameters["category"],
    );
    const isStubs = list?.gives === "stubs";
    return page(room, question, kept, (trend) => (isStubs ? toStub(room, trend) : toEntry(room, trend)));
  },
  "trending.entry": (room, { parameters, language }) => {
    const kind = kindOfType(room.profile, parameters["type"] ?? "");
    const trend = kind && room.world.trends.find(kind, parameters["identifier"] ?? "", language);
    if (!trend) throw nothingThere();
    return toEntry(room, trend);
  },
  "content.byId": ({ world, encoder }, { parameters, language }) => {
    const ref = world.articles.byId(idIn(parameters, "id"));
    if (ref === undefined) throw nothingThere();
    return encoder.encode("ContentItemPublicContract", world.articles.article(ref, language));
  },
  "content.search": (room, question) => {
    const { articles } = room.world;
    const found = articles.search(question.parameters["text"] ?? "", question.language);
    return page(room, question, found, (ref) =>
      room.encoder.encode("ContentItemPublicContract", articles.article(ref, question.language)),
    );
  },
  "user.byId": ({ world, encoder }, { parameters, viewer }) =>
    encoder.encode("GeneralUser", world.players.user(memberIn(world, parameters), viewer)),
  "user.search": (room, question) => {
    const { players } = room.world;
    const found = players.search(question.parameters["name"] ?? "");
    return page(room, question, found, (player) => room.encoder.encode("GeneralUser", players.user(player)));
  },
  "account.current": ({ world, encoder }, question) => {
    const player = signedIn(question);
    const { players } = world;
    return encoder.encode("CurrentAccount", {
      name: players.name(player),
      membershipId: players.membershipId(player),
      accounts: players.accounts(player),
    });
  },
  "accounts.of": (room, question) => {
    const accounts = room.world.players.accounts(memberIn(room.world, question.parameters));
    return list(room, question, "GameAccount", accounts);
  },
  characters: (room, question) =>
    list(room, question, "Character", room.world.players.characters(accountIn(room, question.parameters))),
  progression: (room, { parameters, viewer }) =>
    room.encoder.encode("CharacterProgressions", room.world.progress.of(accountIn(room, parameters), viewer)),
  "stats.account": (room, { parameters }) =>
    room.encoder.encode(
      "GameHistoricalStatsWithMerged",
      room.world.statistics.account(accountIn(room, parameters)),
    ),
  "stats.character": characterStats,
  "milestones.public": ({ world, encoder }) =>
    encoder.encode("{GamePublicMilestone}", world.milestones.all()),
  "milestones.content": ({ world, encoder }, { parameters, language }) => {
    const named = world.milestones.byHash(Number(parameters["hash"]));
    if (named === undefined) throw nothingThere();
    return encoder.encode("GameMilestoneContent", world.milestones.content(named, language));
  },
  "definitions.manifest": manifest,
  "definitions.one": (room, { parameters, language }) => {
    const table = tableNamed(room.profile, parameters["table"] ?? "");
    const found = table && room.world.lexicon.definition(table, Number(parameters["hash"]), language);
    if (!found) throw nothingThere();
    return encodeDefinition(room, found);
  },
  vault: (room, question) => {
    const player = signedIn(question);
    const type = membershipTypeIn(room.profile, question.parameters["membershipType"]);
    const { ProviderA, ProviderB } = room.profile.providers;
    const kind = type === (ProviderB?.membershipType ?? 1) ? 1 : 0;
    const isKnown = kind === 1 || type === (ProviderA?.membershipType ?? 2);
    if (!isKnown || !room.world.players.hasKind(player, kind)) throw nothingThere("No such account.", 1601);
    return room.world.vaults.of(player, kind, (value) => room.encoder.int64(value));
  },
};

/** A definition with its name, icon and goal where the profile says they stand. */
export function encodeDefinition(room: Pick<Room, "encoder" | "profile">, definition: object): unknown {
  const paths = room.profile.definitions?.paths;
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
  return room.encoder.encode("Definition", moved);
}

/** The table a service's own name stands for. */
export function tableNamed(profile: Profile, name: string): DefinitionTable | undefined {
  return definitionTables.find((table) => profile.definitions?.tables[table] === name);
}

function manifest(room: Room): unknown {
  const { profile, version } = room;
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

function characterStats(room: Room, { parameters }: Question): unknown {
  const id = idIn(parameters, "character");
  const account = accountIn(room, parameters);
  if (!room.world.players.characters(account).some((character) => character.id === id)) {
    throw nothingThere("No such character.", 1620);
  }
  const today = Math.floor(room.clock.now() / DAY_MS) * DAY_MS;
  const to = dayIn(parameters["to"]) ?? today;
  const from = dayIn(parameters["from"]) ?? to - 6 * DAY_MS;
  const longest = Math.min(31, room.profile.limits.statsDays) * DAY_MS;
  if (to < from || to - from >= longest) throw nothingThere("That stretch of days is not available.");
  const query = { character: id, period: periodIn(room.profile, parameters["period"]), from, to };
  const perMode = modesIn(room.profile, parameters["mode"]).map((mode) =>
    room.world.statistics.character({ ...query, ...mode }),
  );
  const results = Object.assign({}, ...perMode) as (typeof perMode)[number];
  const isEmpty = Object.values(results).every((period) => Object.keys(period).length === 0);
  // An empty stretch is `{"control":{}}` on the wire, whatever the shape.
  return isEmpty ? results : room.encoder.encode("{GameHistoricalStatsByPeriod}", results);
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

function memberIn(world: World, parameters: Parameters): number {
  const player = world.players.byMembershipId(idIn(parameters, "membershipId"));
  if (player === undefined) throw nothingThere("No such member.", 217);
  return player;
}

function accountIn({ profile, world }: Room, parameters: Parameters): AccountRef {
  const given = parameters["membershipType"];
  const id = idIn(parameters, "id");
  const types = Object.values(profile.providers).map(({ membershipType }) => membershipType);
  const asked = given === undefined ? types : [membershipTypeIn(profile, given)];
  for (const type of asked) {
    const account = world.players.account(type, id);
    if (account !== undefined) return account;
  }
  throw nothingThere("No such account.", 1601);
}

function membershipTypeIn(profile: Profile, given: string | undefined): number {
  return profile.enums.MembershipType?.find(({ name }) => name === given)?.value ?? Number(given);
}

/** A whole list, as dictionary where the profile says so. */
function list(room: Room, { operation }: Question, type: string, entries: readonly object[]): unknown {
  const { items = "", key, entry = "" } = operation as Partial<PagedTemplate>;
  const encoded = entries.map((one) => wrapAt(entry, room.encoder.encode(type, one)));
  if (key === undefined) return spreadAt(items, encoded);
  const keyed = entries.map((one, index) => [String(Reflect.get(one, key)), encoded[index]] as const);
  return wrapAt(items, Object.fromEntries(keyed));
}

function page<T>(_room: Room, question: Question, all: readonly T[], encode: (one: T) => unknown): unknown {
  // Only lists with pages ask for one.
  return pageOf(question.operation as PagedTemplate, question.parameters, all, encode);
}
