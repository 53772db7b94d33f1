import { workerData } from "node:worker_threads";

import { openConnection } from "./sqlite-file.ts";

/** Waits for brief readers and writers, in a worker, where nobody else waits with it. */
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
