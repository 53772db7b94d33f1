import type { Clock } from "../../../base/clock.ts";
import { DAY_MS, WEEK_MS } from "../../../base/duration.ts";
import { int64 } from "../../../base/int64.ts";
import type {
  CharacterProgressions,
  GameCharacterProgressionComponent,
  GameMilestone,
  GameObjectiveProgress,
  GameProgression,
  GameQuestStatus,
} from "../../../platform/resources/progression.ts";
import { dayStart, stretchAt, weekStart } from "./calendar.ts";
import { definitionHash, itemHash } from "./lexicon.ts";
import type { Milestones } from "./milestones.ts";
import type { AccountRef, Players } from "./players.ts";
import { hash32, type Random, randomFor } from "./random.ts";
import { factions, milestones, objectives, progressions, quests, rewards } from "./text/words.ts";
import type { Named } from "./text/translations.ts";

const PUBLIC = 1;
const PRIVATE = 2;
/** After these weeks seasonal progress starts over. */
const SEASON_WEEKS = 16;
const FIRST_INSTANCE = 6_917_529_027_700_000_000n;

/** A milestone's state: not begun, begun, complete, or claimed, which the wire can't express. */
type Stage = "open" | "begun" | "unclaimed" | "redeemed";

/** Every character's progress. It grows with the clock and restarts with each week and day. */
export class Progress {
  readonly #seed: number;
  readonly #clock: Clock;
  readonly #players: Players;
  readonly #milestones: Milestones;

  constructor(seed: number, clock: Clock, players: Players, shown: Milestones) {
    this.#seed = seed;
    this.#clock = clock;
    this.#players = players;
    this.#milestones = shown;
  }

  /** Returns an account's progress. Others get no data of private players: absent for some, empty for others. */
  of(account: AccountRef, viewer?: number): CharacterProgressions {
    const isPrivate = this.#players.isPrivate(account.player);
    if (isPrivate && viewer !== account.player) {
      return account.player % 2 === 0 ? { privacy: PRIVATE } : { data: {}, privacy: PRIVATE };
    }
    const characters = this.#players.playing(account);
    return {
      data: Object.fromEntries(characters.map(({ id }) => [id, this.#character(id)])),
      privacy: isPrivate ? PRIVATE : PUBLIC,
    };
  }

  #character(id: string): GameCharacterProgressionComponent {
    const now = this.#clock.now();
    const shares = {
      weeks: stretchAt(now, WEEK_MS) % SEASON_WEEKS,
      week: (now - weekStart(now)) / WEEK_MS,
      day: (now - dayStart(now)) / DAY_MS,
    };
    const shown = milestones.filter((named) => randomFor(this.#seed, id, named.key, "shown").chance(0.85));
    return {
      progressions: byHash(
        progressions.map((one, index) =>
          this.#progression(id, definitionHash("progression", one.key), { ...one, index, ...shares }),
        ),
        "progressionHash",
      ),
      factions: byHash(
        factions.map((one, index) => ({
          ...this.#progression(id, definitionHash("progression", `faction/${one.key}`), {
            step: one.step,
            cap: -1,
            index,
            ...shares,
          }),
          factionHash: definitionHash("faction", one.key),
          factionVendorIndex: index === 5 ? -1 : index,
        })),
        "factionHash",
      ),
      milestones: byHash(
        shown.map((named) => this.#milestone(id, named)),
        "milestoneHash",
      ),
      quests: quests.map((named, index) => this.#quest(id, named, index)),
      uninstancedItemObjectives: this.#bounties(id),
    };
  }

  #progression(
    id: string,
    progressionHash: number,
    rule: { step: number; cap: number; index: number; weeks: number; week: number; day: number },
  ): GameProgression {
    const random = randomFor(this.#seed, id, progressionHash);
    const pace = random.between(0.4, 1.6);
    const weeklyLimit = rule.index % 3 === 0 ? rule.step * 4 : 0;
    const dailyLimit = rule.index % 4 === 1 ? rule.step : 0;
    const weeklyProgress = capped(Math.floor(rule.step * 4 * rule.week * pace), weeklyLimit);
    const dailyProgress = capped(Math.floor(rule.step * 0.8 * rule.day * pace), dailyLimit);
    const aWeek = capped(Math.floor(rule.step * 4 * pace), weeklyLimit);
    const total = random.int(0, rule.step * 30) + rule.weeks * aWeek + weeklyProgress;
    const level =
      rule.cap < 0 ? Math.floor(total / rule.step) : Math.min(rule.cap, Math.floor(total / rule.step));
    return {
      progressionHash,
      dailyProgress,
      dailyLimit,
      weeklyProgress,
      weeklyLimit,
      currentProgress: total,
      level,
      levelCap: rule.cap,
      stepIndex: level,
      progressToNextLevel: level === rule.cap ? 0 : total % rule.step,
      nextLevelAt: level === rule.cap ? 0 : rule.step,
    };
  }

  #milestone(id: string, named: Named): GameMilestone {
    const now = this.#clock.now();
    const order = milestones.indexOf(named);
    const random = randomFor(this.#seed, id, named.key, stretchAt(now, WEEK_MS));
    const seen = this.#milestones.milestone(named, order);
    const stage = stageOf(random, (now - weekStart(now)) / WEEK_MS);
    const objective = this.#objective(random, order, stage);
    const quest = seen.availableQuests?.[0];
    const questHash = quest?.questItemHash ?? 0;
    return {
      milestoneHash: seen.milestoneHash,
      availableQuests: [
        {
          questItemHash: questHash,
          status: this.#status(
            random,
            { questHash, stepHash: questHash, stepObjectives: [objective] },
            stage,
          ),
          activity: {
            activityHash: quest?.activity?.activityHash ?? 0,
            activityModeHash: hash32(`mode:${named.key}`),
            modifierHashes: quest?.activity?.modifierHashes ?? [],
            variants: [
              {
                activityHash: quest?.activity?.activityHash ?? 0,
                completionStatus: {
                  completed: stage === "unclaimed",
                  phases: [1, 2, 3].map((phase) => ({
                    phaseHash: hash32(`phase:${named.key}:${String(phase)}`),
                    complete: stage === "unclaimed" || (stage === "begun" && phase === 1),
                  })),
                },
              },
            ],
          },
          challenges: [{ objective }],
        },
      ],
      values: named.key === "clan-hearth" ? { warmth: random.int(0, 5000) + 0.5 } : {},
      vendorHashes: seen.vendorHashes,
      vendors: seen.vendors,
      rewards: this.#rewards(named, stage),
      startDate: seen.startDate,
      endDate: seen.endDate,
    };
  }

  #rewards(named: Named, stage: Stage): GameMilestone["rewards"] {
    return rewards.map(({ key }) => ({
      rewardCategoryHash: hash32(`rewards:${key}`),
      entries: [
        {
          rewardEntryHash: hash32(`reward:${named.key}:${key}`),
          earned: stage === "unclaimed" || stage === "redeemed",
          redeemed: stage === "redeemed" || (stage === "unclaimed" && key === "embers"),
        },
      ],
    }));
  }

  /** Claimed milestones have false in all three flags, as real services send them: unknown, not open. */
  #status(
    random: Random,
    part: Pick<GameQuestStatus, "questHash" | "stepHash" | "stepObjectives">,
    stage: Stage,
  ): GameQuestStatus {
    return {
      ...part,
      tracked: random.chance(0.2),
      itemInstanceId: int64(FIRST_INSTANCE + BigInt(random.int(1, 2 ** 31))),
      completed: stage === "unclaimed",
      redeemed: false,
      started: stage === "begun" || stage === "unclaimed",
      vendorHash: null,
    };
  }

  #quest(id: string, named: Named, index: number): GameQuestStatus {
    const random = randomFor(this.#seed, id, "quest", named.key);
    const stage: Stage = random.chance(0.2) ? "unclaimed" : "begun";
    const step = random.int(1, 3);
    const status = this.#status(
      random,
      {
        questHash: definitionHash("item", `quest/${named.key}`),
        stepHash: definitionHash("item", `quest/${named.key}/${String(step)}`),
        stepObjectives: [
          this.#objective(random, index + 4, stage),
          this.#objective(random, index + 8, "begun"),
        ],
      },
      stage,
    );
    return index % 2 === 0 ? { ...status, vendorHash: definitionHash("vendor", "osric") } : status;
  }

