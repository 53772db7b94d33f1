import { MilepostError } from "../base/errors.ts";

/** A database is one bot's: what another one that starts on it is told. It may have ended when it starts again. */
export function databaseInUse(name: string): MilepostError {
  return new MilepostError("bad-settings", {
    mayPass: true,
    reason: `Another Milepost is using the database ${name}. Stop it first, or give this one its own DATABASE_URL.`,
  });
}
