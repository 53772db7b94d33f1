import { readFileSync } from "node:fs";

import { graphemesOf, toDrawable } from "../text/clean.ts";
import { type CodePointRange, codePointsOf } from "./cmap.ts";
import { type FamilyName, type Slice, familiesFor, slicesOf } from "./families.ts";

export interface FontFace {
  readonly family: FamilyName;
  readonly bytes: Buffer;
  /** The code points it has, of those its family was made for. */
  readonly ranges: readonly CodePointRange[];
}

/** They shape their neighbors, and have no glyph of their own. */
const JOINERS = new Set([0x200c, 0x200d, 0xfe0f]);
/** Its parts may be in several fonts: a keycap is a digit and a key. */
const IS_EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u;

/** Loads only the font slices that texts need. */
export class FontLibrary {
  readonly #register: (face: FontFace) => Promise<void>;
  readonly #slices = new Map<FamilyName, readonly Slice[]>();
  /** The code points in each file. */
  readonly #loaded = new Map<string, ReadonlySet<number>>();

  constructor(register: (face: FontFace) => Promise<void>) {
    this.#register = register;
  }

  /**
   * Returns the drawable part of a text, with its fonts loaded: without characters that no font has, and without marks
   * that are not in the file of their letter, for which renderers draw a box.
   */
  async prepare(text: string, locale: string): Promise<string> {
    const clean = toDrawable(text);
    const families = familiesFor(clean, locale);
    let kept = "";
    for (const grapheme of graphemesOf(clean)) kept += await this.#drawable(families, grapheme);
    // A joiner without its emoji is dropped, too.
    return kept.length === clean.length ? clean : toDrawable(kept);
  }

  /** Drops a letter with its marks, or the marks alone; of an emoji only the parts that no font has. */
  async #drawable(families: readonly FamilyName[], grapheme: string): Promise<string> {
    const isEmoji = IS_EMOJI.test(grapheme);
    let kept = "";
    let file: ReadonlySet<number> | undefined;
    for (const letter of grapheme) {
      const point = letter.codePointAt(0) ?? 0;
      if (isEmoji || kept === "") file = await this.#fileWith(families, point);
      if (JOINERS.has(point) || file?.has(point) === true) kept += letter;
      else if (kept === "" && !isEmoji) return "";
    }
    return kept;
  }

  /** Returns the code points of the first file that is for this one and has it. */
  async #fileWith(families: readonly FamilyName[], point: number): Promise<ReadonlySet<number> | undefined> {
    for (const family of families) {
      for (const slice of this.#slicesOf(family)) {
        if (!isIn(slice.claims, point)) continue;
        const points = this.#loaded.get(slice.file) ?? (await this.#load(family, slice));
        if (points.has(point)) return points;
      }
    }
    return undefined;
  }

  #slicesOf(family: FamilyName): readonly Slice[] {
    let slices = this.#slices.get(family);
    if (slices === undefined) this.#slices.set(family, (slices = slicesOf(family)));
    return slices;
  }

  async #load(family: FamilyName, slice: Slice): Promise<ReadonlySet<number>> {
    const bytes = readFileSync(slice.file);
    // Several slices have the marks, each for its letters. What no slice claims is there by accident, out of place.
    const claims = this.#slicesOf(family).flatMap((one) => one.claims);
    const ranges = codePointsOf(bytes).flatMap((range) => overlaps(range, claims));
    const points = new Set<number>();
    for (const [first, last] of ranges) for (let point = first; point <= last; point += 1) points.add(point);
    this.#loaded.set(slice.file, points);
    if (points.size > 0) await this.#register({ family, bytes, ranges });
    return points;
  }
}

function isIn(ranges: readonly CodePointRange[], point: number): boolean {
  return ranges.some(([first, last]) => first <= point && point <= last);
}

function overlaps(
  [first, last]: CodePointRange,
  claims: readonly CodePointRange[],
): readonly CodePointRange[] {
  return claims.flatMap(([from, to]): readonly CodePointRange[] =>
    from <= last && first <= to ? [[Math.max(first, from), Math.min(last, to)]] : [],
  );
}
