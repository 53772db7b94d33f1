import { createHash } from "node:crypto";

import { RateLimitError, type REST } from "@discordjs/rest";
import { Routes } from "discord-api-types/v10";

import { sleep } from "../../base/async/sleep.ts";
import { HOUR_MS } from "../../base/duration.ts";
import type { Log } from "../../base/log.ts";
import type { Emoji } from "../reply/reply.ts";
import { imageData } from "../../base/picture/picture-type.ts";
import { emojiName, isMute, keyOf } from "./emoji-name.ts";

/** Discord's limit for one application: ours together with the operator's, which are never touched. */
const DISCORD_TAKES = 2_000;
/** How many of them we use at most. */
const MOST = 200;
/** How many missing pictures are counted at most. */
const MOST_COUNTED = 500;
/** Discord's limit for one emoji. */
const MOST_BYTES = 256 * 1024;
/** A picture to upload. */
export interface WantedIcon {
  readonly url: string;
  /** In words. */
  readonly shows?: string | undefined;
}

/** The pictures to upload, most important first, and when others will be. */
export interface WantedIcons {
  readonly icons: readonly WantedIcon[];
  /** Milliseconds since 1970; absent where nobody knows. */
  readonly changesAt?: number | undefined;
}

export interface ApplicationEmojisParts {
  readonly rest: Pick<REST, "get" | "post" | "patch" | "delete">;
  /** Returns a picture's bytes, or undefined where it can't be had now. Never rejects. */
  readonly picture: (url: string, signal: AbortSignal) => Promise<Uint8Array | undefined>;
  readonly log: Log;
}

/**
 * The platform's pictures as emojis of the application, by address. Uses what room the operator's own leave, up to 200:
 * first for the pictures that matter most, then for those that replies use most.
 */
export class ApplicationEmojis {
  readonly #parts: ApplicationEmojisParts;
  #byUrl: ReadonlyMap<string, Emoji> = new Map();
  /** How often each was used; counts from before the last upload are halved. */
  #uses = new Map<string, number>();
  /** What each shows, by its address. */
  readonly #words = new Map<string, string>();
  #lacking = Promise.withResolvers<void>();
  /** Whether there was no room at the last upload; missing ones then wait for the next. */
  #isFull = false;
  #hasToldFull = false;

  constructor(parts: ApplicationEmojisParts) {
    this.#parts = parts;
  }

