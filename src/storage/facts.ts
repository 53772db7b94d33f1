import type { Queries } from "./schema.ts";

/** PostgreSQL's own: the name of the channel on which its processes notify each other. */
export const CHANNEL_FACT = "channel";

export type Facts = ReturnType<typeof facts>;

/** Single values the bot remembers, by name. */
export function facts(queries: Queries) {
  return {
    async get(name: string): Promise<string | undefined> {
      const row = await queries
        .selectFrom("facts")
        .select("value")
        .where("name", "=", name)
        .executeTakeFirst();
      return row?.value;
    },
    async set(name: string, value: string): Promise<void> {
      await queries
        .insertInto("facts")
        .values({ name, value })
        .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
        .execute();
    },
  };
}

/** A list of texts stored under one name; empty at first. */
export function factList(known: Facts, name: string) {
  return {
    get: async () => JSON.parse((await known.get(name)) ?? "[]") as readonly string[],
    set: (all: readonly string[]) => known.set(name, JSON.stringify(all)),
  };
}