  #objective(random: Random, order: number, stage: Stage): GameObjectiveProgress {
    const rule = objectives[order % objectives.length];
    const goal = rule?.goal ?? 1;
    const isDone = stage === "unclaimed" || stage === "redeemed";
    const share = stage === "open" ? 0 : random.between(0.05, 0.98);
    return {
      objectiveHash: definitionHash("objective", rule?.key ?? ""),
      destinationHash: order % 3 === 0 ? definitionHash("destination", "amber-coast") : null,
      activityHash: null,
      progress: isDone ? goal : Math.floor(goal * share),
      completionValue: goal,
      complete: isDone,
    };
  }

  #bounties(id: string): GameCharacterProgressionComponent["uninstancedItemObjectives"] {
    const random = randomFor(this.#seed, id, "bounties", stretchAt(this.#clock.now(), DAY_MS));
    const bounties = Array.from({ length: 5 }, () => {
      const stage: Stage = random.chance(0.3) ? "unclaimed" : "begun";
      return [
        String(itemHash(random.int(32, 39), random.int(0, 49))),
        [this.#objective(random, random.int(0, 15), stage)],
      ];
    });
    return Object.fromEntries(bounties) as GameCharacterProgressionComponent["uninstancedItemObjectives"];
  }
}

/** Later in the week more is done. */
function stageOf(random: Random, week: number): Stage {
  const pace = random.next();
  const reached = week * (0.5 + pace);
  if (reached > 0.9) return "redeemed";
  if (reached > 0.55) return "unclaimed";
  return reached > 0.15 || pace > 0.6 ? "begun" : "open";
}

function capped(value: number, limit: number): number {
  return limit === 0 ? value : Math.min(value, limit);
}

function byHash<T extends Readonly<Record<string, unknown>>>(
  list: readonly T[],
  key: string,
): Record<string, T> {
  return Object.fromEntries(list.map((one) => [String(one[key]), one]));
}
