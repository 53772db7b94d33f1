import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import {
  askTrending,
  homeIn,
  type PlatformStage,
  stageDiscord,
  startArguments,
} from "../../support/bot-harness.ts";
import { type Cutter, openCutter } from "../../support/cut-connections.ts";
import { startLoadBalancer } from "../../support/load-balancer.ts";
import { type Program, startProgram } from "../../support/program.ts";
import { cpuSecondsOf } from "../measure.ts";

const STARTED_WITHIN_MS = 60_000;

/** Nodes on a database of their own, behind a load balancer that a local Discord of their own posts to. */
export interface Cluster {
  readonly size: number;
  /** Between all of them and the database. */
  readonly cutter: Cutter;
  /** Asks for what is trending, so many times, by so many people at once. Gives how long each waited who was answered. */
  ask(count: number, atOnce: number): Promise<readonly number[]>;
  unanswered(): number;
  /** Processor time all nodes have used. */
  cpuSeconds(): number;
  close(): Promise<void>;
}

export async function startCluster(
  size: number,
  {
    platform,
    url,
    people,
  }: { readonly platform: PlatformStage; readonly url: string; readonly people: number },
): Promise<Cluster> {
  const folder = mkdtempSync(path.join(tmpdir(), "milepost-bench-"));
  const discord = await stageDiscord(people);
  const balancer = await startLoadBalancer();
  const cutter = await openCutter(url);
  const env = {
    ...discord.env,
    ...platform.env,
    ...homeIn(folder),
    DATABASE_URL: cutter.url,
    INTERACTIONS_PORT: "0",
    INTERACTIONS_URL: balancer.url,
    // Drawn elsewhere, and waited for.
    PICTURES: "off",
    LOG_LEVEL: "info",
  };
  const programs: Program[] = [];
  const start = async () => {
    const program = startProgram(startArguments(), env);
    programs.push(program);
    const listening = /"address":"([^"]+)".*"Listening for interactions"/;
    const [, address = ""] = await program.line(listening, STARTED_WITHIN_MS);
    balancer.targets = [...balancer.targets, address];
    await program.line(/"Discord posts interactions to this address"/, STARTED_WITHIN_MS);
  };
  // The first one makes the keyring.
  await start();
  await Promise.all(Array.from({ length: size - 1 }, start));
  let next = 0;
  let unanswered = 0;
  return {
    size,
    cutter,
    unanswered: () => unanswered,
    async ask(count, atOnce) {
      const took: number[] = [];
      let left = count;
      const worker = async () => {
        while (left > 0) {
          left -= 1;
          const begunAt = performance.now();
          const asked = askTrending(discord, discord.people[next++ % discord.people.length] ?? "");
          // A machine that others use more than this leaves some of them without an answer within three seconds.
          await asked.then(
            () => took.push(performance.now() - begunAt),
            () => (unanswered += 1),
          );
        }
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
      return took;
    },
    cpuSeconds: () => programs.reduce((sum, { pid }) => sum + cpuSecondsOf(pid), 0),
    async close() {
      await Promise.all(programs.map((program) => program.end()));
      await cutter.close();
      await balancer.close();
      await discord.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
