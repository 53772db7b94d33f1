/** Random numbers that depend only on their seed, so that the order of calls doesn't matter. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 to below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns a whole number from `min` to `max`. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  between(min: number, max: number): number {
    return min + this.next() * (max - min);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[Math.floor(this.next() * list.length)];
    if (picked === undefined) throw new RangeError("nothing to pick from");
    return picked;
  }

  /** Returns `count` different members, in random order. */
  sample<T>(list: readonly T[], count: number): T[] {
    const left = [...list];
    const taken: T[] = [];
    while (taken.length < count && left.length > 0) {
      taken.push(...left.splice(Math.floor(this.next() * left.length), 1));
    }
    return taken;
  }
}

export function randomFor(...keys: readonly (string | number)[]): Random {
  return new Random(hash32(keys.join("\u0000")));
}

/** Returns a 32-bit hash: FNV-1a over UTF-16 units, then mixed. Never 0, so it can be a definition's hash. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0 || 1;
}
