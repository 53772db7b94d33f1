import { readFileSync, readdirSync } from "node:fs";

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

import type { SeenMessage } from "../../src/playground/discord/local-api.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { Member, textOf } from "../support/member.ts";
import type { Program } from "../support/program.ts";
import { type ProgramStage, stageProgram } from "../support/program-harness.ts";

let stage: ProgramStage;

beforeAll(async () => {
  stage = await stageProgram();
});

afterAll(() => stage.close());

/** Processes a program started that are still there (proc(5)). */
function childrenOf({ pids }: Program): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => pids.includes(parentOf(name)))
    .map(Number);
}

function parentOf(process: string): number {
  try {
    const stat = readFileSync(`/proc/${process}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    // It ended meanwhile.
    return 0;
  }
}

const asks = (options: Readonly<Record<string, string>> = {}) =>
  new Member(stage.local, { as: Ids.player, channel: Ids.general }).run("trending", options);

/** The names of a message's files, now: where drawing takes long, the words are there before them. */
async function filesOf({ id }: SeenMessage): Promise<readonly string[]> {
  const { message } = await stage.local.message({ as: Ids.player, message: id });
  return message.attachments.map(({ filename }) => filename);
}

async function startMilepost(more: Readonly<Record<string, string>> = {}): Promise<Program> {
  const bot = await stage.startMilepost(more);
  onTestFinished(async () => void (await bot.end("SIGKILL")));
  return bot;
}

describe.runIf(process.platform === "linux")("pictures in the real program", () => {
  it("are drawn in a process that starts with the first, and whose death costs nothing", async () => {
    const bot = await startMilepost();
    expect(childrenOf(bot)).toEqual([]);
    const first = await asks();
    await expect.poll(() => filesOf(first)).toHaveLength(1);
    const [drawing, ...others] = childrenOf(bot);
    expect(others).toEqual([]);
    if (drawing === undefined) throw new Error("a picture was drawn");
    process.kill(drawing, "SIGKILL");
    await bot.line(/The drawing process ended/);
    const second = await asks({ kind: "news" });
    await expect.poll(() => filesOf(second)).toHaveLength(1);
    const [anew = 0] = childrenOf(bot);
    expect(anew).not.toBe(drawing);
    expect(await bot.end("SIGTERM")).toBe(0);
    await expect.poll(() => parentOf(String(anew))).toBe(0);
  });

  it("are not there where the operator switched them off, and the words are", async () => {
    const bot = await startMilepost({ PICTURES: "off" });
    const seen = await asks();
    expect(textOf(seen)).toContain("Trending");
    expect(await filesOf(seen)).toEqual([]);
    expect(childrenOf(bot)).toEqual([]);
  });
});
