import { MilepostError } from "../base/errors.ts";

/** Returns the error for a second bot on one database. A later start may succeed. */
export function databaseInUse(name: string): MilepostError {
  return new MilepostError("bad-settings", {
    mayPass: true,
    reason: `Another Milepost is using the database ${name}. Stop it first, or give this one its own DATABASE_URL.`,
  });
}
