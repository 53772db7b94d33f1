import type { Queries } from "../../../storage/schema.ts";
import { facts } from "../../../storage/facts.ts";
import { writeTransaction } from "../../../storage/write-transaction.ts";

const PLATFORM = "reminders.platform";

/** What is known of one platform's dates and entries means nothing at another. */
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
