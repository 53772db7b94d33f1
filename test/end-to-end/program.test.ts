import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Answer, SeenMessage } from "../../src/playground/discord/local-api.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { type Program, startProgram } from "../support/program.ts";
import { type ProgramStage, stageProgram } from "../support/program-harness.ts";

const SETTINGS_ARE_WRONG = 78;

let stage: ProgramStage;
let bot: Program;

beforeAll(async () => {
  stage = await stageProgram();
  bot = await stage.startMilepost();
});

afterAll(async () => {
  await bot.end("SIGKILL");
  await stage.close();
});

const seenIn = (answer: Answer): SeenMessage => {
  if (answer.kind !== "message") throw new Error(`answered with ${JSON.stringify(answer)}`);
  return answer.seen;
};

async function platformFaults(method: "POST" | "DELETE", body?: string): Promise<void> {
  const { statusCode, body: answer } = await request(`${stage.platformUrl}/_control/faults`, {
    method,
    ...(body !== undefined && { body, headers: { "content-type": "application/json" } }),
  });
  await answer.dump();
  expect(statusCode).toBeLessThan(300);
}

async function trending(as: string = Ids.player): Promise<SeenMessage> {
  const { interaction } = await stage.local.runCommand({ as, channel: Ids.general, command: "trending" });
  return seenIn(await stage.local.answer({ as, interaction }));
}

/** The custom ids of a message's controls by label or placeholder. */
function controls(seen: SeenMessage): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const { custom_id: id, label, placeholder } = value as Record<string, unknown>;
    if (typeof id === "string") found.set(String(label ?? placeholder), id);
    for (const member of Object.values(value)) visit(member);
  };
  visit(seen.message.components);
  return found;
}

const next = (seen: SeenMessage) => controls(seen).get("Next") ?? "";

describe("the program, driven through its sockets", () => {
  it("answers /trending in the channel with what the platform lists", async () => {
    const seen = await trending();
    expect(seen.isEphemeral).toBe(false);
    expect(seen.isThinking).toBe(false);
    expect(JSON.stringify(seen.message.components).length).toBeGreaterThan(500);
  });

  it("turns a page of a reply it gave before it was restarted", async () => {
    const seen = await trending();
    expect(await bot.end("SIGTERM")).toBe(0);
    bot = await stage.startMilepost();
    const { interaction } = await stage.local.press({
      as: Ids.player,
      message: seen.id,
      customId: next(seen),
    });
    const turned = seenIn(await stage.local.answer({ as: Ids.player, interaction }));
    expect(turned.id).toBe(seen.id);
    expect(turned.message.components).not.toEqual(seen.message.components);
  });

  it("answers again after Discord dropped the gateway", async () => {
    const before = await stage.local.state();
    await stage.local.addFault({ kind: "drop-gateway" });
    const seen = await trending();
    expect(seen.isThinking).toBe(false);
    const after = await stage.local.state();
    expect(after.resumes + after.identifies).toBeGreaterThan(before.resumes + before.identifies);
  });

  it("survives an acknowledgment that came too late", async () => {
    await stage.local.addFault({ kind: "expire-acknowledgment", times: 1 });
    const { interaction } = await stage.local.runCommand({
      as: Ids.moderator,
      channel: Ids.general,
      command: "trending",
    });
    expect((await stage.local.answer({ as: Ids.moderator, interaction })).kind).toBe("failed");
    expect((await trending(Ids.admin)).isThinking).toBe(false);
  });

  it("loads no module of the playground when a token is set", async () => {
    const tracer = join(stage.folder, "tracer.mjs");
    writeFileSync(
      tracer,
      `import { registerHooks } from "node:module";
       registerHooks({ load: (url, context, next) => {
         if (url.includes("/src/playground/")) process.stdout.write("LOADED " + url + "\\n");
         return next(url, context);
       } });`,
    );
    await bot.end("SIGTERM");
    bot = await stage.startMilepost({ NODE_OPTIONS: `--import=${tracer}` });
    await trending(Ids.newcomer);
    expect(bot.output()).not.toContain("LOADED");
  });

  it("prints an invite link and no secret", async () => {
    await bot.line(/oauth2\/authorize\?client_id=\d+/);
    expect(bot.output()).not.toContain(stage.env["DISCORD_TOKEN"]);
  });

  it("refuses a second bot on the same database within a second or so", async () => {
    const second = startProgram(["src/start.js"], stage.env);
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain("Another Milepost is using the database");
  });

  it("ends with 0 on SIGTERM, and says so from first to last", async () => {
    const before = bot.output().length;
    expect(await bot.end("SIGTERM")).toBe(0);
    const said = bot.output().slice(before);
    expect(said).toMatch(/"reason":"SIGTERM","msg":"Stopping"/);
    expect(said).toMatch(/"reason":"SIGTERM","ms":\d+,"msg":"Stopped"/);
    expect(said).not.toMatch(/reconnecting/i);
    bot = await stage.startMilepost();
  });

  it("has the reference of a failure a member was told of in its log", async () => {
    await bot.end("SIGTERM");
    bot = await stage.startMilepost({ LOG_LEVEL: "debug" });
    await platformFaults("POST", '{"kind":"http","status":500,"times":1000}');
    const { interaction } = await stage.local.runCommand({
      as: Ids.player,
      channel: Ids.general,
      command: "milestones",
      options: { show: "me" },
    });
    const answer = await stage.local.answer({ as: Ids.player, interaction });
    await platformFaults("DELETE");
    const told = JSON.stringify(seenIn(answer).message);
    const [, reference = "none told"] = /reference: (\w+)/.exec(told) ?? [];
    const ofIt = (msg: string) => bot.line(new RegExp(`"reference":"${reference}".*"msg":"${msg}"`));
    await ofIt("a run failed");
    await ofIt("An interaction was answered");
    expect(bot.output()).toContain('"msg":"A call to the platform"');
    expect(bot.output()).not.toContain(Ids.player);
  });

  it("goes on with its session at Discord when it is started anew", async () => {
    const { identifies, resumes } = await stage.local.state();
    expect(await bot.end()).toBe(0);
    bot = await stage.startMilepost();
    expect(await stage.local.state()).toMatchObject({ identifies, resumes: resumes + 1 });
  });

  it("answers after it was killed again and again beside the same Discord", async () => {
    // A database of its own: the starts before count in the other, and the bot waits after too many.
    const DATABASE_URL = `file:${join(stage.folder, "killed", "milepost.db")}`;
    for (let start = 0; start < 4; start++) {
      await bot.end("SIGKILL");
      bot = await stage.startMilepost({ DATABASE_URL });
    }
    expect((await trending(Ids.admin)).isThinking).toBe(false);
    expect(bot.output()).not.toContain("answered elsewhere");
  });
});

