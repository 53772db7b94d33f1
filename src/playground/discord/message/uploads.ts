import { LRUCache } from "lru-cache";

import type { World } from "../world/world.ts";
import { type FileStore, keepFile, type StoredFile } from "./file-store.ts";
import { safeName } from "./write-message.ts";

interface Upload {
  readonly ownerId: string;
  readonly file: StoredFile;
}

const MOST_KEPT = 200;

/** Files people chose for a command's options, until they are sent with it; bounded. */
export class Uploads {
  readonly #world: World;
  readonly #files: FileStore;
  readonly #held = new LRUCache<string, Upload>({ max: MOST_KEPT });

  constructor(world: World, files: FileStore) {
    this.#world = world;
    this.#files = files;
  }

  /** Gives its id. */
  add(ownerId: string, name: string, bytes: Uint8Array): string {
    const id = this.#world.ids.next();
    this.#held.set(id, { ownerId, file: keepFile(this.#files, id, safeName(name), bytes) });
    return id;
  }

  of(ownerId: string, id: string): StoredFile | undefined {
    const upload = this.#held.peek(id);
    return upload?.ownerId === ownerId ? upload.file : undefined;
  }
}
