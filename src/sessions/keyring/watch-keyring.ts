import { Poller } from "../../base/async/poller.ts";
import type { Clock } from "../../base/clock.ts";
import { MINUTE_MS } from "../../base/duration.ts";
import type { Log } from "../../base/log.ts";
import type { Keyring } from "./keyring.ts";

export interface WatchKeyringOptions {
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly log: Log;
  readonly everyMs?: number;
}

/** How often the keyring file is looked at. */
export const KEYRING_LOOK_MS = 2_000;

/**
 * Warns where the keyring file is lost: the running bot goes on with the keys it has read, and its next start would have
 * none. Returns a function that stops it.
 */
export function watchKeyring({
  keyring,
  clock,
  log,
  everyMs = KEYRING_LOOK_MS,
}: WatchKeyringOptions): () => Promise<void> {
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
