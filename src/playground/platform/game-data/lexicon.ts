import type { Definition, DefinitionTable } from "../../../platform/resources/definitions.ts";
import { hash32, randomFor } from "./random.ts";
import {
  activityKinds,
  destinations,
  factions,
  flavourTexts,
  itemKinds,
  milestones,
  modifiers,
  objectives,
  origins,
  progressions,
  quests,
  rarities,
  rewards,
  tiers,
  vendors,
} from "./text/words.ts";
import { inLanguage, type Language, type Row, type Named } from "./text/translations.ts";

interface Entry {
  readonly table: DefinitionTable;
  readonly key: string;
  readonly hash: number;
  readonly sign: string;
  /** 0 to 3; sets the color of an item's frame. */
  readonly rarity: number;
  readonly name: Row;
  readonly about: Row;
  /** Returns the members beside displayProperties. */
  readonly more: (language: Language) => Readonly<Record<string, unknown>>;
}

const NO_TEXT: Row = ["", "", "", ""];

export function definitionHash(table: DefinitionTable, key: string): number {
  return hash32(`${table}:${key}`);
}

type Placed = Entry & { readonly index: number };

export class Lexicon {
  readonly #tables = new Map<DefinitionTable, ReadonlyMap<number, Placed>>();

  table(table: DefinitionTable): ReadonlyMap<number, Placed> {
    let entries = this.#tables.get(table);
    if (entries === undefined) {
      entries = new Map(build[table]().map((entry, index) => [entry.hash, { ...entry, index }]));
      this.#tables.set(table, entries);
    }
    return entries;
  }

  *definitions(table: DefinitionTable, language: Language): Iterable<Definition> {
    for (const entry of this.table(table).values()) yield toDefinition(entry, language);
  }

  definition(table: DefinitionTable, hash: number, language: Language): Definition | undefined {
    const entry = this.table(table).get(hash);
    return entry && toDefinition(entry, language);
  }
}

/** Returns the definition hash of an item by the numbers of its kind and origin; any number will do. */
export function itemHash(thing: number, origin: number): number {
  const { key } = itemKinds[thing % itemKinds.length] ?? { key: "" };
  return definitionHash("item", `${key}/${String(origin % origins.length)}`);
}

/** Returns the hash of an activity. `kind`: its key, or its number in the list. */
export function activityHash(kind: number | string, place: number, tier: number): number {
  const keys = [
    typeof kind === "string" ? kind : activityKinds[kind % activityKinds.length]?.key,
    destinations[place % destinations.length]?.key,
    tiers[tier % 3]?.key,
  ];
  return definitionHash("activity", keys.join("/"));
}

function toDefinition(entry: Placed, language: Language): Definition {
  return {
    displayProperties: {
      name: inLanguage(entry.name, language),
      description: inLanguage(entry.about, language),
      icon: `/img/icons/${entry.table}/${String(entry.hash)}.png`,
      hasIcon: true,
    },
    ...entry.more(language),
    hash: entry.hash,
    index: entry.index,
    redacted: false,
  };
}

const build: Record<DefinitionTable, () => Entry[]> = {
  item: () => [...gear(), ...questItems()],
  quest: questItems,
  activity: allActivities,
  milestone: () =>
    milestones.map((named, index) =>
      simple("milestone", named, inTurn(MILESTONE_SIGNS, index), milestoneParts(named)),
    ),
  progression: () =>
    [...progressions, ...factions.map((one) => ({ ...one, key: `faction/${one.key}` }))].map((named, index) =>
      simple("progression", named, inTurn(PROGRESSION_SIGNS, index), () => ({
        scope: 1,
        repeatLastStep: false,
        steps: [{ stepName: "", progressTotal: named.step, rewardItems: [] }],
      })),
    ),
  faction: () =>
    factions.map((named) =>
      simple("faction", named, "crown", () => ({
        progressionHash: definitionHash("progression", `faction/${named.key}`),
      })),
    ),
  objective: () =>
    objectives.map((named) =>
      simple("objective", { ...named, about: named.name }, "ring", (language) => ({
        completionValue: named.goal,
        progressDescription: inLanguage(named.name, language),
        allowOvercompletion: false,
      })),
    ),
  vendor: () => vendors.map((named) => simple("vendor", named, "drop")),
  destination: () => destinations.map((named) => simple("destination", named, "tower")),
  modifier: () => modifiers.map((named) => simple("modifier", named, "moon")),
};

