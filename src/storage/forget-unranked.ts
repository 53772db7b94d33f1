import { sql } from "kysely";

import type { Queries } from "./schema.ts";

/** Deletes the statistics, kept for rankings, of everybody who is visible nowhere. */
export async function forgetUnranked(queries: Queries): Promise<void> {
  await sql`delete from ranking_values where not exists (select 1 from found_members f
    where f.origin = ranking_values.origin and f.membership_id = ranking_values.membership_id)`.execute(
    queries,
  );
}
