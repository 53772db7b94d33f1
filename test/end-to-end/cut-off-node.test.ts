import { setTimeout as wait } from "node:timers/promises";

import { expect, it, onTestFinished } from "vitest";

import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import { openCutter } from "../support/cut-connections.ts";
import { describeOnPostgres } from "../support/databases.ts";
import { OVER_HTTP, stageProgram } from "../support/program-harness.ts";

const HARBOUR = "710000000000000001";
const PEOPLE = 30;
const ASK_EVERY_MS = 200;

describeOnPostgres("a node that is cut off from the database alone", (urls) => {
  it("and one beside it do nothing twice that both are brought, and say what they did", async () => {
    const url = await urls.fresh();
    const cutter = await openCutter(url);
    onTestFinished(() => cutter.close());
    const stage = await stageProgram({ ...OVER_HTTP, PICTURES: "off" });
    onTestFinished(() => stage.close());
    const { local, balancer } = stage;
    if (balancer === undefined) throw new Error("interactions come over HTTP");
    await local.setRateLimits({ mode: "off" });
    await stage.startMilepost({ DATABASE_URL: cutter.url });
    const cutOff = balancer.targets;
    await stage.startMilepost({ DATABASE_URL: url });
    const beside = balancer.targets;
    balancer.targets = [...cutOff, ...beside];
    balancer.isDoubled = () => true;
    const { people } = await local.addPeople({ count: PEOPLE, server: HARBOUR });
    cutter.silence();
    const ask = async (as: string, index: number) => {
      const options = { what: `note ${index}-`, when: "in 3 hours" };
      const command = { as, channel: Ids.general, command: "remind", subcommand: ["new"], options };
      const { interaction } = await local.runCommand(command);
      return JSON.stringify(await local.answer({ as, interaction }));
    };
    const [last = "", ...first] = people;
    const asked = first.map(async (as, index) => {
      await wait(index * ASK_EVERY_MS);
      return ask(as, index);
    });
    const answers = await Promise.all(asked);
    balancer.targets = beside;
    answers.push(await ask(last, answers.length));
    const database = await openDatabase({ url, isOwner: false });
    onTestFinished(() => database.close());
    const rows = await database.queries.selectFrom("reminders").select("content").execute();
    const timesOf = (index: number) =>
      rows.filter(({ content }) => content.includes(`note ${index}-`)).length;
    const times = answers.map((answer, index) => `${answer.includes("Reminder set.")} ${timesOf(index)}`);
    expect(times.filter((one) => one !== "true 1" && one !== "false 0")).toEqual([]);
    expect(times.at(-1)).toBe("true 1");
  });
});
