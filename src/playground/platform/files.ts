import { LRUCache } from "lru-cache";

import { withoutEndSlashes } from "../../base/address.ts";
import { resolveHosts } from "../../platform/profile/load.ts";
import type { Profile } from "../../platform/profile/schema.ts";
import { definitionTables } from "../../platform/resources/definitions.ts";
import { languageOf, localeCodes } from "./languages.ts";
import { encodeDefinition, type OperationContext, tableNamed } from "./operations.ts";
import { draw, type Drawing } from "./pictures/draw.ts";
import type { Drawer } from "./pictures/drawer.ts";
import { articlePage, publicPage } from "./public-pages.ts";
import type { FileRoute } from "./respond.ts";
import { PLAYERS } from "./game-data/players.ts";

export type FileContext = OperationContext & { readonly drawer: Drawer };

const KEPT = 400;

export class Files {
  readonly #context: FileContext;
  readonly #prefixes: { readonly content: string; readonly images: string };
  readonly #kept = new LRUCache<string, Buffer>({ max: KEPT });

  constructor(context: FileContext, prefixes: { readonly content: string; readonly images: string }) {
    this.#context = context;
    this.#prefixes = prefixes;
  }

  find(path: string): FileRoute | undefined {
    const picture = this.#picture(
      under(path, this.#prefixes.images) ?? under(path, this.#prefixes.content) ?? "",
    );
    if (picture !== undefined) return picture;
    const inside = under(path, this.#prefixes.content);
    const file =
      (inside === undefined ? undefined : this.#definitions(inside)) ?? this.#article(inside ?? path);
    return file ?? publicPage(this.#pages, path);
  }

  get #pages() {
    const { profile, gameData } = this.#context;
    return {
      profile,
      gameData,
      images: `${new URL(resolveHosts(profile).content).origin}${this.#prefixes.images}`,
    };
  }

  #picture(path: string): FileRoute | undefined {
    const match =
      /^\/img\/(?<kind>icons|avatars\/wide|avatars|banners|ratings)\/(?<rest>[\w/.-]{1,120})\.png$/.exec(
        path,
      );
    const { kind = "", rest = "" } = match?.groups ?? {};
    const drawing = this.#drawing(kind, rest);
    if (drawing === undefined) return undefined;
    const content = () => ({
      status: 200,
      type: "image/png",
      body: this.#keep(path, () => draw(drawing)),
      isFile: true,
    });
    const prepare = async () => {
      if (this.#kept.has(path)) return;
      const drawn = await this.#context.drawer.draw(drawing);
      this.#keep(path, () => drawn);
    };
    return { name: "images", content, prepare };
  }

  #drawing(kind: string, rest: string): Drawing | undefined {
    if (kind === "banners") return { kind: "banner", key: rest };
    if (kind === "ratings") return { kind: "rating" };
    if (kind === "icons") {
      const [table, hash] = rest.split("/");
      const known = definitionTables.find((one) => one === table);
      const entry = known && this.#context.gameData.lexicon.table(known).get(Number(hash));
      if (entry === undefined) return undefined;
      return { kind: "icon", key: `${entry.table}/${entry.key}`, sign: entry.sign, rarity: entry.rarity };
    }
    const isPlayer = /^\d{1,4}$/.test(rest) && Number(rest) < PLAYERS;
    return isPlayer && kind !== "" ? { kind: "avatar", key: rest, isWide: kind.endsWith("wide") } : undefined;
  }

  #definitions(path: string): FileRoute | undefined {
    const match = /^\/definitions\/(?<version>[^/]+)\/(?<locale>[^/]+)\/(?<table>[^/]+)\.json$/.exec(path);
    const { version, locale = "", table: name = "" } = match?.groups ?? {};
    const { profile, gameData, encoder } = this.#context;
    const table = tableNamed(profile, name);
    if (version !== this.#context.version || table === undefined || !localeCodes(profile).includes(locale))
      return undefined;
    const build = () => {
      const records = [...gameData.lexicon.definitions(table, languageOf(profile, locale))];
      const entries = records.map((one) => [String(one.hash), encodeDefinition({ profile, encoder }, one)]);
      return Buffer.from(JSON.stringify(Object.fromEntries(entries)));
    };
    const type = "application/json; charset=utf-8";
    return {
      name: "files",
      content: () => ({ status: 200, type, body: this.#keep(path, build), isFile: true }),
    };
  }

  /** Finds an article by its record's path, or by the path of its HTML. */
  #article(path: string): FileRoute | undefined {
    const match = /^\/articles\/(?<kind>news|support)\/(?<number>\d{1,7})(\.html)?$/.exec(path);
    if (match === null) return undefined;
    const { articles } = this.#context.gameData;
    const ref = {
      kind: match.groups?.["kind"] === "news" ? "news" : "support",
      number: Number(match.groups?.["number"]),
    } as const;
    if (articles.byId(articles.id(ref)) === undefined) return undefined;
    return { name: "pages", content: () => articlePage(this.#pages, ref) };
  }

  /** Caches the latest files: drawing takes time, and they are requested often. */
  #keep(path: string, build: () => Buffer): Buffer {
    const kept = this.#kept.peek(path) ?? build();
    if (!this.#kept.has(path)) this.#kept.set(path, kept);
    return kept;
  }
}

function under(path: string, prefix: string): string | undefined {
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : undefined;
}

export function prefixesOf(profile: Profile, hosts: ReturnType<typeof resolveHosts>) {
  const { portal, api, content } = hosts;
  const images = profile.images.base
    .replaceAll("{content}", content)
    .replaceAll("{portal}", portal)
    .replaceAll("{api}", api);
  return { content: pathOf(content), images: pathOf(images) };
}

function pathOf(address: string): string {
  return withoutEndSlashes(new URL(address).pathname);
}
