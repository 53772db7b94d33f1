import type { Queries } from "../schema.ts";

/** What a key leaves in the database, so that the wrong keyring is noticed. It gives nothing of the key away. */
interface KeyCheck {
  readonly kind: string;
  readonly keyId: number;
  readonly fingerprint: string;
}

export interface KeyringChecks {
  all(): Promise<readonly KeyCheck[]>;
  add(checks: readonly KeyCheck[]): Promise<void>;
  remove(checks: readonly KeyCheck[]): Promise<void>;
  /** How many rows only the keyring can open. */
  countSealed(): Promise<number>;
}

export function keyringChecks(queries: Queries): KeyringChecks {
  return {
    async all() {
      return queries
        .selectFrom("keyring_checks")
        .select(["kind", "key_id as keyId", "fingerprint"])
        .orderBy("kind")
        .orderBy("key_id")
        .execute();
    },
    async add(checks) {
      if (checks.length === 0) return;
      const rows = checks.map(({ kind, keyId, fingerprint }) => ({ kind, key_id: keyId, fingerprint }));
      await queries.insertInto("keyring_checks").values(rows).execute();
    },
    async remove(checks) {
      for (const { kind, keyId } of checks) {
        await queries
          .deleteFrom("keyring_checks")
          .where("kind", "=", kind)
          .where("key_id", "=", keyId)
          .execute();
      }
    },
    /** No table holds sealed rows yet; each that comes adds its count here. */
    countSealed: async () => 0,
  };
}
