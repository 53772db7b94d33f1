import type { Clock } from "../../../base/clock.ts";
import { type ArticleFields, Articles } from "./articles.ts";
import { Lexicon } from "./lexicon.ts";
import { Matches } from "./matches.ts";
import { Milestones } from "./milestones.ts";
import { Players } from "./players.ts";
import { Progress } from "./progress.ts";
import { Statistics } from "./statistics.ts";
import { Trends } from "./trends.ts";
import { Vaults } from "./vault.ts";

export interface GameDataOptions {
  readonly seed: number;
  readonly clock: Clock;
  readonly membershipTypes: readonly [number, number];
  readonly articleFields: ArticleFields;
}

/** All data of an invented game. The same seed and time give the same data. */
export interface GameData {
  readonly seed: number;
  readonly players: Players;
  readonly articles: Articles;
  readonly lexicon: Lexicon;
  readonly milestones: Milestones;
  readonly trends: Trends;
  readonly progress: Progress;
  readonly statistics: Statistics;
  readonly vaults: Vaults;
}

export function createGameData({ seed, clock, membershipTypes, articleFields }: GameDataOptions): GameData {
  const matches = new Matches(seed, clock);
  const players = new Players(seed, clock, { types: membershipTypes, matches });
  const articles = new Articles(seed, clock, players, articleFields);
  const milestones = new Milestones(seed, clock);
  const lexicon = new Lexicon();
  return {
    seed,
    players,
    articles,
    lexicon,
    milestones,
    trends: new Trends(seed, clock, { articles, milestones, players, lexicon }),
    progress: new Progress(seed, clock, players, milestones),
    statistics: new Statistics(clock, players, matches),
    vaults: new Vaults(seed, clock, players),
  };
}
