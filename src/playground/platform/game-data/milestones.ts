import type { Clock } from "../../../base/clock.ts";
import { DAY_MS, HOUR_MS, WEEK_MS } from "../../../base/duration.ts";
import type {
  GameMilestoneContent,
  GamePublicMilestone,
  PublicMilestones,
} from "../../../platform/resources/milestones.ts";
import { dayStart, isoDate, stretchAt, stretchStart, weekStart } from "./calendar.ts";
import { activityHash, definitionHash, itemHash } from "./lexicon.ts";
import { randomFor } from "./random.ts";
import { milestones, modifiers, objectives, quests, vendors } from "./text/words.ts";
import { inLanguage, type Language, type Row, type Named, translationsOf } from "./text/translations.ts";

/** When something is available; without dates always. */
export interface Span {
  readonly start?: number;
  readonly end?: number;
}

const SEASON_MS = 6 * WEEK_MS;
const MARKET_EVERY_MS = 8 * HOUR_MS;

export class Milestones {
  readonly #seed: number;
  readonly #clock: Clock;

  constructor(seed: number, clock: Clock) {
    this.#seed = seed;
    this.#clock = clock;
  }

  all(): PublicMilestones {
    return Object.fromEntries(
      milestones.map((named, order) => {
        const milestone = this.milestone(named, order);
        return [String(milestone.milestoneHash), milestone];
      }),
    );
  }

  byHash(hash: number): Named | undefined {
    return milestones.find(({ key }) => definitionHash("milestone", key) === hash);
  }

  milestone(named: Named, order: number): GamePublicMilestone {
    const now = this.#clock.now();
    const week = stretchAt(now, WEEK_MS);
    const random = randomFor(this.#seed, "milestone", named.key, week);
    const { start, end } = spanOf(named.key, now);
    const activity = activityHash(order, random.int(0, 13), random.int(0, 2));
    const modifierHashes = random.sample(modifiers, 3).map(({ key }) => definitionHash("modifier", key));
    const objective = objectives[order % objectives.length];
    const challenges = [
      { objectiveHash: definitionHash("objective", objective?.key ?? ""), activityHash: activity },
    ];
    const vendor = random.pick(vendors);
    const vendorHash = definitionHash("vendor", vendor.key);
    const quest = quests[order % quests.length];
    return {
      milestoneHash: definitionHash("milestone", named.key),
      availableQuests: [
        {
          questItemHash: definitionHash("item", `quest/${quest?.key ?? ""}`),
          activity: { activityHash: activity, modifierHashes, variants: [{ activityHash: activity }] },
          challenges,
        },
      ],
      vendorHashes: order % 3 === 0 ? [vendorHash] : [],
      vendors: order % 3 === 0 ? [{ vendorHash, previewItemHash: itemHash(random.int(0, 30), order) }] : [],
      startDate: start === undefined ? null : isoDate(start),
      endDate: end === undefined ? null : isoDate(end),
      activities: [
        {
          activityHash: activity,
          challengeObjectiveHashes: challenges.map((one) => one.objectiveHash),
          modifierHashes,
        },
      ],
      order: order * 100,
    };
  }

  content(named: Named, language: Language): GameMilestoneContent {
    const random = randomFor(this.#seed, "content", named.key, stretchAt(this.#clock.now(), WEEK_MS));
    return {
      about: inLanguage(named.about ?? named.name, language),
      status: inLanguage(random.pick(moods), language),
      tips: random.sample(tips, 2).map((tip) => inLanguage(tip, language)),
      itemCategories: [
        {
          title: inLanguage(lootTitle, language),
          itemHashes: [1, 2, 3, 4].map((step) => itemHash(random.int(0, 31), step * 9)),
        },
      ],
    };
  }
}

export function spanOf(key: string, now: number): Span {
  switch (key) {
    case "first-steps":
      return {};
    case "morning-race":
      return { start: dayStart(now), end: dayStart(now) + DAY_MS };
    case "night-market": {
      const start = stretchStart(stretchAt(now, MARKET_EVERY_MS), MARKET_EVERY_MS);
      return { start, end: start + MARKET_EVERY_MS };
    }
    case "siege-season":
    case "duel-ladder": {
      const shift = key === "duel-ladder" ? 3 * WEEK_MS : 0;
      const start = stretchStart(stretchAt(now, SEASON_MS, shift), SEASON_MS, shift);
      return { start, end: start + SEASON_MS };
    }
    case "expedition-north": {
      // To come from Monday on, and open from Friday.
      const monday = stretchStart(stretchAt(now, WEEK_MS, 6 * DAY_MS), WEEK_MS, 6 * DAY_MS);
      return { start: monday + 4 * DAY_MS, end: monday + WEEK_MS };
    }
    case "clan-hearth":
      return { start: weekStart(now) };
    default:
      return { start: weekStart(now), end: weekStart(now) + WEEK_MS };
  }
}

const moods = translationsOf("moods");

const tips = translationsOf("tips");

const lootTitle: Row = ["Possible finds", "Mögliche Funde", "Trouvailles possibles", "見つかるもの"];
