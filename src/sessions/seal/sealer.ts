import type { Secret } from "../../base/secret.ts";
import { keyIdOf, openRecord, type SealContext, sealRecord, type SealingKey } from "./seal-record.ts";
import type { Key, KeyKind } from "../keyring/keyring-file.ts";

/** The source of sealing keys: the keyring, whose file another program may change. */
export interface KeySource {
  /** The primary first. */
  keys(kind: KeyKind): readonly Key[];
  /** Reads the file again if it has changed. */
  refresh(): void;
}

/** What a record is bound to, besides the platform. */
export type RowContext = Omit<SealContext, "origin">;

/** Seals and opens the texts of one platform's rows. */
export interface Sealer {
  /** Seals with the newest key. */
  seal(texts: readonly (readonly [RowContext, string])[]): {
    readonly keyId: number;
    readonly records: readonly Buffer[];
  };
  /** Returns one text as columns of its row. */
  sealContent(context: RowContext, text: string): { readonly key_id: number; readonly content: Buffer };
  /** Throws "unopenable". */
  open(context: RowContext, record: Uint8Array): string;
  primaryId(): number;
}

export function createSealer(source: KeySource, origin: string): Sealer {
  const bytesOf = new WeakMap<Secret, Uint8Array>();
  const keys = (): readonly SealingKey[] =>
    source.keys("mpk1").map(({ id, value }) => {
      const bytes = bytesOf.get(value) ?? Buffer.from(value.reveal(), "base64url");
      bytesOf.set(value, bytes);
      return { id, bytes };
    });
  const primary = (): SealingKey => {
    source.refresh();
    const [first] = keys();
    if (first === undefined) throw new RangeError("a keyring always has a key of kind mpk1");
    return first;
  };
  const sealWith = (key: SealingKey, context: RowContext, text: string) =>
    sealRecord(key, { ...context, origin }, Buffer.from(text));
  return {
    seal(texts) {
      const key = primary();
      return { keyId: key.id, records: texts.map(([context, text]) => sealWith(key, context, text)) };
    },
    sealContent(context, text) {
      const key = primary();
      return { key_id: key.id, content: sealWith(key, context, text) };
    },
    open(context, record) {
      const id = keyIdOf(record);
      if (id !== undefined && !keys().some((key) => key.id === id)) source.refresh();
      return openRecord(keys(), { ...context, origin }, record).toString("utf8");
    },
    primaryId: () => primary().id,
  };
}
