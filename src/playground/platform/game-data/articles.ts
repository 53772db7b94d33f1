import type { Clock } from "../../../base/clock.ts";
import { HOUR_MS } from "../../../base/duration.ts";
import { escapeHtml } from "../../../base/html.ts";
import { int64, type PlatformId } from "../../../base/int64.ts";
import type { ContentItemPublicContract } from "../../../platform/resources/content.ts";
import type { Place } from "../../../platform/resources/place.ts";
import { setAt } from "../wire/paths.ts";
import { isoDate, stretchAt, stretchStart } from "./calendar.ts";
import type { Players } from "./players.ts";
import { type Random, randomFor } from "./random.ts";
import { inLanguage, type Language } from "./text/translations.ts";
import { closings, destinations, eventNames, newsThemes, topics } from "./text/words.ts";

const NEWS = 160;
const HELP_PAGES = 40;
/** How often news appears. Older articles leave the list but are still found by id. */
const NEWS_EVERY_MS = 19 * HOUR_MS;
const FIRST_NEWS = 4_611_686_018_800_000_000n;
const FIRST_HELP = 4_611_686_018_900_000_000n;
const AGE_GATED_EVERY = 23;
const NEWS_A_SEASON = 400;

export interface ArticleRef {
  readonly kind: "news" | "support";
  /** News: the number of its interval. Support: 0 to 39. */
  readonly number: number;
}

/** Who reads, if known, and whether nothing is written in their language. */
export interface Reader {
  readonly viewer?: number;
  readonly isFallback?: boolean;
}

export interface ArticleFields {
  readonly title: Place;
  readonly summary: Place;
  readonly body: Place;
  readonly image: Place;
}

/** News, which appears as the clock moves, and constant help pages. */
export class Articles {
  readonly #seed: number;
  readonly #clock: Clock;
  readonly #players: Players;
  readonly #fields: ArticleFields;

  constructor(seed: number, clock: Clock, players: Players, fields: ArticleFields) {
    this.#seed = seed;
    this.#clock = clock;
    this.#players = players;
    this.#fields = fields;
  }

  /** Returns the latest 160 news, newest first, then the help pages. */
  list(): ArticleRef[] {
    const newest = this.#newest();
    const news = Array.from({ length: NEWS }, (_, age) => ({ kind: "news" as const, number: newest - age }));
    return [...news, ...this.helpPages()];
  }

  news(count: number): ArticleRef[] {
    return this.list().slice(0, count);
  }

  helpPages(): ArticleRef[] {
    return Array.from({ length: HELP_PAGES }, (_, number) => ({ kind: "support" as const, number }));
  }

  id(ref: ArticleRef): PlatformId {
    return int64((ref.kind === "news" ? FIRST_NEWS : FIRST_HELP) + BigInt(ref.number) * 37n);
  }

  byId(id: string): ArticleRef | undefined {
    const value = BigInt(id);
    const kind = value >= FIRST_HELP ? "support" : "news";
    const offset = value - (kind === "news" ? FIRST_NEWS : FIRST_HELP);
    if (offset < 0n || offset % 37n !== 0n || offset > 37n * 1_000_000n) return undefined;
    const number = Number(offset / 37n);
    const exists = kind === "news" ? number <= this.#newest() : number < HELP_PAGES;
    return exists ? { kind, number } : undefined;
  }