async function refused(settings: Readonly<Record<string, string>>): Promise<string> {
  const program = startProgram(["src/start.js"], settings);
  expect(await program.exited).toBe(SETTINGS_ARE_WRONG);
  return program.output();
}

it("ends with what went wrong and none of its words, when an error is caught by nobody", async () => {
  const words = "canary-in-an-uncaught-error";
  const fail = `setImmediate(() => { throw new TypeError("${words}"); })`;
  const source = `process.on("newListener", (name) => { if (name === "uncaughtException") ${fail}; })`;
  const bomb = `data:text/javascript,${encodeURIComponent(source)}`;
  const program = startProgram(["src/start.js"], { NODE_OPTIONS: `--import=${bomb}` });
  expect(await program.exited).toBe(1);
  expect(program.output()).toContain('"name":"TypeError"');
  expect(program.output()).not.toContain(words);
});

describe("a start that can't be", () => {
  it("names every wrong setting at once and how to mend it", async () => {
    const output = await refused({ PRIVACY_URL: "nowhere", HEALTH_PORT: "999999", LOG_LEVEL: "loud" });
    expect(output).toContain("HEALTH_PORT");
    expect(output).toContain("LOG_LEVEL");
    expect(output).toContain("PRIVACY_URL");
  });

  it("gives the recipe for the demo platform when there is a token and no platform", async () => {
    const { DISCORD_TOKEN = "" } = stage.env;
    expect(await refused({ DISCORD_TOKEN })).toContain("npm run platform -- --profile neutral");
  });

  it("says so when Discord does not take the token", async () => {
    const { DISCORD_TOKEN = "" } = stage.env;
    const wrong = DISCORD_TOKEN.slice(0, -4) + "AAAA";
    const output = await refused({
      ...stage.env,
      DISCORD_TOKEN: wrong,
      DATABASE_URL: `file:${join(stage.folder, "other", "milepost.db")}`,
    });
    expect(output).toContain("DISCORD_TOKEN");
    expect(output).not.toContain(wrong);
  });
});
