import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { request } from "undici";
import { afterAll, beforeAll, expect, it, vi } from "vitest";

import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { Member, textOf } from "../support/member.ts";
import type { Program } from "../support/program.ts";
import { type ProgramStage, stageProgram } from "../support/program-harness.ts";
import { english } from "../../src/messages/en.ts";

let stage: ProgramStage;
let bot: Program;

beforeAll(async () => {
  stage = await stageProgram({ LOG_LEVEL: "debug", LINK_ACCEPT: "sealed,cookies" });
  bot = await stage.startMilepost({
    NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${stage.folder}`,
  });
});
afterAll(async () => {
  await bot.end("SIGKILL");
  await stage.close();
});

/** Everything each process of the program can still reach, written out by V8. */
async function memories(): Promise<readonly string[]> {
  for (const pid of bot.pids) process.kill(pid, "SIGUSR2");
  return vi.waitFor(
    () => {
      const files = readdirSync(stage.folder).filter((name) => name.endsWith(".heapsnapshot"));
      expect(files).toHaveLength(bot.pids.length);
      const texts = files.map((name) => readFileSync(join(stage.folder, name), "utf8"));
      for (const text of texts) expect(text.slice(-20)).toMatch(/\]\}\s*$/);
      return texts;
    },
    { timeout: 120_000, interval: 200 },
  );
}

/** How many of these values stand in a text. */
const found = (values: readonly string[], text: string) =>
  values.filter((value) => text.includes(value)).length;

it("holds no cookie once it was confirmed", async () => {
  const answer = await request(`${stage.platformUrl}/_control/sessions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ player: 0 }),
  });
  const { cookies } = (await answer.body.json()) as {
    readonly cookies: readonly { readonly name: string; readonly value: string }[];
  };
  const secrets = cookies.map(({ value }) => value).filter((value) => value.length > 11);
  expect(secrets.length).toBeGreaterThan(1);
  const header = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const ann = new Member(stage.local, { as: Ids.player, channel: Ids.general });
  const guide = await ann.press(await ann.run("link"), english.link.consent.agree);
  const confirm = await ann.paste(guide, "Paste it here", header);
  expect(textOf(await ann.press(confirm, english.link.confirm.keep))).toContain("Linked");
  expect(textOf(await ann.run("progress"))).toContain("What next?");
  const dumps = await memories();
  expect(dumps.map((dump) => found([Ids.player], dump))).toEqual(dumps.map(() => 1));
  expect(dumps.map((dump) => found(secrets, dump))).toEqual(dumps.map(() => 0));
});
