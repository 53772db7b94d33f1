import type { Clock } from "../../../base/clock.ts";
import { HOUR_MS, WEEK_MS } from "../../../base/duration.ts";
import { int64 } from "../../../base/int64.ts";
import type { DefinitionTable } from "../../../platform/resources/definitions.ts";
import type { ArticleRef, Articles } from "./articles.ts";
import { isoDate, stretchAt } from "./calendar.ts";
import { activityHash, definitionHash, itemHash, type Lexicon } from "./lexicon.ts";
import { type Milestones, spanOf } from "./milestones.ts";
import { PLAYERS, type Players } from "./players.ts";
import { randomFor } from "./random.ts";
import { finish, rareTrends, type Trend } from "./trend.ts";
import { creations, streamTitles } from "./text/creations.ts";
import { milestones, modifiers, objectives } from "./text/words.ts";
import { inLanguage, type Language } from "./text/translations.ts";

const CREATION_EVERY_MS = 7 * HOUR_MS;
const CREATIONS_SHOWN = 18;
const FIRST_POST = 9_300_000_000_000_000_000n;

export interface Rooms {
  readonly articles: Articles;
  readonly milestones: Milestones;
  readonly players: Players;
  readonly lexicon: Lexicon;
}

const isOdd = (number: number) => creations[number % creations.length]?.isOdd === true;

/** What is trending. News and creations appear as the clock moves; rituals keep their identifier. */
export class Trends {
  readonly #seed: number;
  readonly #clock: Clock;
  readonly #rooms: Rooms;
  /** The list of one second, for repeated requests. */
  #listed: { second: number; language: Language; trends: readonly Trend[] } | undefined;

  constructor(seed: number, clock: Clock, rooms: Rooms) {
    this.#seed = seed;
    this.#clock = clock;
    this.#rooms = rooms;
  }

  /** Returns all entries, the most important first, with their kinds mixed. */
  list(language: Language): readonly Trend[] {
    const second = Math.floor(this.#clock.now() / 1000);
    if (this.#listed?.second !== second || this.#listed.language !== language) {
      this.#listed = { second, language, trends: this.#mixed(language) };
    }
    return this.#listed.trends;
  }

  #mixed(language: Language): Trend[] {
    const kinds = [
      this.#rooms.articles.news(30).map((ref) => this.#article(ref, language)),
      this.#rituals(language),
      this.#creations(),
      this.#items(language),
      this.#activities(language),
      this.#streams(),
      this.#rooms.articles
        .helpPages()
        .slice(0, 6)
        .map((ref) => this.#article(ref, language)),
      rareTrends(this.#creations().slice(0, 4)),
    ];
    const mixed: Trend[] = [];
    for (let row = 0; kinds.some((list) => row < list.length); row += 1) {
      for (const list of kinds) mixed.push(...list.slice(row, row + 1));
    }
    return mixed;
  }

  #article(ref: ArticleRef, language: Language): Trend {
    const { articles } = this.#rooms;
    const { title, summary } = articles.heading(ref, language);
    const kind = ref.kind;
    return finish({
      kind,
      identifier: articles.id(ref),
      displayName: title,
      tagline: summary,
      image: articles.image(ref),
      link: `/News/${articles.id(ref)}`,
      start: articles.createdAt(ref),
      detail: (reader) => ({ [kind]: { article: articles.article(ref, language, reader) } }),
    });
  }

  #rituals(language: Language): Trend[] {
    return milestones.map((named, order) => {
      const now = this.#clock.now();
      const { start, end } = spanOf(named.key, now);
      const title = inLanguage(named.name, language);
      const subtitle = inLanguage(named.about ?? named.name, language);
      const image = `/img/banners/ritual/${named.key}.png`;
      return finish({
        kind: "ritual",
        identifier: String(definitionHash("milestone", named.key)),
        displayName: title,
        tagline: subtitle,
        image,
        start,
        end,
        isFeatured: order === 10,
        detail: () => ({
          gameRitual: {
            image,
            icon: `/img/icons/milestone/${String(definitionHash("milestone", named.key))}.png`,
            title,
            subtitle,
            dateStart: start === undefined ? null : isoDate(start),
            dateEnd: end === undefined ? null : isoDate(end),
            milestoneDetails: this.#rooms.milestones.milestone(named, order),
            eventContent: this.#rooms.milestones.content(named, language),
          },
        }),
      });
    });
  }

