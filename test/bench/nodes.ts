import { freshSchema } from "../support/postgres-schema.ts";
import { startPostgres } from "../support/postgres.ts";
import type { Figure } from "./measure.ts";
import { claims } from "./nodes/claims.ts";
import { interactions } from "./nodes/interactions.ts";
import { remindNew } from "./nodes/remind-new.ts";

/** What another node costs, and what the database hears and bears. */
export const nodeInteractions = onPostgres(interactions);
export const nodeClaims = onPostgres(async (freshUrl) => claims(await freshUrl()));
export const nodeReminders = onPostgres(async (freshUrl) => remindNew(await freshUrl()));

/** Measures on a PostgreSQL that is there for that alone. */
function onPostgres(
  measure: (freshUrl: () => Promise<string>) => Promise<Figure[]>,
): () => Promise<Figure[]> {
  return async () => {
    const postgres = startPostgres();
    try {
      return await measure(() => freshSchema(postgres.url));
    } finally {
      await postgres.stop();
    }
  };
}
