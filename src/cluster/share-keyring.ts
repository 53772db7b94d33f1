import { hostname } from "node:os";

import { Poller } from "../base/async/poller.ts";
import { isMilepostError, type MilepostError } from "../base/errors.ts";
import { KEYRING_LOCK, keyringChecks, settleChecks } from "../sessions/keyring/keyring-checks.ts";
import { keyKinds } from "../sessions/keyring/keyring-file.ts";
import type { Keyring } from "../sessions/keyring/keyring.ts";
import { allNodeKeys, keyName } from "../sessions/keyring/node-keys.ts";
import { KEYRING_LOOK_MS, type WatchKeyringOptions } from "../sessions/keyring/watch-keyring.ts";
import type { Database } from "../storage/database.ts";
import { writeTransaction } from "../storage/write-transaction.ts";
import { tellNodeKeys } from "./postgres/postgres-adapter.ts";

interface ShareKeyringOptions extends WatchKeyringOptions {
  readonly database: Pick<Database, "queries" | "nodes">;
  /** Called where the keyring is no longer the database's, so that other processes' records can't be opened. */
  readonly onLost: (error: MilepostError) => void;
}

const CHANGE = "keys";

/**
 * Adopts a changed keyring file, tells other processes which keys this one has, and uses a new key once all have it; a
 * single process reads its keyring when it next seals. Returns a function that stops it.
 */
export async function shareKeyring({
  keyring,
  database: { queries, nodes },
  clock,
  log,
  onLost,
  everyMs = KEYRING_LOOK_MS,
}: ShareKeyringOptions): Promise<() => Promise<void>> {
  // Buttons use the keys of the start.
  const tagKeys = keyring.keys("mpt1");
  const look = async () => {
    keyring.refresh();
    const keys = [...keyring.keys("mpk1"), ...tagKeys, ...keyring.keys("mpi1")];
    const before = firsts(keyring);
    const all = await allNodeKeys(queries);
    keyring.follow(all);
    // Lost where this process was considered dead meanwhile.
    const told = all.find(({ id }) => id === nodes.id)?.keys;
    const isTold = told?.size === keys.length && keys.every((key) => told.has(keyName(key)));
    if (isTold && before === firsts(keyring)) return;
    await writeTransaction(
      queries,
      async (transaction) => {
        const checks = keyringChecks(transaction);
        const own = keyKinds.flatMap((kind) => keyring.keys(kind));
        await settleChecks(await checks.all(), own, { checks, clock });
        await tellNodeKeys(transaction, { id: nodes.id, host: hostname(), keys: keys.map(keyName) });
        await nodes.noteChange(transaction, CHANGE);
      },
      KEYRING_LOCK,
    );
    keyring.follow(await allNodeKeys(queries));
  };
  await look();
  let isFailing = false;
  const poller = new Poller({
    clock,
    async poll() {
      await look();
      isFailing = false;
      return everyMs;
    },
    onFailure(error) {
      if (isMilepostError(error, "bad-settings")) onLost(error);
      // Once for each outage, not each two seconds.
      if (!isFailing) log.warn("The keyring could not be compared with other processes'", {}, error);
      isFailing = true;
      return everyMs;
    },
    isUnref: true,
  });
  poller.start();
  const stop = [nodes.onChange(CHANGE, () => poller.wake()), nodes.onCount(() => poller.wake())];
  return async () => {
    for (const one of stop) one();
    await poller.stop();
  };
}

function firsts(keyring: Keyring): string {
  return keyKinds.map((kind) => keyring.keys(kind)[0]?.id).join();
}
