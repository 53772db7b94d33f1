import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";

import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { HOUR_MS } from "../../src/base/duration.ts";
import { runCli } from "../../src/cli/main.ts";
import { english } from "../../src/messages/en.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { useFolder } from "../support/databases.ts";
import { textOf } from "../support/member.ts";
import { type Scenario, scenarioOn } from "../upgrade/scenario.ts";
import { openUpgradeHarness, type UpgradeHarness } from "../upgrade/upgrade-harness.ts";

const BEGINS_AT = Date.parse("2026-11-24T10:00:00Z");

const folder = useFolder();
let harness: UpgradeHarness;
let scenario: Scenario;
let stop: () => Promise<void>;

beforeEach(async () => {
  harness = await openUpgradeHarness(folder.path, BEGINS_AT);
  scenario = scenarioOn(harness);
  stop = await harness.startBot();
});
afterEach(async () => {
  await stop();
  await harness.close();
});

async function milepost(...args: readonly string[]) {
  let output = "";
  const write = (text: string) => (output += text);
  const { env, clock } = harness;
  const code = await runCli(args, { stdout: { write }, stderr: { write }, env, clock });
  return { code, output };
}

/** How often each was posted to a member. */
async function posted(as: string, ...words: readonly string[]): Promise<readonly number[]> {
  const { id: channel } = await harness.people.openDm({ as });
  const seen = await harness.people.history({ as, channel, limit: 100 });
  return words.map((one) => seen.filter((message) => textOf(message).includes(one)).length);
}

describe("a database that is lost and restored from a backup", () => {
  it("posts once what was posted since, still posts what was not, and brings back nothing forgotten", async () => {
    const { mara, ines, jonas, pass } = scenario;
    await mara.run("remind new", { what: "Water the plants", when: "in 1 hour" });
    await mara.run("remind new", { what: "Feed the cat", when: "in 5 hours" });
    const asks = await mara.run("remind new", { what: "Stretch", when: "every day 11:00" });
    await mara.choose(asks, english.shared.zone.pick, "UTC");
    await ines.run("remind new", { what: "A secret", when: "in 6 hours" });
    const mistake = await jonas.run("remind new", { what: "A mistake", when: "in 6 hours" });
    const identity = await generateX25519Identity();
    const recipient = await identityToRecipient(identity);
    const backup = path.join(folder.path, "copies", "night.age");
    expect((await milepost("backup", backup, "--recipient", recipient)).output).toContain(", encrypted");
    const { remove } = english.announce;
    await jonas.press(await jonas.press(mistake, english.shared.buttons.delete), remove.yes);

    pass(HOUR_MS + 60_000);
    await expect.poll(() => posted(Ids.player, "Water the plants", "Stretch")).toEqual([1, 1]);
    expect((await milepost("forget", "--member", Ids.moderator)).output).toBe(
      "Deleted: 0 sessions, 0 snapshots, 1 reminder.\n",
    );
    const identityFile = path.join(folder.path, "identity");
    writeFileSync(identityFile, `# created: today\n${identity}\n`);
    const restore = () => milepost("restore", backup, "--identity", identityFile);
    expect(await restore()).toMatchObject({
      code: 1,
      output: expect.stringContaining("Another Milepost is using"),
    });

    await stop();
    pass(HOUR_MS / 2);
    const { code, output } = await restore();
    expect(output).toMatch(
      /^Restored the database of 2026-11-24T10:00:[^]*kept as .*\.replaced\.backup[^]*posted: 2 posts\.\nDeleted again, as members wanted: 2 entries\.\nStart the bot\.\n$/,
    );
    expect(code).toBe(0);
    expect(readdirSync(path.dirname(harness.databaseFile)).filter((name) => name.includes("part"))).toEqual(
      [],
    );

    stop = await harness.startBot();
    pass(5 * HOUR_MS);
    await expect.poll(() => posted(Ids.player, "Feed the cat")).toEqual([1]);
    expect(await posted(Ids.player, "Water the plants")).toEqual([1]);
    pass(2 * HOUR_MS);
    await mara.run("remind new", { what: "The end", when: "in 1 hour" });
    pass(2 * HOUR_MS);
    await expect.poll(() => posted(Ids.player, "The end")).toEqual([1]);
    expect(await posted(Ids.player, "Stretch")).toEqual([1]);
    expect(await posted(Ids.moderator, "A secret")).toEqual([0]);
    expect(await posted(Ids.admin, "A mistake")).toEqual([0]);
  });
});
