import { sleep } from "../base/async/sleep.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import { startDelayMs } from "../discord/gateway/start-delay.ts";
import { facts } from "../storage/facts.ts";
import type { Database } from "../storage/database.ts";

export type LoginGuard = ReturnType<typeof createLoginGuard>;

const LOGINS = "discord.starts";
const REMEMBERED = 20;

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