  #creations(): Trend[] {
    const newest = stretchAt(this.#clock.now(), CREATION_EVERY_MS);
    const numbers = Array.from({ length: CREATIONS_SHOWN }, (_, age) => newest - age);
    return numbers
      .sort((a, b) => Number(isOdd(a)) - Number(isOdd(b)))
      .map((number) => this.#creation(number));
  }

  #creation(number: number): Trend {
    const random = randomFor(this.#seed, "creation", number);
    const { title, body } = creations[number % creations.length] ?? { title: "", body: "" };
    const author = random.int(0, PLAYERS - 1);
    const upvotes = random.int(12, 4200);
    const postId = int64(FIRST_POST + BigInt(number) * 101n);
    const media = `/img/banners/creation/${String(number)}.png`;
    return finish({
      kind: "creation",
      identifier: postId,
      displayName: title,
      tagline: body.slice(0, 80),
      image: media,
      detail: () => ({
        creation: {
          media,
          title,
          author: this.#rooms.players.name(author),
          authorMembershipId: this.#rooms.players.membershipId(author),
          postId,
          body,
          upvotes,
        },
      }),
    });
  }

  #items(language: Language): Trend[] {
    const random = randomFor(this.#seed, "items", stretchAt(this.#clock.now(), WEEK_MS));
    const hashes = Array.from({ length: 10 }, () => itemHash(random.int(0, 39), random.int(0, 49)));
    return [...new Set(hashes)].map((hash) =>
      finish({
        kind: "item",
        identifier: String(hash),
        displayName: this.#name("item", hash, language),
        image: `/img/icons/item/${String(hash)}.png`,
        detail: () => ({ gameItem: { itemHash: hash } }),
      }),
    );
  }

  #activities(language: Language): Trend[] {
    const random = randomFor(this.#seed, "activities", stretchAt(this.#clock.now(), WEEK_MS));
    const hashes = Array.from({ length: 8 }, (_, index) =>
      activityHash(index, random.int(0, 13), random.int(0, 2)),
    );
    return hashes.map((hash) => {
      const status = {
        challengeObjectiveHashes: random
          .sample(objectives, 2)
          .map(({ key }) => definitionHash("objective", key)),
        modifierHashes: random.sample(modifiers, 2).map(({ key }) => definitionHash("modifier", key)),
        rewardTooltipItems: [1, 2].map((step) => ({
          // Only materials come in stacks.
          itemHash: itemHash(step === 1 ? random.int(0, 31) : random.int(32, 39), step * 5),
          itemInstanceId: null,
          quantity: step === 1 ? 1 : random.int(2, 50),
        })),
      };
      return finish({
        kind: "activity",
        identifier: String(hash),
        displayName: this.#name("activity", hash, language),
        image: `/img/banners/activity/${String(hash)}.png`,
        detail: () => ({ gameActivity: { activityHash: hash, status } }),
      });
    });
  }

  #streams(): Trend[] {
    return streamTitles.map((title, index) => {
      const player = randomFor(this.#seed, "stream", index).int(0, 60);
      const partnershipIdentifier = `harbour_${String(player)}`;
      const image = `/img/banners/stream/${String(index)}.png`;
      return finish({
        kind: "stream",
        identifier: partnershipIdentifier + String(index),
        displayName: title,
        tagline: this.#rooms.players.name(player),
        image,
        detail: () => ({ stream: { image, title, partnershipIdentifier, partnershipType: 1 } }),
      });
    });
  }

  #name(table: DefinitionTable, hash: number, language: Language): string {
    const entry = this.#rooms.lexicon.table(table).get(hash);
    return entry === undefined ? "" : inLanguage(entry.name, language);
  }
}
