import { readFileSync } from "node:fs";

import { toDrawable } from "../text/clean.ts";
import { type CodePointRange, codePointsOf } from "./cmap.ts";
import { type FamilyName, type Slice, familiesFor, slicesOf } from "./families.ts";

/** One font file, for a renderer. */
export interface FontFace {
  readonly family: FamilyName;
  readonly bytes: Buffer;
  /** The code points that only this slice of its family has. */
  readonly ranges: readonly CodePointRange[];
}

/** They join emoji, and have no glyph of their own. */
const JOINERS = new Set([0x200d, 0xfe0f]);

/** Loads only the font slices that texts need. */
export class FontLibrary {
  readonly #register: (face: FontFace) => Promise<void>;
  readonly #slices = new Map<FamilyName, readonly Slice[]>();
  /** The code points in each file. */
  readonly #loaded = new Map<string, ReadonlySet<number>>();

  constructor(register: (face: FontFace) => Promise<void>) {
    this.#register = register;
  }

  /** Returns the drawable part of a text, with its fonts loaded; characters without a font are dropped. */
  async prepare(text: string, locale: string): Promise<string> {
    const clean = toDrawable(text);
    const families = familiesFor(clean, locale);
    const kept: string[] = [];
    for (const letter of clean) {
      const point = letter.codePointAt(0) ?? 0;
      if (JOINERS.has(point) || (await this.#has(families, point))) kept.push(letter);
    }
    // A joiner without its emoji is dropped, too.
    return kept.length === clean.length ? clean : toDrawable(kept.join(""));
  }

  async #has(families: readonly FamilyName[], point: number): Promise<boolean> {
    for (const family of families) {
      for (const slice of this.#slicesOf(family)) {
        if (!isIn(slice.claims, point)) continue;
        const points = this.#loaded.get(slice.file) ?? (await this.#load(family, slice));
        if (points.has(point)) return true;
      }
    }
    return false;
  }

  #slicesOf(family: FamilyName): readonly Slice[] {
    let slices = this.#slices.get(family);
    if (slices === undefined) this.#slices.set(family, (slices = slicesOf(family)));
    return slices;
  }

  async #load(family: FamilyName, slice: Slice): Promise<ReadonlySet<number>> {
    const bytes = readFileSync(slice.file);
    const ranges = codePointsOf(bytes).flatMap((range) => overlaps(range, slice.claims));
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
