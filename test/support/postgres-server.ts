import { hasPostgres, NO_POSTGRES, startPostgres } from "./postgres.ts";

/** Where the tests' PostgreSQL listens, for the workers; unset where there is none on this machine. */
export const POSTGRES_URL = "MILEPOST_TEST_POSTGRES";

/** Gives a run of the tests a PostgreSQL of its own, which starts beside them and goes with it. */
export default function setup(): (() => Promise<void>) | undefined {
  if (!hasPostgres()) {
    if (process.env["MILEPOST_REQUIRE_POSTGRES"] === "1") throw new Error(NO_POSTGRES);
    process.stdout.write(`The tests on PostgreSQL are skipped: ${NO_POSTGRES}\n`);
    return undefined;
  }
  const server = startPostgres();
  process.env[POSTGRES_URL] = server.url;
  return async () => {
    delete process.env[POSTGRES_URL];
    await server.stop();
  };
}
