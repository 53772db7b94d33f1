import type { World } from "../world/world.ts";
import { contentTypeOf, type FileStore, imageSize, type StoredFile } from "./file-store.ts";
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
  readonly #held = new Map<string, Upload>();

  constructor(world: World, files: FileStore) {
    this.#world = world;
    this.#files = files;
  }

  /** Gives its id. */
  add(ownerId: string, name: string, bytes: Uint8Array): string {
    const id = this.#world.ids.next();
    const safe = safeName(name);
    const contentType = contentTypeOf(safe);
    this.#files.put(id, bytes, contentType);
    const size = contentType.startsWith("image/") ? imageSize(bytes) : {};
    this.#held.set(id, { ownerId, file: { id, name: safe, size: bytes.length, contentType, ...size } });
    const [oldest] = this.#held.keys();
    if (this.#held.size > MOST_KEPT && oldest !== undefined) this.#held.delete(oldest);
    return id;
  }

  of(ownerId: string, id: string): StoredFile | undefined {
    const upload = this.#held.get(id);
    return upload?.ownerId === ownerId ? upload.file : undefined;
  }
}
