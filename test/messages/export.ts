import { join } from "node:path";

import { packageRoot } from "../../src/base/package-root.ts";
import { english } from "../../src/messages/en.ts";
import { type Pattern, patternOf } from "../../src/messages/pattern.ts";
import { isTranslated } from "../../src/messages/fit.ts";
import { descriptionsOf } from "./descriptions.ts";
import { mostOf } from "./limits.ts";

/** The folders of languages, English's too. */
export const MESSAGES = join(packageRoot, "src/messages");

/** A text translators get, by its key within its area. */
export interface EnglishText extends Pattern {
  readonly key: string;
  readonly leaf: unknown;
}

/** Areas of the catalog: one file each, named in kebab case. */
export const areas = Object.keys(english).filter((area) => area !== "language") as readonly Area[];

type Area = Exclude<keyof typeof english, "language">;

/**
 * Every English text of an area, in its order, what stands in two places as one constant in the first; throws for a leaf
 * that is no text.
 */
export function textsOf(area: Area): readonly EnglishText[] {
  const met = new Set<unknown>();
  return textsIn(english[area], area, "");

  function textsIn(value: unknown, path: string, key: string): readonly EnglishText[] {
    if (!isTranslated(path) || met.has(value)) return [];
    if (typeof value !== "string") met.add(value);
    const pattern = patternOf(value);
    if (pattern !== undefined) return [{ ...pattern, key, leaf: value }];
    if (typeof value !== "object" || value === null) throw new Error(`${path} is no text`);
    return Object.entries(value).flatMap(([name, inner]) =>
      textsIn(inner, `${path}.${name}`, key === "" ? name : `${key}.${name}`),
    );
  }
}

/** The file of an area: keys to texts, and beside a key what there is to know about it. */
export function exportOf(area: Area): string {
  const descriptions = descriptionsOf(area);
  const context = descriptions("");
  const entries = textsOf(area).flatMap(({ key, text }) => {
    const most = mostOf(`${area}.${key}`);
    const length = most === undefined ? "" : `At most ${String(most)} characters.`;
    const description = [descriptions(key), length].filter((one) => one !== "").join(" ");
    return [[key, text], ...(description === "" ? [] : [[`@${key}`, { description }]])];
  });
  const about = context === "" ? [] : [["@@context", context]];
  return `${JSON.stringify(Object.fromEntries([...about, ...entries]), undefined, 2)}\n`;
}