  /** Returns articles whose title, summary or tags contain every word, newest first. */
  search(text: string, language: Language): ArticleRef[] {
    const words = text
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== "");
    if (words.length === 0) return this.list();
    return this.list().filter((ref) => {
      const { title, summary, tags } = this.heading(ref, language);
      const held = `${title} ${summary} ${tags.join(" ")}`.toLowerCase();
      return words.every((word) => held.includes(word));
    });
  }

  heading(ref: ArticleRef, language: Language) {
    if (ref.kind === "support") {
      const topic = this.#topic(ref);
      const part = Math.floor(ref.number / topics.length);
      const title = inLanguage(topic.name, language) + (part === 0 ? "" : ` (${String(part + 1)})`);
      return { title, summary: topic.steps[0] ?? "", tags: ["support", topic.key] };
    }
    const theme = this.#theme(ref);
    const fill = this.#filler(ref, language);
    return {
      title: fill(inLanguage(theme.name, language)),
      summary: fill(inLanguage(theme.about ?? theme.name, language)),
      tags: theme.tags,
    };
  }

  image(ref: ArticleRef): string {
    return `/img/banners/${ref.kind}/${String(ref.number)}.png`;
  }

  isAgeGated(ref: ArticleRef): boolean {
    return ref.kind === "news" && ref.number % AGE_GATED_EVERY === 3;
  }

  createdAt(ref: ArticleRef): number {
    if (ref.kind === "support") return Date.UTC(2024, 3, 2, 9) + ref.number * 31 * HOUR_MS;
    const minutes = randomFor(this.#seed, "minute", ref.number).int(0, 50);
    return stretchStart(ref.number, NEWS_EVERY_MS) - minutes * 60_000;
  }

  article(
    ref: ArticleRef,
    language: Language,
    { viewer, isFallback = false }: Reader = {},
  ): ContentItemPublicContract {
    const random = randomFor(this.#seed, "article", ref.kind, ref.number);
    const heading = this.heading(ref, language);
    const created = this.createdAt(ref);
    const isGated = this.isAgeGated(ref);
    const author = random.int(0, 3);
    // Most articles are never changed.
    const changed = created + Math.max(0, random.int(0, 40) - 36) * HOUR_MS;
    const path = `/articles/${ref.kind}/${String(ref.number)}`;
    return {
      contentId: this.id(ref),
      cType: ref.kind === "news" ? "News" : "Help",
      cmsPath: path,
      creationDate: isoDate(created),
      // A change in the future hasn't happened yet.
      modifyDate: isoDate(changed <= this.#clock.now() ? changed : created),
      allowComments: ref.kind === "news",
      hasAgeGate: isGated,
      minimumAge: isGated ? 18 : 0,
      ratingImagePath: isGated ? "/img/ratings/18.png" : "",
      author: this.#players.user(author, viewer),
      // Help pages have translated titles and English text.
      autoEnglishPropertyFallback: isFallback || (ref.kind === "support" && language !== "en"),
      properties: this.#properties({
        title: heading.title,
        summary: heading.summary,
        body: this.#body(ref, language),
        image: this.image(ref),
      }),
      representations: [
        { name: "web", path: `${path}.html`, validationString: `v${String(random.int(1, 9))}` },
      ],
      tags: [...heading.tags],
      commentSummary: {
        topicId: int64(FIRST_NEWS + 50_000_000n + BigInt(ref.number)),
        commentCount: ref.kind === "news" ? random.int(3, 900) : 0,
      },
    };
  }

  #properties(texts: Readonly<Record<keyof ArticleFields, string>>): Record<string, unknown> {
    const properties: Record<string, unknown> = {};
    for (const name of ["title", "summary", "body", "image"] as const)
      setAt(properties, this.#fields[name], texts[name]);
    return properties;
  }

  #newest(): number {
    return stretchAt(this.#clock.now(), NEWS_EVERY_MS);
  }

  #topic(ref: ArticleRef) {
    return topics[ref.number % topics.length] ?? { key: "", name: ["", "", "", ""] as const, steps: [] };
  }

  #theme(ref: ArticleRef) {
    return randomFor(this.#seed, "theme", ref.number).pick(newsThemes);
  }

  #filler(ref: ArticleRef, language: Language): (text: string) => string {
    const random = randomFor(this.#seed, "filling", ref.number);
    const values: Record<string, string> = {
      place: inLanguage(random.pick(destinations).name, language),
      event: inLanguage(random.pick(eventNames), language),
      number: this.#number(ref, random),
      season: String(Math.floor(ref.number / NEWS_A_SEASON)),
      name: this.#players.name(random.int(0, 60)),
    };
    return (text) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
  }

  #number(ref: ArticleRef, random: Random): string {
    return `${String(2 + Math.floor(ref.number / 400))}.${String(Math.floor(ref.number / 20) % 20)}.${String(random.int(0, 4))}`;
  }

  #body(ref: ArticleRef, language: Language): string {
    if (ref.kind === "support") {
      const steps = this.#topic(ref)
        .steps.map((step) => `<li>${step}</li>`)
        .join("");
      return `<p>These steps help most people.</p><ol>${steps}</ol><p>Still stuck? Ask in the <a href="/Forum/Help">help forum</a>.</p>`;
    }
    const theme = this.#theme(ref);
    const fill = this.#filler(ref, language);
    const random = randomFor(this.#seed, "closing", ref.number);
    const closing = random.pick(closings);
    const texts =
      language === "en"
        ? theme.paragraphs
        : [inLanguage(theme.about ?? theme.name, language), inLanguage(closing, language)];
    const [first, ...rest] = texts.map((text) => `<p>${escapeHtml(fill(text))}</p>`);
    const picture = `<figure><img src="${this.image(ref)}" alt=""></figure>`;
    return `<div class="article">${first ?? ""}${picture}${rest.join("\n")}</div>`;
  }
}
