import { randomBytes } from "node:crypto";

import { sql } from "kysely";

import { sleep, sleepUnlessAborted } from "../../base/async/sleep.ts";
import type { MilepostError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import { databaseInUse } from "../../storage/database.ts";
import { type ChangeListener, ChangeListeners } from "../../storage/change-listeners.ts";
import type { HeldElsewhere, Lease, Nodes } from "../../storage/nodes.ts";
import type { Queries } from "../../storage/schema.ts";
import { HeldLease, instant } from "./held-lease.ts";
import type { Location } from "./location.ts";
import { NodeConnection } from "./node-connection.ts";
import {
  BE_FIRST,
  BEAT,
  type Beat,
  FORGET_OLD,
  FREE_IN,
  HINTS,
  IN_THE_WAY,
  JOIN,
  LEAVE,
  LOCK_NODES,
  RELEASE,
  TAKE,
  ServerClock,
} from "./node-statements.ts";
import { isUnreachable, troubleOf } from "./trouble.ts";

/** How often rows are renewed and change counters are read. */
const BEAT_MS = 1_000;
/** How soon a process looks again after a lease it is just taking. */
const SOON_MS = 100;
/** The least between two beats, however often this process is told of changes. */
const BETWEEN_BEATS_MS = 100;
const MOST_UNBELIEVED = 100;

interface Options {
  readonly location: Location;
  /** Unique for a database and schema; names the lock for adding nodes. */
  readonly key: string;
  /** Where they notify each other. */
  readonly channel: string;
  readonly log: Log;
}

/**
 * The processes on one database, which know each other by rows that are valid for six seconds by the server's clock.
 */
export class PostgresNodes implements Nodes {
  readonly id = randomBytes(9).toString("base64url");
  readonly clock = new ServerClock();
  readonly #options: Options;
  readonly #connection: NodeConnection;
  readonly #held = new Map<string, HeldLease>();
  readonly #taking = new Set<string>();
  readonly #changes: ChangeListeners;
  readonly #onCount = new Set<() => void>();
  /** Not sent yet. */
  readonly #hints: string[] = [];
  readonly #lost = Promise.withResolvers<MilepostError>();
  readonly #stopping = new AbortController();
  #beats: Promise<void> = Promise.resolve();
  #isAlone = false;
  /** The ids of the other live nodes. */
  #others: ReadonlySet<string> = new Set();
  /** Hints whose senders the next beat may know. */
  readonly #unbelieved: {
    readonly sender: string;
    readonly what: string;
    readonly detail: string | undefined;
  }[] = [];
  /** Ends the wait for the next beat. */
  #hurry: () => void = () => {};

  constructor(options: Options) {
    this.#options = options;
    const { location, channel, log } = options;
    this.#changes = new ChangeListeners(log);
    this.#connection = new NodeConnection(location, channel, (payload) => this.#heard(payload));
  }

  get count(): number {
    return this.#others.size + 1;
  }

  /** Resolves when another process has claimed the database for itself. */
  get lost(): Promise<MilepostError> {
    return this.#lost.promise;
  }

  /**
   * Registers this process until `leave`; `isAlone`: no other may run. Throws "bad-settings" where incompatible ones
   * keep running. A server that doesn't answer is retried for this long.
   */
  async join(isAlone: boolean, withinMs: number): Promise<void> {
    this.#isAlone = isAlone;
    const giveUpAt = performance.now() + withinMs;
    while (!(await this.#joined(giveUpAt))) await sleep(BEAT_MS / 2);
    this.#beats = this.#beatUntilStopped();
  }

  /** Frees everything it holds. */
  async leave(): Promise<void> {
    this.#stopping.abort();
    await this.#beats;
    for (const lease of this.#held.values()) lease.end();
    this.#held.clear();
    try {
      await this.#connection.query(LEAVE, [this.id, this.#options.channel, hintOf(this.id)]);
    } catch {
      // The row expires by itself.
    }
    await this.#connection.end();
  }

  onCount(listener: () => void): () => void {
    const heard = () => listener();
    this.#onCount.add(heard);
    return () => void this.#onCount.delete(heard);
  }

  async take(name: string): Promise<Lease | HeldElsewhere> {
    if (this.#held.has(name) || this.#taking.has(name)) return { freeInMs: SOON_MS };
    this.#taking.add(name);
    try {
      return await this.#take(name);
    } finally {
      this.#taking.delete(name);
    }
  }

  async isFirst(what: string): Promise<boolean> {
    const { rowCount } = await this.#connection.query(BE_FIRST, [this.id, what]);
    return rowCount === 1;
  }

  async tidy(): Promise<void> {
    await this.#connection.query(FORGET_OLD, []);
  }

  async noteChange(transaction: Queries, what: string): Promise<void> {
    await sql`with noted as (
        insert into changes (what, seq) values (${what}, 1)
        on conflict (what) do update set seq = changes.seq + 1 returning what
      ) select pg_notify(${this.#options.channel}, '') from noted`.execute(transaction);
  }

  onChange(what: string, listener: ChangeListener): () => void {
    return this.#changes.add(what, listener);
  }

  hint(what: string, detail = ""): void {
    this.#changes.tell(what, detail);
    if (this.#stopping.signal.aborted) return;
    this.#hints.push(`${hintOf(this.id)}${what}\n${detail}`);
    if (this.#hints.length === 1) void this.#tellHints();
  }

  /** Sends all hints that have gathered, so that a slow server renews rows after one statement, not many. */
  async #tellHints(): Promise<void> {
    try {
      await this.#connection.queryLater(() => [HINTS, [this.#options.channel, this.#hints.splice(0)]]);
    } catch (error) {
      this.#options.log.debug("Other nodes were not told at once", {}, error);
    }
  }

  /** A lease whose answer was lost belongs to this process by its row, so that it can take it again. */
  async #take(name: string): Promise<Lease | HeldElsewhere> {
    const takenAt = instant();
    const { rows } = await this.#connection.query<{ term: number }>(TAKE, [this.id, name]);
    const [taken] = rows;
    if (taken === undefined) return { freeInMs: await this.#freeInMs(name) };
    const lease = new HeldLease({ name, term: taken.term, takenAt }, (released) => this.#release(released));
    this.#held.set(name, lease);
    lease.signal.addEventListener("abort", () => this.#held.get(name) === lease && this.#held.delete(name));
    return lease;
  }

  async #freeInMs(name: string): Promise<number> {
    const { rows } = await this.#connection.query<{ ms: number }>(FREE_IN, [name]);
    return Math.max(0, rows[0]?.ms ?? 0);
  }

  async #release({ name, term }: Lease): Promise<void> {
    try {
      await this.#connection.query(RELEASE, [this.id, name, term, this.#options.channel, hintOf(this.id)]);
    } catch (error) {
      this.#options.log.debug("A lease was not given back; it runs out", {}, error);
    }
  }

  /** A change is read from its counter, so that none is missed or reported twice. A hint is believed of live nodes alone. */
  #heard(payload: string): void {
    const [, sender = "", what, detail] = HINT.exec(payload) ?? [];
    if (sender === this.id) return;
    if (what !== undefined && this.#others.has(sender)) return this.#changes.tell(what, detail);
    // One that has just joined is known at the next beat.
    if (what !== undefined && this.#unbelieved.length < MOST_UNBELIEVED)
      this.#unbelieved.push({ sender, what, detail });
    this.#hurry();
  }

  /** Returns false where it may work in a moment. */
  async #joined(giveUpAt: number): Promise<boolean> {
    try {
      await this.#joinOnceFree();
      await this.#beat();
      return true;
    } catch (error) {
      const mayWork = isUnreachable(error) || troubleOf(error) !== undefined;
      if (mayWork && performance.now() < giveUpAt) return false;
      // An open connection would keep a program from exiting.
      await this.#connection.end();
      throw error;
    }
  }

  async #joinOnceFree(): Promise<void> {
    let seen: string | undefined;
    while (!(await this.#tryToJoin())) {
      const until = await this.#heldUntil();
      if (seen !== undefined && until !== undefined && until !== seen) throw this.#taken();
      seen ??= until;
      await sleep(BEAT_MS / 2);
    }
  }

  async #tryToJoin(): Promise<boolean> {
    return this.#connection.transaction(LOCK_NODES(this.#options.key), async (client) => {
      const { rowCount } = await client.query(JOIN, [this.id, this.#isAlone]);
      await client.query(FORGET_OLD);
      return rowCount === 1;
    });
  }

  /** Returns a different text whenever another running process renews its row. */
  async #heldUntil(): Promise<string | undefined> {
    const others = await this.#connection.query<{ until: string | null }>(IN_THE_WAY, [
      this.id,
      this.#isAlone,
    ]);
    return others.rows[0]?.until ?? undefined;
  }

  async #beatUntilStopped(): Promise<void> {
    const { signal } = this.#stopping;
    for (let failures = 0; !signal.aborted;) {
      await this.#pause(signal);
      if (signal.aborted) return;
      try {
        // The process was suspended for longer than its row was valid.
        if (!(await this.#beat()) && !(await this.#tryToJoin())) return this.#lost.resolve(this.#taken());
        if (failures > 0) this.#options.log.info("The database answers again", { count: failures });
        failures = 0;
      } catch (error) {
        failures += 1;
        if (failures === 1)
          this.#options.log.warn(
            "The database does not answer; this process tries again to say that it runs",
            {},
            error,
          );
      }
    }
  }

  /** Waits until the next beat is due, or a change was recorded. */
  async #pause(signal: AbortSignal): Promise<void> {
    const hurried = new AbortController();
    this.#hurry = () => hurried.abort();
    await sleepUnlessAborted(BETWEEN_BEATS_MS, signal);
    await sleepUnlessAborted(BEAT_MS - BETWEEN_BEATS_MS, AbortSignal.any([signal, hurried.signal]));
  }

  /** Renews all rows of this process. Returns whether it is still a member. */
  async #beat(): Promise<boolean> {
    const startedAt = instant();
    const held = [...this.#held.values()];
    const { rows } = await this.#connection.query<Beat>(BEAT, [this.id, held.map(({ name }) => name)]);
    const [beat] = rows;
    if (beat === undefined) return false;
    this.clock.sync(beat.now, { from: startedAt.monotonic, to: performance.now() });
    const renewed = new Map(beat.leases.map(({ name, term }) => [name, term]));
    for (const lease of held) {
      if (renewed.get(lease.name) === lease.term) lease.renewed(startedAt);
      else lease.end();
    }
    this.#changes.read(beat.changes);
    this.#counted(beat.others);
    return beat.isMember;
  }

  #counted(others: readonly string[]): void {
    const before = this.count;
    this.#others = new Set(others);
    for (const { sender, what, detail } of this.#unbelieved.splice(0))
      if (this.#others.has(sender)) this.#changes.tell(what, detail);
    if (this.count === before) return;
    for (const listener of this.#onCount) listener();
  }

  #taken(): MilepostError {
    return databaseInUse(this.#options.location.name);
  }
}

const HINT = /^hint ([\w-]+) (.+)(?:\n(.*))?$/;

function hintOf(sender: string): string {
  return `hint ${sender} `;
}