/** Used in turn, so that neighbors in a list look different. */
const MILESTONE_SIGNS = "flame gem shield drop tower leaf wing crown star sword moon spear".split(" ");
const PROGRESSION_SIGNS = "star crown sword moon eye drop hammer leaf flame key".split(" ");

function inTurn(all: readonly string[], index: number): string {
  return all[index % all.length] ?? "star";
}

function simple(table: DefinitionTable, named: Named, sign: string, more: Entry["more"] = () => ({})): Entry {
  const { key, name, about = NO_TEXT } = named;
  return {
    table,
    key,
    hash: definitionHash(table, key),
    sign,
    rarity: randomFor("rarity", key).int(0, 3),
    name,
    about,
    more,
  };
}

function gear(): Entry[] {
  return itemKinds.flatMap((thing, index) =>
    origins.map((origin, place): Entry => {
      const key = `${thing.key}/${String(place)}`;
      const rarity = randomFor("rarity", key).int(0, 3);
      return {
        table: "item",
        key,
        hash: itemHash(index, place),
        sign: thing.sign,
        rarity,
        name: joinName(thing.name, origin),
        about: flavourTexts[(index + place) % flavourTexts.length] ?? NO_TEXT,
        more: (language) => ({
          itemTypeDisplayName: inLanguage(thing.name, language),
          inventory: {
            tierType: rarity + 2,
            tierTypeName: inLanguage(rarities[rarity] ?? NO_TEXT, language),
          },
          slot: thing.slot,
        }),
      };
    }),
  );
}

/** Joins an item's name and origin; in Japanese the origin comes first. */
function joinName(thing: Row, origin: Row): Row {
  const [en, de, fr, ja] = thing;
  return [`${en} ${origin[0]}`, `${de} ${origin[1]}`, `${fr} ${origin[2]}`, `${origin[3]}${ja}`];
}

function questItems(): Entry[] {
  return quests.flatMap((named) => [
    simple("item", { ...named, key: `quest/${named.key}` }, "tower"),
    ...[1, 2, 3].map((step) => {
      const name = named.name.map((text) => `${text} (${String(step)}/3)`) as unknown as Row;
      return simple("item", { key: `quest/${named.key}/${String(step)}`, name }, "tower");
    }),
  ]);
}

function allActivities(): Entry[] {
  return activityKinds.flatMap((venture, kind) =>
    destinations.flatMap((place, where) =>
      tiers.map((tier, level): Entry => ({
        table: "activity",
        key: `${venture.key}/${place.key}/${tier.key}`,
        hash: activityHash(kind, where, level),
        sign: kind > 5 ? "sword" : "wing",
        rarity: level + 1,
        name: activityName(venture.name, place.name, tier.name),
        about: NO_TEXT,
        more: () => ({
          destinationHash: definitionHash("destination", place.key),
          tier: level,
          isPvP: venture.key === "control" || venture.key === "duel",
        }),
      })),
    ),
  );
}

/** Returns `Siege: Amber Coast (Heroic)`, with each language's spacing and brackets. */
function activityName(venture: Row, place: Row, tier: Row): Row {
  const name = (index: 0 | 1 | 2 | 3, colon: string, open: string, close: string) =>
    `${venture[index]}${colon}${place[index]}${tier[index] === "" ? "" : open + tier[index] + close}`;
  return [
    name(0, ": ", " (", ")"),
    name(1, ": ", " (", ")"),
    name(2, " : ", " (", ")"),
    name(3, "：", "（", "）"),
  ];
}

/** Returns a milestone's rewards by category and entry, as its definition has them. */
function milestoneParts(milestone: Named): Entry["more"] {
  return (language) => ({
    friendlyName: milestone.key,
    rewards: Object.fromEntries(
      rewards.map((reward, index) => {
        const category = hash32(`rewards:${reward.key}`);
        const entry = hash32(`reward:${milestone.key}:${reward.key}`);
        const displayProperties = {
          name: inLanguage(reward.name, language),
          description: "",
          hasIcon: false,
        };
        const items = [{ itemHash: itemHash(index * 7, milestone.key.length), quantity: 1 }];
        const rewardEntries = {
          [entry]: { rewardEntryHash: entry, rewardEntryIdentifier: reward.key, items, displayProperties },
        };
        return [
          category,
          { categoryHash: category, categoryIdentifier: reward.key, displayProperties, rewardEntries },
        ];
      }),
    ),
  });
}
