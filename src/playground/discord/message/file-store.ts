export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly contentType: string;
  readonly description?: string;
  readonly width?: number;
  readonly height?: number;
}

/** What may be kept in bytes of all files together; the oldest go first. */
const MOST_BYTES = 64 * 1024 * 1024;

export class FileStore {
  readonly #held = new Map<string, { readonly bytes: Uint8Array; readonly contentType: string }>();
  #total = 0;

  put(id: string, bytes: Uint8Array, contentType: string): void {
    this.#held.set(id, { bytes, contentType });
    this.#total += bytes.length;
    for (const [old, file] of this.#held) {
      if (this.#total <= MOST_BYTES || old === id) break;
      this.#held.delete(old);
      this.#total -= file.bytes.length;
    }
  }

  get(id: string): { readonly bytes: Uint8Array; readonly contentType: string } | undefined {
    return this.#held.get(id);
  }

  drop(id: string): void {
    const file = this.#held.get(id);
    if (file === undefined) return;
    this.#held.delete(id);
    this.#total -= file.bytes.length;
  }
}

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Width and height of a PNG, GIF or WebP, from its first bytes; undefined for anything else. */
export function imageSize(bytes: Uint8Array): ImageSize | undefined {
  if (bytes.length < 30) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0) === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) };
  if (view.getUint32(0) === 0x47494638)
    return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57454250) return webpSize(view);
  return undefined;
}

function webpSize(view: DataView): ImageSize | undefined {
  const kind = view.getUint32(12);
  if (kind === 0x56503858) {
    const at = (offset: number) => view.getUint16(offset, true) + (view.getUint8(offset + 2) << 16) + 1;
    return { width: at(24), height: at(27) };
  }
  if (kind === 0x5650384c) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

const TYPES: Readonly<Record<string, string>> = {
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  svg: "image/svg+xml",
  json: "application/json",
  csv: "text/csv; charset=utf-8",
  txt: "text/plain; charset=utf-8",
};

/** By the name's ending, as Discord tells it. */
export function contentTypeOf(name: string): string {
  return TYPES[name.slice(name.lastIndexOf(".") + 1).toLowerCase()] ?? "application/octet-stream";
}
