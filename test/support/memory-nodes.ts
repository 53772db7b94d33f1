import { silentLog } from "../../src/base/log.ts";
import type { Database } from "../../src/storage/database.ts";
import { type ChangeListener, ChangeListeners } from "../../src/storage/change-listeners.ts";
import type { HeldElsewhere, Lease, Nodes } from "../../src/storage/nodes.ts";
import type { Queries } from "../../src/storage/schema.ts";
import { writeTransaction } from "../../src/storage/write-transaction.ts";

/** How long others believe in a holder that says nothing. */
const HELD_MS = 6_000;

/** A database as another process has it. */
export function withNodes(database: Database, nodes: Nodes): Database {
  const { engine, queries, file } = database;
  return {
    engine,
    queries,
    ...(file !== undefined && { file }),
    nodes,
    checkpoint: () => database.checkpoint(),
    rewrite: () => database.rewrite(),
    rewriteAfter: (deletions) => database.rewriteAfter(deletions),
    noteDeleted: (ids) => database.noteDeleted(ids),
    close: () => database.close(),
  };
}

/** Several nodes of one database, in memory. */
export class MemoryCluster {
  readonly nodes = new Set<MemoryNode>();
  readonly leases = new Map<string, MemoryLease>();
  readonly #terms = new Map<string, number>();
  readonly #noted = new Set<string>();
  readonly #firsts = new Map<string, string>();
  readonly #delivers: "soon" | "when told";
  #joined = 0;

  /** Whether what was noted reaches all nodes by itself, or once `deliver` is called. */
  constructor(delivers: "soon" | "when told" = "soon") {
    this.#delivers = delivers;
  }

  join(id = `node-${(this.#joined += 1)}`): MemoryNode {
    const node = new MemoryNode(this, id);
    this.nodes.add(node);
    this.tellCount();
    return node;
  }

  /** A process ends without a word; its leases have run out. */
  kill(id: string): void {
    for (const node of this.nodes) if (node.id === id) node.leave();
  }

  isFirst(what: string, id: string): boolean {
    const first = this.#firsts.get(what) ?? id;
    this.#firsts.set(what, first);
    return first === id;
  }

  note(what: string): void {
    this.#noted.add(what);
    if (this.#delivers === "soon") setImmediate(() => this.deliver());
  }

  deliver(): void {
    for (const what of this.#noted) this.tell(what);
    this.#noted.clear();
  }

  nextTerm(name: string): number {
    const term = (this.#terms.get(name) ?? 0) + 1;
    this.#terms.set(name, term);
    return term;
  }

  tellCount(): void {
    for (const node of this.nodes) node.countChanged();
  }

  tell(what: string, detail = ""): void {
    for (const node of this.nodes) node.changed(what, detail);
  }
}

export class MemoryNode implements Nodes {
  readonly id: string;
  readonly #cluster: MemoryCluster;
  readonly #countListeners = new Set<() => void>();
  readonly #changes = new ChangeListeners(silentLog);
  /** Whether the database can't be reached. */
  isCutOff = false;

  constructor(cluster: MemoryCluster, id: string) {
    this.#cluster = cluster;
    this.id = id;
  }

  get count(): number {
    return this.#cluster.nodes.size;
  }

  /** Names of the leases it holds. */
  get held(): readonly string[] {
    return [...this.#cluster.leases.values()]
      .filter(({ node }) => node === this)
      .map(({ name }) => name)
      .sort();
  }

  onCount(listener: () => void): () => void {
    this.#countListeners.add(listener);
    return () => void this.#countListeners.delete(listener);
  }

  async take(name: string): Promise<Lease | HeldElsewhere> {
    const { leases } = this.#cluster;
    if (this.isCutOff) throw new Error("no database");
    if (leases.has(name) || !this.#cluster.nodes.has(this)) return { freeInMs: HELD_MS };
    const lease = new MemoryLease(this.#cluster, this, name);
    leases.set(name, lease);
    return lease;
  }

  async isFirst(what: string): Promise<boolean> {
    return this.#cluster.isFirst(what, this.id);
  }

  async tidy(): Promise<void> {}

  async noteChange(_: unknown, what: string): Promise<void> {
    this.#cluster.note(what);
  }

  onChange(what: string, listener: ChangeListener): () => void {
    return this.#changes.add(what, listener);
  }

  hint(what: string, detail?: string): void {
    setImmediate(() => this.#cluster.tell(what, detail));
  }

  /** Is no longer counted, and what it holds is free: the process has ended, or could not say that it runs. */
  leave(): void {
    this.runOut();
    this.#cluster.nodes.delete(this);
    this.#cluster.tellCount();
  }

  /** What it holds is no longer renewed. */
  runOut(): void {
    for (const name of this.held) this.#cluster.leases.get(name)?.end();
  }

  countChanged(): void {
    for (const listener of this.#countListeners) listener();
  }

  changed(what: string, detail: string): void {
    this.#changes.tell(what, detail);
  }
}

class MemoryLease implements Lease {
  readonly term: number;
  readonly mayOverlap = true;
  readonly #ended = new AbortController();

  readonly node: MemoryNode;
  readonly name: string;
  readonly #cluster: MemoryCluster;

  constructor(cluster: MemoryCluster, node: MemoryNode, name: string) {
    this.#cluster = cluster;
    this.node = node;
    this.name = name;
    this.term = cluster.nextTerm(name);
  }

  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  isHeld(): boolean {
    return !this.#ended.signal.aborted;
  }

  async transact<T>(queries: Queries, work: (transaction: Queries) => Promise<T>): Promise<T> {
    if (!this.isHeld()) throw new Error("lost");
    return writeTransaction(queries, work);
  }

  async release(): Promise<void> {
    this.end();
    this.node.hint(this.name);
  }

  end(): void {
    if (this.#cluster.leases.get(this.name) === this) this.#cluster.leases.delete(this.name);
    this.#ended.abort();
  }
}
