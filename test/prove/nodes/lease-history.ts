import type { Client } from "pg";

/** Who took a lease when, as the server saw it. */
export interface Taken {
  readonly node: string;
  readonly term: number;
  readonly at: number;
}

/** The lease whose holder posts. */
const POSTER = "poster";

/** Has the server write down each term of each lease, by the name its connection gives itself. */
export async function keepLeaseHistory(client: Client): Promise<void> {
  await client.query(`create table lease_history (
      name text not null, term bigint not null, node text not null, at timestamptz not null
    )`);
  await client.query(`create function note_lease() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' or new.term <> old.term then
        insert into lease_history
          values (new.name, new.term, current_setting('application_name'), clock_timestamp());
      end if;
      return new;
    end $$`);
  await client.query(
    "create trigger note_lease after insert or update on leases for each row execute function note_lease()",
  );
}

export async function readLeaseHistory(client: Client, name = POSTER): Promise<readonly Taken[]> {
  const { rows } = await client.query<{ node: string; term: string; at: string }>(
    `select node, term, (extract(epoch from at) * 1000)::float8 as at from lease_history
      where name = $1 order by term`,
    [name],
  );
  return rows.map(({ node, term, at }) => ({ node, term: Number(term), at: Number(at) }));
}

/** Who held it then: the last one to take it. */
export function holderAt(history: readonly Taken[], at: number): string | undefined {
  return history.findLast((taken) => taken.at <= at)?.node;
}
