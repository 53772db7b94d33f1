import type { Queries } from "../../../storage/schema.ts";
import { facts } from "../../../storage/facts.ts";
import { writeTransaction } from "../../../storage/write-transaction.ts";

const PLATFORM = "reminders.platform";

/** Deletes dates and entries known of another platform. */
export async function forgetDataOfOtherPlatform(queries: Queries, platform: string): Promise<void> {
  const known = await facts(queries).get(PLATFORM);
  if (known === platform) return;
  await writeTransaction(queries, async (transaction) => {
    if (known !== undefined) {
      await transaction.deleteFrom("known_dates").execute();
      await transaction.deleteFrom("seen_entries").execute();
    }
    await facts(transaction).set(PLATFORM, platform);
  });
}
