import type { Secret } from "../../base/secret.ts";
import { keyIdOf, openRecord, type SealContext, sealRecord, type SealingKey } from "./seal-record.ts";
import type { Key, KeyKind } from "../keyring/keyring-file.ts";

/** Where sealing keys come from: the keyring, whose file another program may have changed meanwhile. */
export interface KeySource {
  /** The primary first. */
  keys(kind: KeyKind): readonly Key[];
  /** Looks whether the file changed, and reads it again if so. */
  refresh(): void;
}

/** What every record of one platform is bound to, but for its own row. */
export type RowContext = Omit<SealContext, "origin">;

/** Seals and opens the texts of one platform's rows. */
export interface Sealer {
  /** With the newest key. */
  seal(texts: readonly (readonly [RowContext, string])[]): {
    readonly keyId: number;
    readonly records: readonly Buffer[];
  };
  /** One text as columns of its row. */
  sealContent(context: RowContext, text: string): { readonly key_id: number; readonly content: Buffer };
  /** Throws a MilepostError of code "unopenable". */
  open(context: RowContext, record: Uint8Array): string;
  /** The id of the key that seals now. */
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
