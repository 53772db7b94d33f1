import { setTimeout as wait } from "node:timers/promises";

import { readLeaseHistory } from "./lease-history.ts";
import type { Node } from "./node.ts";
import type { NodesStage } from "./stage.ts";

export interface FaultPlan {
  /** Ends by force, and processes that stand still for a while. */
  readonly ends: number;
  readonly restarts: number;
  /** From one to the next, on average. */
  readonly everyMs: number;
  /** Called after each. */
  readonly between?: () => Promise<void>;
  /** Whether nothing else happens until the node that posts has a successor. */
  readonly awaitsSuccessors: boolean;
}

/** A node stopped being there, or its way to the database, for so long. */
interface Gone {
  readonly node: string;
  readonly at: number;
  readonly forMs: number;
}

export interface MetFaults {
  kills: number;
  freezes: number;
  silences: number;
  cuts: number;
  restarts: number;
  readonly gone: Gone[];
  /** From when to when the database was not there. */
  readonly outages: (readonly [from: number, until: number])[];
}

/** So often it is the node that posts. */
const AIMED_EVERY = 3;
const KILLED_IN_TEN = 4;
/** Some are there again before their leases have run out, some long after. */
const LONGEST_FREEZE_MS = 10_000;
const LONGEST_SILENCE_MS = 9_000;
const SILENCE_EVERY = 12;
const CUT_EVERY = 4;
/** One that just came up is left alone for as long as this. */
const LEFT_ALONE_MS = 500;
const LOOK_EVERY_MS = 50;
const SUCCEEDED_WITHIN_MS = 15_000;
/** So many are always let be. */
const LEAST_UP = 1;

/** Meets the nodes and their database with faults, one after the other; resolves once all are over and all nodes run. */
export async function meetFaults(stage: NodesStage, plan: FaultPlan): Promise<MetFaults> {
  const met: MetFaults = { kills: 0, freezes: 0, silences: 0, cuts: 0, restarts: 0, gone: [], outages: [] };
  const { random, nodes } = stage;
  const lasting: Promise<void>[] = [];
  const restartEvery = Math.floor(plan.ends / plan.restarts);
  for (let index = 1; index <= plan.ends; index += 1) {
    await wait(plan.everyMs / 2 + random.below(plan.everyMs));
    const isAimed = index % AIMED_EVERY === 1;
    const victim = (isAimed ? await posterOf(stage) : undefined) ?? (await oneThatIsUp(stage));
    if (isAimed || random.below(10) < KILLED_IN_TEN) lasting.push(kill(victim, met));
    if (isAimed && plan.awaitsSuccessors) await succeeded(stage);
    else lasting.push(freeze(victim, random.below(LONGEST_FREEZE_MS), met));
    if (index % SILENCE_EVERY === 0)
      lasting.push(silence(await oneThatIsUp(stage), random.below(LONGEST_SILENCE_MS), met));
    if (index % CUT_EVERY === 0) cut(stage, met);
    if (index % restartEvery === 0 && met.restarts < plan.restarts) await restart(stage, met);
    await plan.between?.();
  }
  await Promise.all(lasting);
  while (nodes.some(({ upSince }) => upSince === undefined)) await wait(LOOK_EVERY_MS);
  return met;
}

/** Whoever holds the lease, where it is there and others are. */
async function posterOf(stage: NodesStage): Promise<Node | undefined> {
  const history = await stage.withClient((client) => readLeaseHistory(client));
  const up = stage.nodes.filter(({ upSince }) => upSince !== undefined);
  return up.length > LEAST_UP ? up.find(({ name }) => name === history.at(-1)?.node) : undefined;
}

/** Resolves once somebody took the lease, or nobody did for long. */
async function succeeded({ withClient }: NodesStage): Promise<void> {
  const from = Date.now();
  while (Date.now() < from + SUCCEEDED_WITHIN_MS) {
    const history = await withClient((client) => readLeaseHistory(client));
    if ((history.at(-1)?.at ?? 0) > from) return;
    await wait(LOOK_EVERY_MS);
  }
}

/** Another one stays. */
async function oneThatIsUp({ nodes, random }: NodesStage): Promise<Node> {
  for (;;) {
    const before = Date.now() - LEFT_ALONE_MS;
    const up = nodes.filter(({ upSince }) => upSince !== undefined && upSince < before);
    if (up.length > LEAST_UP) return random.pick(up);
    await wait(LOOK_EVERY_MS);
  }
}

async function kill(node: Node, met: MetFaults): Promise<void> {
  met.kills += 1;
  met.gone.push({ node: node.name, at: Date.now(), forMs: Infinity });
  await node.kill();
  await node.start();
}

async function freeze(node: Node, ms: number, met: MetFaults): Promise<void> {
  met.freezes += 1;
  met.gone.push({ node: node.name, at: Date.now(), forMs: ms });
  const goOn = node.freeze();
  await wait(ms);
  goOn();
}

async function silence(node: Node, ms: number, met: MetFaults): Promise<void> {
  met.silences += 1;
  met.gone.push({ node: node.name, at: Date.now(), forMs: ms });
  const comeBack = node.loseDatabase();
  await wait(ms);
  comeBack();
}

function cut({ nodes, random }: NodesStage, met: MetFaults): void {
  met.cuts += 1;
  random.pick(nodes).cutCommit(met.cuts % 2 === 0 ? "before" : "after");
}

async function restart({ postgres, withClient }: NodesStage, met: MetFaults): Promise<void> {
  met.restarts += 1;
  const from = Date.now();
  await postgres.restart(met.restarts % 2 === 0 ? "fast" : "immediate");
  await withClient(async () => {});
  met.outages.push([from, Date.now()]);
}
