import { transitions, wrongSlots } from "../schedule/wall-clock.ts";
import type { Proof } from "./run.ts";

const EVERY_NTH_WHEN_QUICK = 40;

/** Daily and single reminders around every clock change of every zone, against another library's arithmetic. */
export async function clock({ isQuick }: { readonly isQuick: boolean }): Promise<Proof> {
  const all = Intl.supportedValuesOf("timeZone");
  const zones = isQuick ? all.filter((_, index) => index % EVERY_NTH_WHEN_QUICK === 0) : all;
  const total = { changes: 0, slots: 0, wrong: 0 };
  for (const transition of transitions(zones)) {
    const { slots, wrong } = wrongSlots(transition);
    total.changes += 1;
    total.slots += slots;
    total.wrong += wrong;
  }
  const sentence =
    `${zones.length} zones, ${total.changes} clock changes of 2026 to 2036, ${total.slots} slots: ` +
    `${total.wrong} not as the rule says`;
  return { sentence, failed: total.wrong + (total.changes === 0 ? 1 : 0) };
}
