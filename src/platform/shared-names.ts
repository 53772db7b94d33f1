import { LRUCache } from "lru-cache";

import type { OwnName, OwnNames } from "./resources/own-names.ts";

const MOST = 20_000;

/** Names of what is the same for everybody, from the records that carry them; by the platform's language. */
export class SharedNames {
  readonly #names = new LRUCache<string, OwnName>({ max: MOST });

  add(locale: string, names: OwnNames): void {
    for (const [key, name] of names) this.#names.set(`${locale}/${key}`, name);
  }

  find(locale: string, key: string): OwnName | undefined {
    return this.#names.get(`${locale}/${key}`);
  }
}
