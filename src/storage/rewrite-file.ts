import { workerData } from "node:worker_threads";

import { openConnection } from "./sqlite-file.ts";

/** Whoever reads or writes for a moment is waited for: here nobody else waits with it. */
const PATIENCE_MS = 300;

/** Runs in a worker: a large file takes seconds, also to write the log back. */
const sqlite = openConnection(workerData as string);
try {
  sqlite.pragma(`busy_timeout = ${PATIENCE_MS}`);
  sqlite.exec("vacuum");
  sqlite.pragma("wal_checkpoint(truncate)");
} finally {
  sqlite.close();
}
