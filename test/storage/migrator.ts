import { writeSync } from "node:fs";

import { openDatabase } from "../../src/cluster/open-database.ts";

/** Brings a database up to date, saying when it begins. Killed by the test. */
const [url = ""] = process.argv.slice(2);
writeSync(1, "begins\n");
await openDatabase({ url });
writeSync(1, "ends\n");
