import { HELD_MS } from "./held-lease.ts";
import { JumpingClock, type Clock } from "../../base/clock.ts";

/** Smaller differences between answers don't mean that the server's clock was set. */
const TOLERATED_MS = 20;
/** Larger differences mean that someone set a clock. */
const JUMP_MS = 1_000;

/**
 * The database server's time, which processes on several machines share. It runs on this process's monotonic clock and
 * is compared at each `sync`. Small corrections never turn it back.
 */
export class ServerClock extends JumpingClock implements Clock {
  #aheadMs = Date.now() - performance.now();
  #last = 0;

  now(): number {
    this.#last = Math.max(this.#last, Math.floor(performance.now() + this.#aheadMs));
    return this.#last;
  }

  monotonic(): number {
    return performance.now();
  }

  /** Notes what the server's clock said between two instants of `monotonic`, all in milliseconds. */
  sync(serverMs: number, { from, to }: { readonly from: number; readonly to: number }): void {
    const aheadMs = serverMs - (from + to) / 2;
    const difference = Math.abs(aheadMs - this.#aheadMs);
    if (difference <= (to - from) / 2 + TOLERATED_MS) return;
    this.#aheadMs = aheadMs;
    if (difference <= JUMP_MS) return;
    this.#last = 0;
    this.tellJump();
  }
}

export interface Beat {
  /** Milliseconds since 1970 by the server's clock. */
  readonly now: number;
  /** Whether the node's own row was still valid. */
  readonly isMember: boolean;
  /** The ids of the others. */
  readonly others: readonly string[];
  /** Which of its leases were renewed. */
  readonly leases: readonly { readonly name: string; readonly term: number }[];
  readonly changes: readonly { readonly what: string; readonly seq: number }[];
}

const UNTIL = `clock_timestamp() + ${HELD_MS} * interval '1 millisecond'`;
const NOW_MS = "(extract(epoch from clock_timestamp()) * 1000)::float8";

/** The statements of nodes. $1 is the node's id, except in `FREE_IN`, where it is a lease's name, and in `HINTS`. */

/** $2: names of its leases. Returns a `Beat`. */
export const BEAT = `with me as (
    update nodes set until = ${UNTIL} where id = $1 and until > clock_timestamp() returning id
  ), mine as (
    update leases set until = ${UNTIL}
    where holder = $1 and name = any($2::text[]) and until > clock_timestamp() returning name, term
  )
  select ${NOW_MS} as now,
    exists (select from me) as "isMember",
    (select coalesce(json_agg(id), '[]') from nodes where until > clock_timestamp() and id <> $1) as others,
    (select coalesce(json_agg(json_build_object('name', name, 'term', term)), '[]') from mine) as leases,
    (select coalesce(json_agg(json_build_object('what', what, 'seq', seq)), '[]') from changes) as changes`;

/** The lock for adding nodes. Released even if the machine that took it is gone. */
export const LOCK_NODES = (key: string) =>
  `begin isolation level read committed; set local idle_in_transaction_session_timeout = 5000;
    select pg_advisory_xact_lock(${key})`;

/** $2: whether it needs the database for itself. Changes no row where it and others exclude each other. */
export const JOIN = `insert into nodes (id, until, is_alone) select $1::text, ${UNTIL}, $2::boolean
  where not exists (
    select from nodes where id <> $1::text and until > clock_timestamp() and (is_alone or $2::boolean)
  )
  on conflict (id) do update set until = excluded.until`;

/** $2: as in `JOIN`. Returns a different text whenever one of the nodes in the way renews its row. */
export const IN_THE_WAY = "select max(until)::text as until from nodes where id <> $1 and (is_alone or $2)";

export const FORGET_OLD = `delete from nodes where until < clock_timestamp() - interval '1 minute';
  delete from leases where until < clock_timestamp() - interval '1 day';
  delete from first_claims where at < clock_timestamp() - interval '15 minutes'`;

/** $2: what it is about. Returns a row where no other node asked before. */
export const BE_FIRST = `insert into first_claims (what, holder, at) values ($2, $1, clock_timestamp())
  on conflict (what) do update set at = excluded.at where first_claims.holder = excluded.holder
  returning what`;

/** $2: the channel of all nodes, $3: the prefix of each name there. Frees everything a node holds. */
export const LEAVE = `with gone as (delete from nodes where id = $1),
  freed as (delete from leases where holder = $1 returning name)
  select pg_notify($2::text, $3::text || name) from freed`;

/** $2: a lease's name. Returns its term where it was free, or the node's own. */
export const TAKE = `insert into leases (name, term, holder, until)
  values ($2, nextval('lease_terms'), $1, ${UNTIL})
  on conflict (name) do update set term = excluded.term, holder = excluded.holder, until = excluded.until
    where leases.until < clock_timestamp() or leases.holder = excluded.holder
  returning term`;

export const FREE_IN = `select (extract(epoch from until - clock_timestamp()) * 1000)::float8 as ms
  from leases where name = $1`;

/** $1: the channel of all nodes, $2: the messages. */
export const HINTS = "select pg_notify($1::text, said) from unnest($2::text[]) as said";

/** $2: a lease's name, $3: its term, $4 and $5: like $2 and $3 of `LEAVE`. */
export const RELEASE = `with freed as (
    delete from leases where holder = $1 and name = $2 and term = $3 returning name
  ) select pg_notify($4::text, $5::text || name) from freed`;
