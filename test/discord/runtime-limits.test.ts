import { setImmediate as turnOver } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import { reply, text } from "../../src/discord/reply/build.ts";
import { command, dispatchersForTests, shown } from "./dispatch-harness.ts";
import { OTHER, OWNER, slash } from "./support.ts";
import { MINUTE } from "../support/time.ts";

const start = dispatchersForTests();

describe("limits", () => {
  it("let a member's sixth command in a burst wait, others' pass, and end after a while", async () => {
    const { ear, dispatcher, clock } = await start({ commands: [command()] });
    const ask = async (by: string) => {
      const asked = slash("trending", {}, { by });
      dispatcher.handle(asked);
      const [first] = await ear.calledBy(asked.token, 1);
      return first?.body.type;
    };
    const types = [];
    for (let index = 0; index < 6; index += 1) types.push(await ask(OWNER));
    expect(types).toEqual([5, 5, 5, 5, 5, 4]);
    expect(await ask(OTHER)).toBe(5);
    clock.advance(4001);
    expect(await ask(OWNER)).toBe(5);
  });

  it("answer each of a flood of one member: who gets nothing thinks the bot broke", async () => {
    const { ear, dispatcher } = await start({ commands: [command()] });
    for (let index = 0; index < 100; index += 1) dispatcher.handle(slash("trending"));
    const last = slash("trending", {}, { by: OTHER });
    dispatcher.handle(last);
    await ear.calledBy(last.token, 2);
    await dispatcher.drain(MINUTE);
    expect(ear.calls.filter(({ body }) => body.type === 4)).toHaveLength(95);
  });

  it("send thirty-two refusals of a flood at once, and the others after them", async () => {
    const full = Promise.withResolvers<void>();
    let [now, most] = [0, 0];
    const answer = async ({ body }: { readonly body: { readonly type?: number } }) => {
      if (body.type !== 4) return undefined;
      now += 1;
      most = Math.max(most, now);
      if (now === 32) setTimeout(full.resolve, 300);
      await full.promise;
      now -= 1;
      return undefined;
    };
    const { ear, dispatcher } = await start({ commands: [command()], answer });
    for (let index = 0; index < 105; index += 1) dispatcher.handle(slash("trending"));
    await dispatcher.drain(MINUTE);
    expect(ear.calls.filter(({ body }) => body.type === 4)).toHaveLength(100);
    expect(most).toBe(32);
  });

  it("run some at once, let some wait in line, and send the rest away as busy", async () => {
    const gate = Promise.withResolvers<void>();
    let running = 0;
    const slow = command({ run: async () => ((running += 1), await gate.promise, reply(text("done"))) });
    const { ear, dispatcher } = await start({
      commands: [slow],
      limits: { runs: { running: 2, waiting: 1 } },
    });
    const asked = [1, 2, 3, 4].map((by) => slash("trending", {}, { by: String(by) }));
    for (const one of asked) dispatcher.handle(one);
    for (const one of asked) await ear.calledBy(one.token, 1);
    expect(ear.calls.map(({ body }) => body.type as number).sort((a, b) => a - b)).toEqual([4, 5, 5, 5]);
    expect(dispatcher.load).toEqual({ running: 2, waiting: 1 });
    expect(running).toBe(2);
    gate.resolve();
    for (const one of asked.slice(0, 3)) await ear.calledBy(one.token, 2);
    expect(running).toBe(3);
  });
});

describe("stopping", () => {
  it("lets what runs end, and refuses what comes", async () => {
    const gate = Promise.withResolvers<void>();
    const slow = command({ run: async () => (await gate.promise, reply(text("done"))) });
    const { ear, dispatcher } = await start({ commands: [slow] });
    const asked = slash("trending");
    dispatcher.handle(asked);
    await ear.calledBy(asked.token, 1);
    const drained = dispatcher.drain(MINUTE);
    const late = slash("trending", {}, { by: OTHER });
    dispatcher.handle(late);
    const [refused] = await ear.calledBy(late.token, 1);
    expect(shown(refused?.body)).toContain("busy");
    gate.resolve();
    expect(await drained).toBe(true);
    expect(await ear.calledBy(asked.token, 2)).toHaveLength(2);
  });

  it("ends what does not end in time, and tells it", async () => {
    const endless = command({ run: () => new Promise<never>(() => {}) });
    const { ear, dispatcher } = await start({ commands: [endless] });
    const asked = slash("trending", { show: "me" });
    dispatcher.handle(asked);
    await ear.calledBy(asked.token, 1);
    await turnOver();
    expect(await dispatcher.drain(200)).toBe(false);
    const calls = await ear.calledBy(asked.token, 2);
    expect(shown(calls[1]?.body)).toContain("busy");
  });
});
