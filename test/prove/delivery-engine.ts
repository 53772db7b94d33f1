// The engine as a process of its own, to be killed: node delivery-engine.ts DATABASE_URL API_URL TOKEN
// Waits for a line, so that it can be at hand before it is wanted. Makes reminders all the while and says each one,
// as `made ID TARGET SLOT`, only when it is stored.
import { randomInt, randomUUID } from "node:crypto";
import { once } from "node:events";
import { writeSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

import { systemClock } from "../../src/base/clock.ts";
import { createBotRest } from "../../src/discord/rest/bot-rest.ts";
import { Poster } from "../../src/discord/post/poster.ts";
import { RefusalBreaker } from "../../src/discord/rest/refusal-breaker.ts";
import { type ReminderStore, reminderStore } from "../../src/features/posts/engine/ports.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import { engineOn } from "../support/reminder-engine.ts";
import { addReminder } from "../support/reminder-rows.ts";

const MADE_EVERY_MS = 100;
const SOON_MS = 1_500;
const TOMORROW_MS = 24 * 3_600_000;

const [url = "", apiUrl = "", token = "", ...targets] = process.argv.slice(2);
await once(process.stdin, "data");
process.stdin.unref();
const database = await openDatabase({ url });
const store = reminderStore(database.queries);
// More refusals than this are what the proof is about.
const breaker = new RefusalBreaker({ clock: systemClock, most: 1_000_000 });
const rest = createBotRest({ apiUrl, breaker }).setToken(token);
const engine = engineOn({
  store,
  post: new Poster({ rest, clock: systemClock }),
  clock: systemClock,
  worker: randomUUID(),
});
engine.start();
writeSync(1, "started\n");
if (targets.length > 0) await makeReminders(store);

async function makeReminders(into: ReminderStore): Promise<never> {
  for (;;) {
    const id = randomUUID();
    const target = targets[randomInt(targets.length)] ?? "";
    const slot = Date.now() + (randomInt(2) === 0 ? randomInt(SOON_MS) : TOMORROW_MS);
    await addReminder(into, { id, target, slot });
    writeSync(1, `made ${id} ${target} ${slot}\n`);
    engine.wake();
    await wait(MADE_EVERY_MS);
  }
}