  /** Returns the emoji for the picture at this address, or undefined where none is uploaded. `shows`: in words. */
  of(url: string | undefined, shows?: string): Emoji | undefined {
    if (url === undefined) return undefined;
    const emoji = this.#byUrl.get(url);
    if (emoji !== undefined || this.#uses.has(url) || this.#uses.size < MOST_COUNTED + MOST) {
      this.#uses.set(url, (this.#uses.get(url) ?? 0) + 1);
      if (shows !== undefined && !this.#words.has(url)) this.#words.set(url, shows);
      if (emoji === undefined && !this.#isFull) this.#lacking.resolve();
    }
    return emoji;
  }

  /**
   * Uploads the pictures Discord lacks, in order of importance, then those used most, and deletes ours that are in the
   * way. Throws Discord's refusal; what was uploaded before it is kept.
   */
  async upload(applicationId: string, icons: readonly WantedIcon[], signal: AbortSignal): Promise<void> {
    for (const { url, shows } of icons) if (shows !== undefined) this.#words.set(url, shows);
    const urls = icons.map(({ url }) => url);
    const asked = new Set([...urls, ...this.#mostUsed([...this.#byUrl.keys(), ...this.#uses.keys()])]);
    await this.#upload({ applicationId, urls: asked, byUrl: new Map(), replaces: true }, signal);
    const halved = [...this.#uses].map(([url, uses]) => [url, Math.floor(uses / 2)] as const);
    this.#uses = new Map(halved.filter(([, uses]) => uses > 0));
    for (const url of this.#words.keys()) {
      if (!this.#uses.has(url) && !this.#byUrl.has(url)) this.#words.delete(url);
    }
  }

  /** Resolves once a reply used a picture that is not uploaded and for which there may be room. */
  get lacking(): Promise<void> {
    return this.#lacking.promise;
  }

  /** Uploads missing pictures that replies used, as long as there is room. Throws as `upload` does. */
  uploadMissed(applicationId: string, signal: AbortSignal): Promise<void> {
    const urls = new Set(this.#mostUsed([...this.#uses.keys()].filter((url) => !this.#byUrl.has(url))));
    return this.#upload({ applicationId, urls, byUrl: new Map(this.#byUrl), replaces: false }, signal);
  }

  async #upload({ applicationId, urls, byUrl, replaces }: Upload, signal: AbortSignal): Promise<void> {
    const { known, room } = await this.#listed(applicationId, signal);
    const wanted = new Set([...byUrl.values()].flatMap(({ name }) => keyOf(name) ?? []));
    const keep = async (url: string, image: Image) => {
      const old = known.get(image.key);
      const there =
        old === undefined
          ? await this.#create({ applicationId, image, known, room, wanted }, signal)
          : await this.#named(old, { applicationId, image }, signal);
      known.set(image.key, there);
      byUrl.set(url, there);
      this.#byUrl = new Map([...this.#byUrl, [url, there]]);
    };
    const later: (readonly [url: string, image: Image])[] = [];
    let isFull = false;
    for (const url of urls) {
      const image = wanted.size < room ? await this.#imageAt(url, signal) : undefined;
      if (image === undefined) {
        isFull ||= wanted.size >= room && !this.#byUrl.has(url);
        continue;
      }
      const needsRoom = known.size >= room && !known.has(image.key);
      isFull ||= needsRoom && !replaces;
      if (needsRoom && !replaces) continue;
      wanted.add(image.key);
      // What may be deleted for it is known only once all wanted pictures are.
      if (needsRoom) later.push([url, image]);
      else await keep(url, image);
    }
    for (const [url, image] of later) await keep(url, image);
    this.#byUrl = byUrl;
    this.#setFull(isFull);
    this.#lacking = Promise.withResolvers();
  }

  #setFull(isFull: boolean): void {
    this.#isFull = isFull;
    if (!isFull || this.#hasToldFull) return;
    this.#hasToldFull = true;
    this.#parts.log.info("There is no room for more icons; those that are used most are shown");
  }

  /** Returns the picture, or undefined where it can't be had; then it counts as missing again. */
  async #imageAt(url: string, signal: AbortSignal): Promise<Image | undefined> {
    const bytes = await this.#parts.picture(url, signal);
    signal.throwIfAborted();
    const image = bytes === undefined ? undefined : imageOf(bytes, this.#words.get(url));
    if (image === undefined) this.#uses.delete(url);
    return image;
  }

  #mostUsed(urls: readonly string[]): readonly string[] {
    return urls.toSorted((one, other) => (this.#uses.get(other) ?? 0) - (this.#uses.get(one) ?? 0));
  }

  /** Returns our emojis by the key of their picture, oldest first, and how many there may be. */
  async #listed(applicationId: string, signal: AbortSignal) {
    const { rest } = this.#parts;
    const listed = await patiently(
      () => rest.get(Routes.applicationEmojis(applicationId), { signal }),
      signal,
    );
    const { items } = listed as { readonly items: readonly Emoji[] };
    const own = items.flatMap(({ id, name }) => {
      const key = keyOf(name);
      return key === undefined ? [] : [[key, { id, name }] as const];
    });
    const room = Math.min(MOST, DISCORD_TAKES - (items.length - own.length));
    return { known: new Map(own), room };
  }

  /** Renames an emoji that was called nothing; its id, by which messages show it, stays. */
  async #named(
    old: Emoji,
    { applicationId, image }: Pick<Creating, "applicationId" | "image">,
    signal: AbortSignal,
  ) {
    if (!isMute(old.name) || isMute(image.name)) return old;
    const { name } = image;
    const route = Routes.applicationEmoji(applicationId, old.id);
    await patiently(() => this.#parts.rest.patch(route, { body: { name }, signal }), signal);
    return { id: old.id, name };
  }

  async #create(
    { applicationId, image, known, room, wanted }: Creating,
    signal: AbortSignal,
  ): Promise<Emoji> {
    const { rest, log } = this.#parts;
    const [key, old] = known.size < room ? [] : ([...known].find(([one]) => !wanted.has(one)) ?? []);
    if (key !== undefined && old !== undefined) {
      await patiently(() => rest.delete(Routes.applicationEmoji(applicationId, old.id), { signal }), signal);
      known.delete(key);
    }
    const { key: _, ...body } = image;
    const made = await patiently(
      () => rest.post(Routes.applicationEmojis(applicationId), { body, signal }),
      signal,
    );
    log.debug("An icon was uploaded", { name: image.name });
    const { id, name } = made as Emoji;
    return { id, name };
  }
}

interface Upload {
  readonly applicationId: string;
  readonly urls: ReadonlySet<string>;
  /** Already uploaded, and kept. */
  readonly byUrl: Map<string, Emoji>;
  /** Whether ours may be deleted to make room. */
  readonly replaces: boolean;
}

interface Image {
  readonly key: string;
  readonly name: string;
  /** A data URI. */
  readonly image: string;
}

interface Creating {
  readonly applicationId: string;
  readonly image: Image;
  readonly known: Map<string, Emoji>;
  readonly room: number;
  readonly wanted: ReadonlySet<string>;
}

/** Returns undefined for bytes Discord accepts as no emoji. */
function imageOf(bytes: Uint8Array, shows = ""): Image | undefined {
  const image = bytes.length > MOST_BYTES ? undefined : imageData(bytes);
  const key = createHash("sha256").update(bytes).digest("hex").slice(0, 6);
  return image === undefined ? undefined : { key, name: emojiName(shows, key), image };
}

/** Repeats the request after the wait Discord asks for. */
async function patiently<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof RateLimitError) || error.retryAfter > HOUR_MS) throw error;
      await sleep(Math.max(1_000, error.retryAfter), signal);
    }
  }
}
