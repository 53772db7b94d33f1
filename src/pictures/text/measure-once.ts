import type { Extent, Measure, TextToMeasure } from "./fit.ts";

interface Waiting {
  readonly text: TextToMeasure;
  readonly resolve: (extent: Extent) => void;
  readonly reject: (error: unknown) => void;
}

/** Returns a cached measure for one card, which measures concurrent texts together. */
export function measureOnce(measure: Measure): Measure {
  const known = new Map<string, Promise<Extent>>();
  let waiting: Waiting[] = [];
  const flush = async () => {
    const asked = waiting;
    waiting = [];
    try {
      const extents = await measure(asked.map(({ text }) => text));
      for (const [index, { resolve }] of asked.entries()) resolve(extents[index] ?? { width: 0, height: 0 });
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  };
  const one = (text: TextToMeasure): Promise<Extent> => {
    const key = keyOf(text);
    const found = known.get(key);
    if (found !== undefined) return found;
    const { promise, resolve, reject } = Promise.withResolvers<Extent>();
    if (waiting.length === 0) queueMicrotask(() => void flush());
    waiting.push({ text, resolve, reject });
    known.set(key, promise);
    return promise;
  };
  return (texts) => Promise.all(texts.map(one));
}

/** Color and position don't affect the size. */
function keyOf({ text, width, style }: TextToMeasure): string {
  const { size, weight, spacing, lineHeight, isTabular } = style;
  return JSON.stringify([text, width, size, weight, spacing, lineHeight, isTabular]);
}
