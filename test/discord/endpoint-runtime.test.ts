import { afterEach, describe, expect, it } from "vitest";

import type { AnyCommand } from "../../src/discord/command/command.ts";
import { text as textOption } from "../../src/discord/command/options.ts";
import { reply, text } from "../../src/discord/reply/build.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { type LoadBalancer, postTo, startLoadBalancer } from "../support/load-balancer.ts";
import { commands, run, seenOf, shown, world } from "./fake-discord.ts";
import { recordingLog } from "./support.ts";
import { MINUTE } from "../support/time.ts";

let balancer: LoadBalancer | undefined;
afterEach(async () => {
  await balancer?.close();
  balancer = undefined;
});

/** Bots behind one address, which Discord is told of by the first. */
async function behindBalancer() {
  const scene = await world();
  const front = await startLoadBalancer();
  balancer = front;
  const node = (changes: Parameters<typeof scene.bot>[0] = {}) => {
    const log = recordingLog();
    const endpoint = { host: "127.0.0.1", port: 0, url: front.url };
    const runtime = scene.bot({ log, endpoint, retryAfterMs: 10, ...changes });
    const address = () => String(said(log, "Listening for interactions")?.fields["address"]);
    return { runtime, log, address };
  };
  return { ...scene, front, node };
}

const said = (log: ReturnType<typeof recordingLog>, words: string) =>
  log.lines.find(({ message }) => message.startsWith(words));
async function takesThem(log: ReturnType<typeof recordingLog>): Promise<void> {
  await expect.poll(() => said(log, "Discord posts interactions to this address")).toBeDefined();
}

async function servedBy(scene: Awaited<ReturnType<typeof behindBalancer>>, count = 1) {
  const nodes = [];
  for (let made = 0; made < count; made += 1) {
    const one = scene.node();
    await one.runtime.start();
    scene.front.targets = [...scene.front.targets, one.address()];
    await takesThem(one.log);
    nodes.push(one);
  }
  return nodes;
}

describe("the runtime behind an interactions endpoint", () => {
  it("answers over HTTP, and connects to no gateway", async () => {
    const scene = await behindBalancer();
    const [node] = await servedBy(scene);
    expect(shown(await run(scene.people, "ask"))).toContain("hello");
    expect((await scene.people.state()).sessions).toEqual([]);
    const traffic = await scene.people.traffic({ limit: 1000 });
    expect(traffic.filter(({ what }) => what.includes("/gateway"))).toEqual([]);
    expect(node?.runtime.health()).toMatchObject({ isReady: true, shards: [], reasons: [] });
  });

  it("has Discord post to its address, asked again until the way there is open", async () => {
    const scene = await behindBalancer();
    const { runtime, log, address } = scene.node();
    await runtime.start();
    expect(runtime.health().reasons).toEqual([]);
    await expect.poll(() => said(log, "Discord does not post interactions here yet")).toBeDefined();
    scene.front.targets = [address()];
    await takesThem(log);
    const patches = async () =>
      (await scene.people.traffic({ limit: 1000 })).filter(({ body }) => body?.includes("endpoint_url"));
    const before = await patches();
    await servedBy(scene);
    expect(await patches()).toEqual(before);
  });

  it("says what to enter where Discord posts nowhere", async () => {
    const { node } = await behindBalancer();
    const { runtime, log } = node({ endpoint: { host: "127.0.0.1", port: 0 } });
    await runtime.start();
    expect(said(log, "Discord posts interactions nowhere yet")).toMatchObject({
      level: "warn",
      message: expect.stringContaining('"Interactions Endpoint URL"') as string,
    });
  });

  it("does not start over the gateway, where nothing would come", async () => {
    const scene = await behindBalancer();
    await servedBy(scene);
    await expect(scene.bot().start()).rejects.toMatchObject({
      code: "bad-settings",
      details: { reason: expect.stringContaining("INTERACTIONS_PORT") as string },
    });
  });

  it("answers once what is posted twice, to it and to another node", async () => {
    const scene = await behindBalancer();
    const [first, second] = await servedBy(scene, 2);
    if (first === undefined || second === undefined) throw new Error("there are two");
    await scene.people.addFault({ kind: "double-delivery" });
    const answer = seenOf(await run(scene.people, "ask"));
    const replay = scene.front.posted.at(-1);
    if (replay === undefined) throw new Error("it was posted");
    for (const { address } of [first, second]) expect((await postTo(address(), replay)).status).toBe(202);
    const refusals = (log: typeof first.log) =>
      log.lines.filter(({ message }) => message.includes("answered elsewhere"));
    // It was posted to one, then to each in turn.
    const counts = () => [first, second].map(({ log }) => refusals(log).length).sort((a, b) => a - b);
    await expect.poll(() => counts()).toEqual([1, 2]);
    const history = await scene.people.history({ as: Ids.player, channel: Ids.general, limit: 100 });
    expect(history.filter(({ interactionId }) => interactionId === answer.interactionId)).toEqual([answer]);
    expect([first, second].flatMap(({ log }) => log.lines).filter(({ level }) => level === "error")).toEqual(
      [],
    );
  });

  it("answers what it accepted before it stops, while the other node takes what comes", async () => {
    const scene = await behindBalancer();
    const gate = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const slow: AnyCommand<object> = {
      name: "list",
      visibility: "public",
      options: {
        search: textOption({
          autocomplete: async ({ typed }: { typed: string }) => {
            asked.resolve();
            await gate.promise;
            return [{ name: `${typed} at last`, value: typed }];
          },
        }),
      },
      run: async () => (await gate.promise, reply(text("late but here"))),
    };
    const other = scene.node();
    const stopping = scene.node({ commands: [...commands.filter(({ name }) => name !== "list"), slow] });
    await stopping.runtime.start();
    scene.front.targets = [stopping.address()];
    await takesThem(stopping.log);
    const by = { as: Ids.player, channel: Ids.general };
    const { interaction } = await scene.people.runCommand({ ...by, command: "list" });
    await scene.people.answer({ as: Ids.player, interaction, until: "first" });
    const typing = { ...by, command: "list", options: { search: "a" }, focused: "search" };
    const suggested = scene.people.autocomplete(typing);
    await asked.promise;
    await other.runtime.start();
    scene.front.targets = [...scene.front.targets, other.address()];
    const stopped = stopping.runtime.stop(MINUTE);
    expect(stopping.runtime.health().reasons).toEqual(["shutting down"]);
    // Until the balancer has asked whether it is ready.
    const replay = scene.front.posted.at(-1);
    if (replay === undefined) throw new Error("it was posted");
    expect((await postTo(stopping.address(), replay)).status).toBe(202);
    await expect.poll(() => stopping.runtime.health().isReady).toBe(false);
    expect(stopping.runtime.health().reasons).toEqual(["shutting down", "not listening for interactions"]);
    expect(shown(await run(scene.people, "ask"))).toContain("hello");
    gate.resolve();
    expect(await suggested).toEqual([{ name: "a at last", value: "a" }]);
    expect(shown(await scene.people.answer({ as: Ids.player, interaction }))).toContain("late but here");
    await stopped;
  });
});
