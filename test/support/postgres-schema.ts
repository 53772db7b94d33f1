import { randomBytes } from "node:crypto";
import { Client } from "pg";

/** The server starts beside whoever needs it: the first one waits for it. */
const STARTS_WITHIN_MS = 120_000;
const TRY_EVERY_MS = 50;

/** The address of an empty database on a server: of a schema there. */
export async function freshSchema(server: string): Promise<string> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const client = await connectSoon(server);
  await client.query(`create schema ${name}`);
  await client.end();
  return `${server}&options=${encodeURIComponent(`-c search_path=${name}`)}`;
}

/** A connection to a server that may be starting. */
export async function connectSoon(url: string): Promise<Client> {
  const giveUpAt = performance.now() + STARTS_WITHIN_MS;
  for (;;) {
    const client = new Client(url);
    // A connection that ends by itself is told of by the next query.
    client.on("error", () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (performance.now() >= giveUpAt) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, TRY_EVERY_MS));
  }
}
