import { LRUCache } from "lru-cache";

export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly contentType: string;
  readonly description?: string;
  readonly width?: number;
  readonly height?: number;
}

/** Bytes of all files together. */
const MOST_BYTES = 64 * 1024 * 1024;

interface HeldFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** Attachments by id. Reading with `peek` keeps the order in which they are dropped. */
export type FileStore = LRUCache<string, HeldFile>;

export function createFileStore(): FileStore {
  return new LRUCache({ maxSize: MOST_BYTES, sizeCalculation: ({ bytes }) => Math.max(1, bytes.length) });
}

/** Files people chose for command options, by id, with their owner. */
export type UploadStore = LRUCache<string, { readonly ownerId: string; readonly file: StoredFile }>;

const MOST_UPLOADS = 200;

export function createUploadStore(): UploadStore {
  return new LRUCache({ max: MOST_UPLOADS });
}

/** Keeps a file and returns its description. */
export function keepFile(files: FileStore, id: string, name: string, bytes: Uint8Array): StoredFile {
  const contentType = contentTypeOf(name);
  files.set(id, { bytes, contentType });
  const size = contentType.startsWith("image/") ? imageSize(bytes) : {};
  return { id, name, size: bytes.length, contentType, ...size };
}

interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Returns the size of a PNG, GIF or WebP from its first bytes; undefined for others. */
function imageSize(bytes: Uint8Array): ImageSize | undefined {
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

function contentTypeOf(name: string): string {
  return TYPES[name.slice(name.lastIndexOf(".") + 1).toLowerCase()] ?? "application/octet-stream";
}
