import { setImmediate as turn } from "node:timers/promises";

import { sql } from "kysely";

import type { Queries } from "../../../storage/schema.ts";

/** Others get their turn in between: a day's worth at once would keep a command waiting for seconds. */
const FORGOTTEN_AT_ONCE = 100;

/** Forgets occurrences planned before an instant, with their deliveries, unless one of them still waits, or will be edited. */
export async function forgetOccurrences(queries: Queries, instant: number): Promise<number> {
  let forgotten = 0;
  let after: Place | undefined = { reminder_id: "", slot: 0 };
  while (after !== undefined) {
    const upTo = await stepFrom(queries, after);
    forgotten += upTo === undefined ? 0 : await forgetBetween(queries, { after, upTo, instant });
    after = upTo;
    await turn();
  }
  return forgotten;
}

/** Where an occurrence stands in its table. */
interface Place {
  readonly reminder_id: string;
  readonly slot: number;
}

/** The last of the next few occurrences; undefined when there are none. */
function stepFrom(queries: Queries, { reminder_id: id, slot }: Place): Promise<Place | undefined> {
  const next = sql<Place>`select reminder_id, slot from occurrences
    where (reminder_id, slot) > (${id}, ${slot}) order by reminder_id, slot limit ${FORGOTTEN_AT_ONCE}`;
  return next.execute(queries).then(({ rows }) => rows.at(-1));
}

async function forgetBetween(
  queries: Queries,
  { after, upTo, instant }: { readonly after: Place; readonly upTo: Place; readonly instant: number },
): Promise<number> {
  const { numAffectedRows } = await sql`delete from occurrences
    where (reminder_id, slot) > (${after.reminder_id}, ${after.slot})
      and (reminder_id, slot) <= (${upTo.reminder_id}, ${upTo.slot})
      and planned_at < ${instant} and not exists (
        select 1 from deliveries where deliveries.reminder_id = occurrences.reminder_id
          and deliveries.slot = occurrences.slot
          and (deliveries.state in ('due', 'sending', 'failed', 'held') or deliveries.edit_at is not null))`.execute(
    queries,
  );
  return Number(numAffectedRows ?? 0n);
}
