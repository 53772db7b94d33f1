import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { request } from "undici";
import { afterAll, beforeAll, expect, it } from "vitest";

import { packageRoot } from "../../src/base/package-root.ts";
import type { Answer, LocalApi } from "../../src/playground/discord/local-api.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { type Program, startProgram } from "../support/program.ts";
import { HOUR } from "../support/time.ts";

let folder: string;
let program: Program;
let url: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "milepost-reminders-"));
  program = startProgram([join(packageRoot, "src/start.js")], { MILEPOST_TEST_CWD: folder });
  [url = ""] = await program.line(/http:\/\/127\.0\.0\.1:\d+\/[\w-]+\//);
});
afterAll(async () => {
  await program.end();
  rmSync(folder, { recursive: true, force: true });
});

/** As the page does it. */
async function call<M extends keyof LocalApi>(
  method: M,
  ask: Parameters<LocalApi[M]>[0],
): Promise<Awaited<ReturnType<LocalApi[M]>>> {
  const headers = { "content-type": "application/json" };
  const answer = await request(`${url}api/${method}`, { method: "POST", headers, body: JSON.stringify(ask) });
  if (answer.statusCode !== 200) throw new Error(`${method} was refused: ${await answer.body.text()}`);
  return (await answer.body.json()) as Awaited<ReturnType<LocalApi[M]>>;
}

async function set(what: string, when: string): Promise<Answer> {
  const as = { as: Ids.player, channel: Ids.general, command: "remind" };
  const { interaction } = await call("runCommand", { ...as, subcommand: ["new"], options: { what, when } });
  return call("answer", { as: Ids.player, interaction });
}

it("a reminder set by its command arrives as soon as the page's clock is past it, and once", async () => {
  const answer = await set("Water the plants", "in 2 hours");
  expect(JSON.stringify(answer)).toContain("Water the plants");
  const { id: channel } = await call("openDm", { as: Ids.player });
  const arrived = async () => (await call("history", { as: Ids.player, channel })).length;
  expect(await arrived()).toBe(0);
  await call("moveClock", { offsetMs: 2 * HOUR + 60_000 });
  await expect.poll(arrived).toBe(1);
  await call("moveClock", { offsetMs: 0 });
  await call("moveClock", { offsetMs: 3 * HOUR });
  const [dm, ...others] = await call("history", { as: Ids.player, channel });
  expect(others).toEqual([]);
  expect(JSON.stringify(dm)).toContain("Snooze");
});
