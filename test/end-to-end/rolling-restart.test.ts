import { expect, it, onTestFinished } from "vitest";

import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { describeOnPostgres } from "../support/databases.ts";
import type { Program } from "../support/program.ts";
import { type ProgramStage, stageProgram } from "../support/program-harness.ts";

const HARBOUR = "710000000000000001";
/** Enough for two shards. Direct messages come to the first, what is said in the harbour to the other. */
const SERVERS = 2_500;
const PEOPLE = 400;
const ASK_EVERY_MS = 60;

interface Asked {
  readonly interaction: string;
  readonly as: string;
}

/** Somebody asks for help, in a server and by direct message in turn, until it is stopped. */
async function startTraffic({ local }: ProgramStage) {
  const { people } = await local.addPeople({ count: PEOPLE, server: HARBOUR });
  const asking: Promise<Asked>[] = [];
  const ask = async (as: string, isDirect: boolean): Promise<Asked> => {
    const channel = isDirect ? (await local.openDm({ as })).id : Ids.general;
    const { interaction } = await local.runCommand({ as, channel, command: "help", options: {} });
    return { interaction, as };
  };
  const timer = setInterval(() => {
    const as = people[asking.length % people.length] ?? "";
    asking.push(ask(as, asking.length % 2 === 0));
  }, ASK_EVERY_MS);
  onTestFinished(() => clearInterval(timer));
  return async () => {
    clearInterval(timer);
    return Promise.all(asking);
  };
}

const connections = async ({ local }: ProgramStage) =>
  (await local.state()).sessions.filter(({ isConnected }) => isConnected).length;

/** A bot of two shards, and what starts a node of it. */
async function stageNodes(url: string) {
  const stage = await stageProgram({ DATABASE_URL: url, LOG_LEVEL: "debug" });
  onTestFinished(() => stage.close());
  await stage.local.setRateLimits({ mode: "off" });
  await stage.local.addServers({ count: SERVERS, channels: 0, roles: 0 });
  const all: Program[] = [];
  const start = async () => {
    const program = await stage.startMilepost();
    onTestFinished(() => void program.end("SIGKILL"));
    all.push(program);
    return program;
  };
  return { stage, start, log: () => all.map((program) => program.output()).join("\n") };
}

describeOnPostgres("nodes of one bot", (urls) => {
  it("answer every command, once, while they are started anew in turn, and log in once a shard", async () => {
    const { stage, start, log } = await stageNodes(await urls.fresh());
    let [first, second] = [await start(), await start()];
    await second.line(/"Resumed at Discord"/);
    const stopTraffic = await startTraffic(stage);
    for (let round = 0; round < 2; round += 1) {
      const next = await start();
      expect(await first.end()).toBe(0);
      await expect.poll(() => connections(stage)).toBe(2);
      [first, second] = [second, next];
    }
    const asked = await stopTraffic();
    const answers = await Promise.all(
      asked.map(({ as, interaction }) => stage.local.answer({ as, interaction })),
    );
    expect(answers.filter(({ kind }) => kind !== "message")).toEqual([]);
    expect(JSON.stringify(answers)).not.toContain("shutting down");
    expect(answers.length).toBeGreaterThan(50);
    expect(log()).not.toMatch(/answered elsewhere|"level":"error"/);
    expect((await stage.local.state()).identifies).toBe(2);
    expect(await Promise.all([first.end(), second.end()])).toEqual([0, 0]);
  });

  it("go on with the sessions of one that was killed", async () => {
    const { stage, start } = await stageNodes(await urls.fresh());
    const [killed, other] = [await start(), await start()];
    await other.line(/"Resumed at Discord"/);
    const { resumes } = await stage.local.state();
    await killed.end("SIGKILL");
    await expect.poll(async () => (await stage.local.state()).resumes).toBe(resumes + 1);
    await expect.poll(() => connections(stage)).toBe(2);
    for (const channel of [Ids.general, (await stage.local.openDm({ as: Ids.player })).id]) {
      const asked = { as: Ids.player, channel, command: "help", options: {} };
      const { interaction } = await stage.local.runCommand(asked);
      expect(await stage.local.answer({ as: Ids.player, interaction })).toMatchObject({ kind: "message" });
    }
    expect((await stage.local.state()).identifies).toBe(2);
    expect(await other.end()).toBe(0);
  });
});
