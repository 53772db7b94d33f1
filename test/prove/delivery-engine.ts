// The engine as a process of its own, to be killed: node delivery-engine.ts DATABASE_URL API_URL TOKEN
import { randomUUID } from "node:crypto";

import { systemClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { botRest } from "../../src/discord/bot-rest.ts";
import { Poster } from "../../src/discord/post.ts";
import { RefusalBreaker } from "../../src/discord/refusal-breaker.ts";
import { ReminderEngine } from "../../src/reminders/engine.ts";
import { type ComposeInput, reminderStore } from "../../src/reminders/ports.ts";
import { openDatabase } from "../../src/storage/database.ts";

const [url = "", apiUrl = "", token = ""] = process.argv.slice(2);
const database = await openDatabase({ url });
const breaker = new RefusalBreaker({ clock: systemClock });
const rest = botRest({ apiUrl, breaker }).setToken(token);
const engine = new ReminderEngine({
  store: reminderStore(database.queries),
  post: new Poster({ rest, clock: systemClock }),
  content: { compose: async (input) => ({ kind: "post", body: bodyOf(input) }) },
  dates: { datesOf: async () => undefined },
  tell: async () => {},
  clock: systemClock,
  // Hurried, so that a proof of a thousand kills ends.
  random: () => 0,
  log: silentLog,
  worker: randomUUID(),
  isAlone: true,
});
engine.start();
process.stdout.write("started\n");

function bodyOf({ items, deliveryId }: ComposeInput) {
  const button = { type: 2, style: 2, label: "Off", custom_id: `1aAremind/off;${deliveryId}` };
  return {
    content: items.map(({ reminder, slot }) => `${reminder.id}@${slot}`).join("\n"),
    components: [{ type: 1, components: [button] }],
  };
}
