import { hostname } from "node:os";

import { Poller } from "../../base/async/poller.ts";
import type { Clock } from "../../base/clock.ts";
import { MINUTE_MS } from "../../base/duration.ts";
import { isMilepostError, type MilepostError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { Database } from "../../storage/database.ts";
import { writeTransaction } from "../../storage/write-transaction.ts";
import { KEYRING_LOCK, keyringChecks, settleChecks } from "./keyring-checks.ts";
import { keyKinds } from "./keyring-file.ts";
import type { Keyring } from "./keyring.ts";
import { allNodeKeys, isShared, keyName, tellNodeKeys } from "./node-keys.ts";

interface WatchKeyringOptions {
  readonly keyring: Keyring;
  readonly database: Pick<Database, "queries" | "nodes">;
  readonly clock: Clock;
  readonly log: Log;
  /** Called where the keyring is no longer the database's, so that other processes' records can't be opened. */
  readonly onLost: (error: MilepostError) => void;
  readonly everyMs?: number;
}

const EVERY_MS = 2_000;
const CHANGE = "keys";

/**
 * Warns where the keyring file is lost. On a shared database it also adopts a changed one, tells other processes which
 * keys this one has, and uses a new key once all have it; a single process reads its keyring when it next seals. Returns
 * a function that stops it.
 */
export async function watchKeyring(options: WatchKeyringOptions): Promise<() => Promise<void>> {
  const stopFile = watchKeyringFile(options);
  const stopKeys = isShared(options.database.queries) ? await shareKeyring(options) : undefined;
  return async () => {
    await stopFile();
    await stopKeys?.();
  };
}

/** The running bot goes on with the keys it has read; its next start would have none. */
function watchKeyringFile({ keyring, clock, log, everyMs = EVERY_MS }: WatchKeyringOptions) {
  let wasKept = true;
  const poll = async () => {
    const isKept = keyring.isKept();
    if (!isKept && wasKept) {
      log.warn(
        "The keyring file is missing, unreadable or another one. Put it back from your backup before this bot ends, or what it encrypted is lost",
        { file: keyring.file },
      );
    }
    if (isKept && !wasKept) log.info("The keyring file is back", { file: keyring.file });
    wasKept = isKept;
    return everyMs;
  };
  const onFailure = (error: unknown) => {
    log.warn("The keyring file can't be looked at", { file: keyring.file }, error);
    return MINUTE_MS;
  };
  const poller = new Poller({ clock, poll, onFailure, isUnref: true });
  poller.start();
  return () => poller.stop();
}

async function shareKeyring({
  keyring,
  database: { queries, nodes },
  clock,
  log,
  onLost,
  everyMs = EVERY_MS,
}: WatchKeyringOptions): Promise<() => Promise<void>> {
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
        await tellNodeKeys(transaction, { id: nodes.id, host: hostname(), keys });
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

/** Returns the keys in use. */
function firsts(keyring: Keyring): string {
  return keyKinds.map((kind) => keyring.keys(kind)[0]?.id).join();
}
