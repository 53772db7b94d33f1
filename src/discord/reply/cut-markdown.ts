import { cutText } from "../../base/text.ts";

/**
 * What must not be cut apart: escapes, code, masked links, mentions and timestamps. Bounded quantifiers keep it linear.
 */
const WHOLE =
  /\\\S|```[^]{0,4000}?```|`[^`\n]{1,4000}`|\[(?:\\.|[^\]\\]){0,600}\]\((?:<[^>\n]{0,2100}>|[^)\s]{0,2100})\)|<[^<>\n]{1,120}>/y;
/** Markers that come in pairs. An asterisk before a space is a list's. */
const PAIRED = /\*{1,3}(?!\s|\*)|(?<=\S)\*{1,3}|__?|~~|\|\|/y;
const PLAIN = /[^\\`[<*_~|]+|[^]/y;
const ELLIPSIS = "…";
/** Longer runs of letters are cut inside. */
const LONGEST_WORD = 40;
const FENCE = "```";

interface Cut {
  /** Where to cut the source. */
  readonly end: number;
  /** Closes the markers that are open there. */
  readonly closing: string;
}

/**
 * Returns at most `max` UTF-16 units of `source`, ending in "…" if something was cut. Cuts at a line, a word or at
 * least between characters, never inside a link, mention, escape or code span, and closes open markers.
 */
export function cutMarkdown(source: string, max: number): string {
  if (source.length <= max) return source;
  if (max < 1) return "";
  const cuts = new Cuts(source, max);
  const open: string[] = [];
  for (let at = 0; at < max;) {
    const token = tokenAt(source, at);
    if (token.kind === "marker") {
      if (open.at(-1) === token.text) open.pop();
      else open.push(token.text);
    }
    const next = at + token.text.length;
    if (token.kind === "plain") cuts.offerInside(at, token.text, open);
    else if (token.kind === "whole" || !open.includes(token.text)) cuts.offer(next, open);
    if (token.text.startsWith(FENCE) && next > max - 1) return cuts.insideFence(at, open);
    at = next;
  }
  return cuts.best();
}

/** Shares `total` among texts of these lengths: short ones stay whole, long ones get equal parts of the rest. */
export function shareFairly(lengths: readonly number[], total: number): number[] {
  const shares = lengths.map(() => 0);
  const ascending = lengths.map((length, index) => ({ length, index })).sort((a, b) => a.length - b.length);
  let left = total;
  for (const [done, { length, index }] of ascending.entries()) {
    const share = Math.min(length, Math.floor(left / (ascending.length - done)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}

interface Token {
  readonly kind: "whole" | "marker" | "plain";
  readonly text: string;
}

function tokenAt(source: string, at: number): Token {
  const whole = matchAt(WHOLE, source, at);
  if (whole !== undefined) return { kind: "whole", text: whole };
  const marker = matchAt(PAIRED, source, at);
  if (marker !== undefined) return { kind: "marker", text: marker };
  return { kind: "plain", text: matchAt(PLAIN, source, at) ?? source.slice(at, at + 1) };
}

function matchAt(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0];
}

let segmenter: Intl.Segmenter | undefined;

/** The last positions where a cut fits: after a line, a word or a character. */
class Cuts {
  readonly #source: string;
  readonly #max: number;
  #line: Cut | undefined;
  #word: Cut | undefined;
  #character: Cut = { end: 0, closing: "" };

  constructor(source: string, max: number) {
    this.#source = source;
    this.#max = max;
  }

  offer(end: number, open: readonly string[]): void {
    const closing = open.toReversed().join("");
    if (end + closing.length + ELLIPSIS.length > this.#max) return;
    this.#character = { end, closing };
    const next = this.#source[end];
    if (next === "\n") this.#line = this.#character;
    if (next === "\n" || next === " ") this.#word = this.#character;
  }

  offerInside(start: number, text: string, open: readonly string[]): void {
    segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
    const near = text.slice(0, Math.max(0, this.#max - start) + 64);
    for (const { index, segment } of segmenter.segment(near)) {
      const end = start + index + segment.length;
      if (end > this.#max) return;
      this.offer(end, open);
    }
  }

  best(): string {
    return this.#close(this.#choose());
  }

  /** Cuts inside a code block that doesn't fit, if enough of it would remain. */
  insideFence(start: number, open: readonly string[]): string {
    const closing = `${ELLIPSIS}\n${FENCE}${open.toReversed().join("")}`;
    const end = this.#max - closing.length;
    if (end - start < 2 * FENCE.length + 8) return this.best();
    return `${cutText(this.#source, end)}${closing}`;
  }

  #choose(): Cut {
    const { end } = this.#character;
    if (this.#line !== undefined && this.#line.end >= end * 0.8) return this.#line;
    if (this.#word !== undefined && this.#word.end >= Math.max(end / 2, end - LONGEST_WORD))
      return this.#word;
    return this.#character;
  }

  #close({ end, closing }: Cut): string {
    const kept = this.#source.slice(0, end).trimEnd();
    const backslashes = /\\*$/.exec(kept)?.[0].length ?? 0;
    return `${backslashes % 2 === 1 ? kept.slice(0, -1) : kept}${closing}${ELLIPSIS}`;
  }
}
