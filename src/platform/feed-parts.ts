import type { MediaNs } from "feedsmith";
import { Tokenizer } from "parse5";

import { cutText } from "../base/text.ts";
import { IGNORED_TOKENS } from "../base/html.ts";

interface FeedFile {
  readonly url?: string | undefined;
  readonly type?: string | undefined;
  readonly medium?: string | undefined;
}

/** What an item of a feed shows, wherever its format has that. */
export interface Shown {
  /** The shortest first; may be HTML. */
  readonly texts: readonly (string | undefined)[];
  readonly files?: readonly FeedFile[];
  readonly media?: MediaNs.ItemOrFeed | undefined;
  readonly picture?: string | undefined;
  /** What addresses in the texts are relative to, where that is not the item's base. */
  readonly textBase?: string;
}

/** Articles are shown by their beginning; reading HTML takes time. */
const LONGEST_TEXT = 8_000;

/** Returns an item's text, and the address of its picture: a file of its own, or else the first one in its text. */
export function shownAs(
  { texts, files = [], media, picture, textBase }: Shown,
  base: string,
): { readonly tagline: string | undefined; readonly image: string | undefined } {
  const parts = media === undefined ? [] : [media, ...(media.groups ?? [])];
  const described = parts.flatMap(({ description, contents = [] }) => [
    description?.value,
    ...contents.map((content) => content.description?.value),
  ]);
  const own = [
    pictureOf(files),
    ...parts.flatMap(({ thumbnails = [], contents = [] }) => [
      thumbnails[0]?.url,
      pictureOf(contents),
      ...contents.map((content) => content.thumbnails?.[0]?.url),
    ]),
    picture,
  ].find((url) => url !== undefined && url !== "");
  const told = [...texts, ...described].find((text) => text !== undefined && text.trim() !== "");
  return {
    tagline: told && cutText(told, LONGEST_TEXT),
    image: resolved(own, base) ?? resolved(firstPicture(texts), textBase ?? base),
  };
}

/** Returns an absolute address; undefined where there is none. */
export function resolved(reference: string | undefined, base: string): string | undefined {
  return reference === undefined || reference === "" ? undefined : URL.parse(reference, base)?.href;
}

function pictureOf(files: readonly FeedFile[]): string | undefined {
  return files.find(({ url = "", type = "", medium }) => {
    if (type !== "") return /^image\//i.test(type);
    return medium === undefined ? /\.(?:jpe?g|png|gif|webp|avif)(?:$|\?)/i.test(url) : medium === "image";
  })?.url;
}

/** Pixels that count readers, and smileys, are smaller. */
const LEAST_SIZE = 48;

function firstPicture(texts: Shown["texts"]): string | undefined {
  for (const text of texts) {
    const found = text?.includes("<") === true ? pictureIn(text) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function pictureIn(html: string): string | undefined {
  let found: string | undefined;
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: false },
    {
      ...IGNORED_TOKENS,
      onStartTag({ tagName, attrs }) {
        const valueOf = (name: string) => attrs.find((attribute) => attribute.name === name)?.value;
        const sizes = ["width", "height"].map((name) => Number.parseInt(valueOf(name) ?? "", 10));
        const isSmall =
          sizes.some((size) => size < LEAST_SIZE) || /emoji|smil(?:e|i)/.test(valueOf("class") ?? "");
        const url = valueOf("src")?.trim() ?? "";
        if (tagName !== "img" || isSmall || url === "" || url.startsWith("data:")) return;
        found = url;
        tokenizer.pause();
      },
    },
  );
  tokenizer.write(html, true);
  return found;
}
