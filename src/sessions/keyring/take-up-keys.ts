import type { Clock } from "../../base/clock.ts";
import { isMilepostError } from "../../base/errors.ts";
import { isForeignKeyError } from "../../storage/foreign-key-error.ts";
import type { Queries } from "../../storage/schema.ts";
import { keyringChecks } from "./keyring-check-rows.ts";
import { writeTransaction } from "../../storage/write-transaction.ts";
import { keyKinds } from "./keyring-file.ts";
import { settleChecks } from "./keyring.ts";
import type { KeySource } from "../seal/sealer.ts";

interface Keys {
  readonly queries: Queries;
  readonly keyring: KeySource;
  readonly clock: Clock;
}

/**
 * Makes a write of sealed rows. The database refuses one whose key it does not know: a key that was retired a moment
 * ago, or a new one whose maker was killed before it could say so. Then the newer keyring is taken up, and the write
 * made again.
 */
export async function withKnownKey<T>(keys: Keys, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isForeignKeyError(error)) throw error;
    await takeUp(keys);
    return write();
  }
}

/** Whoever changes the keyring holds the database meanwhile: what is read here is whole. */
async function takeUp({ queries, keyring, clock }: Keys): Promise<void> {
  try {
    await writeTransaction(queries, async (transaction) => {
      keyring.refresh();
      const checks = keyringChecks(transaction);
      const keys = keyKinds.flatMap((kind) => keyring.keys(kind));
      await settleChecks(await checks.all(), keys, { checks, clock });
    });
  } catch (error) {
    // A keyring that isn't this database's: then no row of it is taken either.
    if (!isMilepostError(error, "bad-settings")) throw error;
  }
}
