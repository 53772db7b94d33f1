import { sleep } from "../base/async/sleep.ts";
import type { Clock } from "../base/clock.ts";
import { HOUR_MS } from "../base/duration.ts";
import type { Log } from "../base/log.ts";
import { facts } from "../storage/facts.ts";
import type { Database } from "../storage/database.ts";

export type LoginGuard = ReturnType<typeof createLoginGuard>;

const LOGINS = "discord.starts";
const REMEMBERED = 20;
const FREE_STARTS = 5;
const LONGEST_MS = 120_000;

/**
 * Returns a guard that slows a crash loop down before its logins: Discord resets the token of a bot that logs in too
 * often.
 */
export function createLoginGuard(
  { queries, nodes }: Pick<Database, "queries" | "nodes">,
  { log, clock }: { readonly log: Log; readonly clock: Clock },
) {
  const known = facts(queries);
  const read = async () => JSON.parse((await known.get(LOGINS)) ?? "[]") as number[];
  let own: number | undefined;
  return {
    /** Waits where many recent logins ended in a crash, then counts one more. Rejects when the signal aborts. */
    async beforeLogin(signal?: AbortSignal): Promise<void> {
      const waitMs = startDelayMs(await read(), clock.now(), nodes.count - 1);
      if (waitMs > 0) {
        log.warn("Crashed often lately. Logging in later, or Discord would reset the token", {
          waitMs,
        });
        await sleep(waitMs, signal);
      }
      own = clock.now();
      await known.set(LOGINS, JSON.stringify([...(await read()), own].slice(-REMEMBERED - nodes.count)));
    },
    /** Notes that the stop was intended, so that this login doesn't count as a crash. */
    async stoppedInOrder(): Promise<void> {
      const logins = await read();
      const mine = own === undefined ? -1 : logins.lastIndexOf(own);
      await known.set(LOGINS, JSON.stringify(logins.filter((_, index) => index !== mine)));
    },
  };
}

/**
 * Returns how long to wait before the next login, from the times of the last ones and how many of them were other
 * nodes'. Discord resets the token of a bot that logs in more than 1000 times a day; one start in 120 s makes at most
 * 720.
 */
export function startDelayMs(startedAt: readonly number[], now: number, others = 0): number {
  const recent = startedAt.filter((at) => at <= now && now - at < HOUR_MS);
  const crashes = recent.length - others;
  if (crashes < FREE_STARTS) return 0;
  const wanted = Math.min(LONGEST_MS, 1000 * 2 ** (crashes - FREE_STARTS + 1));
  return Math.max(0, wanted - (now - Math.max(...recent)));
}
