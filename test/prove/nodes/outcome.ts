import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { percentile } from "../../bench/measure.ts";
import type { Proof } from "../run.ts";
import type { MetFaults } from "./faults.ts";
import { holderAt, readLeaseHistory } from "./lease-history.ts";
import type { Members, Note } from "./members.ts";
import type { NodesStage } from "./stage.ts";
import type { Stalls } from "../../support/stalls.ts";
import { takeOvers } from "./take-overs.ts";

const TAKEN_OVER_WITHIN_MS = 7_000;

export interface Outcome {
  readonly met: MetFaults;
  readonly stalls: Stalls;
  readonly members: Members;
  /** Those who used the bot during the rolling restart. */
  readonly later: Members;
  readonly unclean: number;
  readonly unsettled: number;
}

export async function proofOf(
  stage: NodesStage,
  { met, stalls, members, later, unclean, unsettled }: Outcome,
): Promise<Proof> {
  const told = [...members.told, ...later.told];
  const asked = [...members.asked, ...later.asked];
  const arrived = await arrivalsOf(stage, asked);
  const timesOf = ({ text }: Note) => arrived.get(text) ?? 0;
  const lost = told.filter((note) => timesOf(note) === 0).length;
  const doubled = asked.filter((note) => timesOf(note) > 1);
  const rows = await storedTwice(stage);
  const answered = members.answeredTwice + later.answeredTwice;
  const history = await stage.withClient((client) => readLeaseHistory(client));
  const stale = stage.posts.filter(({ node, at }) => holderAt(history, at) !== node).length;
  const waited = takeOvers(history, met, stage.nodes, stalls);
  const ownEnds = stage.nodes.reduce((sum, node) => sum + node.ownEnds.running, 0);
  const again = stage.nodes.reduce((sum, node) => sum + node.ownEnds.starting, 0);
  const slowest = Math.max(0, ...waited);
  members.stop();
  later.stop();
  const sentence =
    `${stage.nodes.length} nodes with clocks 9 min apart, ${met.kills} kill -9, ${met.freezes} stopped for a ` +
    `while, ${met.silences} cut off silently, ${met.cuts} commits cut, the database restarted ${met.restarts} times: ` +
    `${told.length} reminders set, ${lost} lost, ${doubled.length} doubled, ${unsettled} not settled, ` +
    `${stale} of ${stage.posts.length} posts by a node that held no lease; ` +
    `taken over ${waited.length} times within ${Math.round(percentile(waited, 0.5))} ms (p50), ` +
    `${Math.round(slowest)} ms at most; ${stage.balancer.posted.length} interactions, every fifth to two nodes: ` +
    `${answered} answered twice, ${rows} stored twice; ${members.unanswered.length} of ${members.commands} unanswered ` +
    `during faults, ${later.unanswered.length} of ${later.commands} while nodes were restarted one by one, ` +
    `${unclean} of which ended badly; ${ownEnds} ended by themselves, ${again} starts had to be repeated`;
  const failed =
    lost +
    doubled.length +
    unsettled +
    stale +
    rows +
    answered +
    later.unanswered.length +
    unclean +
    ownEnds +
    (slowest > TAKEN_OVER_WITHIN_MS ? 1 : 0) +
    (told.length === 0 || later.commands === 0 || stage.posts.length === 0 || waited.length === 0 ? 1 : 0);
  const logs =
    failed === 0
      ? ""
      : `; what the nodes printed: ${keepOutputs(stage, { ...met, history, doubled, waited, unanswered: later.unanswered })}`;
  return { sentence: sentence + logs, failed };
}

/** What the nodes printed, and what else was seen. Gives the folder. */
export function keepOutputs({ nodes: all }: NodesStage, seen: object = {}): string {
  const folder = mkdtempSync(path.join(tmpdir(), "milepost-nodes-log-"));
  for (const node of all) writeFileSync(path.join(folder, `${node.name}.log`), node.output());
  writeFileSync(path.join(folder, "seen.json"), JSON.stringify(seen, undefined, 1));
  return folder;
}

/** How often each note is there. */
async function arrivalsOf(
  { discord }: NodesStage,
  notes: readonly Note[],
): Promise<ReadonlyMap<string, number>> {
  const counts = await Promise.all(
    notes.map(async ({ member: as, text }) => {
      const { id: channel } = await discord.local.openDm({ as });
      const seen = await discord.local.history({ as, channel, limit: 100 });
      return [text, seen.filter(({ message }) => JSON.stringify(message).includes(text)).length] as const;
    }),
  );
  return new Map(counts);
}

/** Reminders that are there more than once: what one interaction asked for was done twice. */
async function storedTwice({ withClient }: NodesStage): Promise<number> {
  const { rows } = await withClient((client) =>
    client.query("select owner_id, content from reminders group by owner_id, content having count(*) > 1"),
  );
  return rows.length;
}
