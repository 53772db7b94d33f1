import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { english } from "../../src/messages/en.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { NODES } from "../support/deployment.ts";
import { type LoadBalancer, postTo } from "../support/load-balancer.ts";
import { Member, textOf } from "../support/member.ts";
import type { Program } from "../support/program.ts";
import { OVER_HTTP, type ProgramStage, stageProgram } from "../support/program-harness.ts";

let stage: ProgramStage;
let balancer: LoadBalancer;
let bot: Program;

const member = (as: string) => new Member(stage.local, { as, channel: Ids.general });

const startMilepost = () => stage.startMilepost({ HEALTH_PORT: "0" });

beforeAll(async () => {
  const settings = { ...OVER_HTTP, LINK_ACCEPT: "sealed,cookies", LOG_LEVEL: "debug" };
  // As long as nobody answers in the last test but one.
  stage = await stageProgram(settings, "neutral", 10);
  if (stage.balancer === undefined) throw new Error("it is over HTTP");
  balancer = stage.balancer;
  bot = await startMilepost();
});

afterAll(async () => {
  await bot.end("SIGKILL");
  await stage.close();
});

async function slowPlatform(ms: number): Promise<void> {
  const answer = await request(`${stage.platformUrl}/_control/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ kind: "latency", ms }),
  });
  await answer.body.dump();
}

describe("the program, with interactions over HTTP", () => {
  it("answers a command and a button's press, and never connects to the gateway", async () => {
    const { id, message } = await member(Ids.player).run("trending");
    expect(JSON.stringify(message.components).length).toBeGreaterThan(500);
    // The processes are asked in turn: each has read the list once before it has to turn its pages in time.
    for (const as of [Ids.moderator, Ids.newcomer].slice(0, NODES - 1)) await member(as).run("trending");
    const turned = await member(Ids.player).press(
      await stage.local.message({ as: Ids.player, message: id }),
      "Next",
    );
    expect(turned.id).toBe(id);
    expect(turned.message.components).not.toEqual(message.components);
    expect(await stage.local.state()).toMatchObject({ sessions: [], identifies: 0 });
  });

  it("suggests while somebody types", async () => {
    const by = { as: Ids.player, channel: Ids.general, command: "remind", subcommand: ["new"] };
    const suggested = await stage.local.autocomplete({ ...by, options: { what: "" }, focused: "what" });
    expect(suggested.length).toBeGreaterThan(3);
  });

  it("opens a form, and takes a file that is attached to it", async () => {
    const ann = member(Ids.moderator);
    const guide = await ann.press(await ann.run("link"), english.link.consent.agree);
    expect(guide.message.attachments.map(({ filename }) => filename)).toEqual(["milepost-seal.html"]);
    const data = Buffer.from("portalatk=canary; portald=canary").toString("base64");
    const { id } = await stage.local.upload({ as: Ids.moderator, name: "cookies.txt", data });
    // It was read: files are for what is sealed.
    const refused = await ann.fill(guide, english.link.guide.paste, { file: [id] });
    expect(textOf(refused)).toContain("Those cookies aren't encrypted");
  });

  it("answers once what is posted twice, and what somebody posts again", async () => {
    await stage.local.addFault({ kind: "double-delivery" });
    const { interactionId } = await member(Ids.newcomer).run("trending");
    await bot.line(/"an interaction was too late, or answered elsewhere"/);
    const replay = balancer.posted.findLast(({ body }) => body.includes(`"id":"${interactionId}"`));
    if (replay === undefined) throw new Error("it was posted");
    const elsewhere = () => bot.output().split("answered elsewhere").length;
    const before = elsewhere();
    expect((await postTo(balancer.url, replay)).status).toBe(202);
    const changed = { ...replay, body: replay.body.replace(Ids.newcomer, Ids.admin) };
    expect((await postTo(balancer.url, changed)).status).toBe(401);
    await expect.poll(elsewhere).toBeGreaterThan(before);
    const history = await stage.local.history({ as: Ids.newcomer, channel: Ids.general, limit: 100 });
    expect(history.filter((one) => one.interactionId === interactionId)).toHaveLength(1);
    expect(bot.output()).not.toMatch(/"level":"error"/);
  });

  it("says how it stands: ready, and how many requests came to what", async () => {
    const [, health = ""] = await bot.line(/"address":"([^"]+)".*"Health and metrics are served"/);
    const ready = await request(`${health}/readyz`);
    expect([ready.statusCode, await ready.body.json()]).toEqual([200, { status: "ready", reasons: [] }]);
    const metrics = await (await request(`${health}/metrics`)).body.text();
    expect(metrics).toMatch(/^milepost_interaction_requests_total\{outcome="accepted"\} \d+$/m);
    expect(metrics).toMatch(/^milepost_interaction_requests_total\{outcome="unsigned"\} \d+$/m);
  });

  it("answers what it accepted when it is told to stop, and goes on after that", async () => {
    await slowPlatform(1_500);
    const asked = { as: Ids.admin, channel: Ids.general, command: "milestones", options: { show: "me" } };
    const { interaction } = await stage.local.runCommand(asked);
    await stage.local.answer({ as: Ids.admin, interaction, until: "first" });
    const ended = bot.end("SIGTERM");
    const answer = await stage.local.answer({ as: Ids.admin, interaction });
    expect(answer).toMatchObject({ kind: "message", seen: { isThinking: false } });
    expect(await ended).toBe(0);
    bot = await startMilepost();
    expect((await member(Ids.admin).run("trending")).isThinking).toBe(false);
  });

  it("says to whoever asks while none runs that the application did not respond", async () => {
    await bot.end("SIGTERM");
    const asked = { as: Ids.player, channel: Ids.general, command: "trending" };
    const { interaction } = await stage.local.runCommand(asked);
    expect(await stage.local.answer({ as: Ids.player, interaction })).toMatchObject({
      kind: "failed",
      text: "The application did not respond",
    });
  });

  it("refuses to start over the gateway, to which Discord sends none of it", async () => {
    const refused = stage.startMilepost({ INTERACTIONS_PORT: "", INTERACTIONS_URL: "" });
    await expect(refused).rejects.toThrow(
      /Set\nINTERACTIONS_PORT to take them there, or empty "Interactions/,
    );
  });
});
