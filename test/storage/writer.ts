import { writeSync } from "node:fs";

import { openDatabase } from "../../src/cluster/open-database.ts";
import { facts } from "../../src/storage/facts.ts";

/** Writes rows without end and says each one only after it was committed. Killed by the test. */
const [url = "", prefix = ""] = process.argv.slice(2);
const database = await openDatabase({ url });
const rows = facts(database.queries);
for (let count = 0; ; count++) {
  await rows.set(`${prefix}-${count}`, "kept");
  writeSync(1, `${prefix}-${count}\n`);
}
