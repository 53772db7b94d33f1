import { silentLog } from "../../src/base/log.ts";
import { type EngineDeps, ReminderEngine } from "../../src/features/posts/engine/reminder-engine.ts";
import type { ComposeInput } from "../../src/features/posts/engine/ports.ts";
import { writeTransaction } from "../../src/storage/write-transaction.ts";

type Given = Pick<EngineDeps, "store" | "post" | "clock"> & Partial<EngineDeps>;

/** An engine alone on its database that posts `ID@SLOT` lines and does not wait for longer than it must. */
export function engineOn(given: Given): ReminderEngine {
  return new ReminderEngine({
    content: { compose: async (input) => ({ kind: "post", body: linesOf(input) }) },
    dates: { datesOf: async () => undefined },
    notifyOwner: async () => {},
    random: () => 0,
    log: silentLog,
    worker: "worker",
    lease: { transact: writeTransaction, mayOverlap: false },
    ...given,
  });
}

/** A post with a line for each reminder, and the button it is found by. */
function linesOf({ items, deliveryId }: ComposeInput) {
  const button = { type: 2, style: 2, label: "Off", custom_id: `1aAremind/off;${deliveryId}` };
  return {
    content: items.map(({ reminder, slot }) => `${reminder.id}@${slot}`).join("\n"),
    components: [{ type: 1, components: [button] }],
  };
}
