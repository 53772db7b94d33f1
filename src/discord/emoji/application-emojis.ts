import { createHash } from "node:crypto";

import { RateLimitError, type REST } from "@discordjs/rest";
import { Routes } from "discord-api-types/v10";

import { sleep } from "../../base/async/sleep.ts";
import { HOUR_MS } from "../../base/duration.ts";
import type { Log } from "../../base/log.ts";
import type { Emoji } from "../reply/reply.ts";

/** Discord takes 2,000; the rest is the operator's own. */
const MOST = 200;
const MOST_MISSED = 500;
/** Discord's bound on a picture. */
const MOST_BYTES = 256 * 1024;
/** Ours: `mp_` and the beginning of what is in the picture, in hex. Others are never touched. */
const OWN = /^mp_[0-9a-f]{24}$/;

/** Returns whether an emoji is one of ours. */
export const isOwnEmoji = (name: string) => OWN.test(name);

export interface ApplicationEmojisParts {
  readonly rest: Pick<REST, "get" | "post" | "delete">;
  /** Returns a picture's bytes; undefined where there is none now. Never rejects. */
  readonly picture: (url: string, signal: AbortSignal) => Promise<Uint8Array | undefined>;
  readonly log: Log;
}

/** Pictures of the platform as emojis of the application, by their addresses. */
export class ApplicationEmojis {
  readonly #parts: ApplicationEmojisParts;
  #byUrl: ReadonlyMap<string, Emoji> = new Map();
  /** How often a picture was asked for that Discord does not have. */
  readonly #missed = new Map<string, number>();
  #lacking = Promise.withResolvers<void>();

  constructor(parts: ApplicationEmojisParts) {
    this.#parts = parts;
  }

  /** Returns the emoji of the picture at this address; undefined where Discord has none. */
  of(url: string | undefined): Emoji | undefined {
    if (url === undefined) return undefined;
    const emoji = this.#byUrl.get(url);
    if (emoji === undefined && (this.#missed.size < MOST_MISSED || this.#missed.has(url))) {
      this.#missed.set(url, (this.#missed.get(url) ?? 0) + 1);
      this.#lacking.resolve();
    }
    return emoji;
  }

  /**
   * Uploads what Discord lacks of these pictures, those that matter most first, then of those that were asked for, and
   * takes away what is in the way of them. Throws Discord's refusal; what was uploaded before it is used.
   */
  upload(applicationId: string, urls: readonly string[], signal: AbortSignal): Promise<void> {
    const asked = [...urls, ...this.#byUrl.keys(), ...this.#oftenMissed()];
    return this.#upload({ applicationId, urls: new Set(asked), byUrl: new Map(), replaces: true }, signal);
  }

  /** Resolves once a picture was asked for that Discord does not have. */
  get lacking(): Promise<void> {
    return this.#lacking.promise;
  }

  /** Uploads what was asked for and is lacking, while there is room: the rest stays as it is. Throws as `upload`. */
  uploadMissed(applicationId: string, signal: AbortSignal): Promise<void> {
    const urls = new Set(this.#oftenMissed());
    return this.#upload({ applicationId, urls, byUrl: new Map(this.#byUrl), replaces: false }, signal);
  }

  async #upload({ applicationId, urls, byUrl, replaces }: Upload, signal: AbortSignal): Promise<void> {
    const known = await this.#listed(applicationId, signal);
    const wanted = new Set([...byUrl.values()].map(({ name }) => name));
    for (const url of urls) {
      if (wanted.size >= MOST) break;
      const bytes = await this.#parts.picture(url, signal);
      signal.throwIfAborted();
      const image = bytes === undefined ? undefined : imageOf(bytes);
      const needsRoom = image !== undefined && known.size >= MOST && !known.has(image.name);
      if (needsRoom && !replaces) continue;
      this.#missed.delete(url);
      if (image === undefined) continue;
      wanted.add(image.name);
      const there =
        known.get(image.name) ?? (await this.#create({ applicationId, image, known, wanted }, signal));
      known.set(image.name, there);
      byUrl.set(url, there);
      this.#byUrl = new Map([...this.#byUrl, [url, there]]);
    }
    this.#byUrl = byUrl;
    // What lacks room waits until room is made.
    if (replaces) this.#missed.clear();
    this.#lacking = Promise.withResolvers();
  }

  #oftenMissed(): readonly string[] {
    return [...this.#missed].toSorted(([, a], [, b]) => b - a).map(([url]) => url);
  }

  async #listed(applicationId: string, signal: AbortSignal): Promise<Map<string, Emoji>> {
    const { rest } = this.#parts;
    const listed = await patiently(
      () => rest.get(Routes.applicationEmojis(applicationId), { signal }),
      signal,
    );
    const { items } = listed as { readonly items: readonly Emoji[] };
    return new Map(items.filter(({ name }) => OWN.test(name)).map(({ id, name }) => [name, { id, name }]));
  }

  async #create({ applicationId, image, known, wanted }: Creating, signal: AbortSignal): Promise<Emoji> {
    const { rest, log } = this.#parts;
    const old = known.size < MOST ? undefined : [...known.values()].find(({ name }) => !wanted.has(name));
    if (old !== undefined) {
      await patiently(() => rest.delete(Routes.applicationEmoji(applicationId, old.id), { signal }), signal);
      known.delete(old.name);
    }
    const made = await patiently(
      () => rest.post(Routes.applicationEmojis(applicationId), { body: image, signal }),
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
  /** What is there and stays. */
  readonly byUrl: Map<string, Emoji>;
  /** Takes away what is in the way. */
  readonly replaces: boolean;
}

interface Creating {
  readonly applicationId: string;
  readonly image: { readonly name: string; readonly image: string };
  /** By name, the oldest first. */
  readonly known: Map<string, Emoji>;
  readonly wanted: ReadonlySet<string>;
}

const TYPES: readonly (readonly [type: string, begins: RegExp])[] = [
  ["image/png", /^89504e47/],
  ["image/jpeg", /^ffd8ff/],
  ["image/gif", /^47494638/],
  ["image/webp", /^52494646.{8}57454250/],
];

/** Undefined for what Discord takes for no emoji. */
function imageOf(bytes: Uint8Array): Creating["image"] | undefined {
  if (bytes.length > MOST_BYTES) return undefined;
  const data = Buffer.from(bytes);
  const start = data.toString("hex", 0, 12);
  const type = TYPES.find(([, begins]) => begins.test(start))?.[0];
  if (type === undefined) return undefined;
  const name = `mp_${createHash("sha256").update(data).digest("hex").slice(0, 24)}`;
  return { name, image: `data:${type};base64,${data.toString("base64")}` };
}

/** Waits as long as Discord asks, and asks again. */
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
