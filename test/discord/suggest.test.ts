import { describe, expect, it } from "vitest";

import { plain } from "../../src/base/markdown.ts";
import { text } from "../../src/discord/command/options.ts";
import { command, dispatchersForTests } from "./dispatch-harness.ts";
import { incoming, slash } from "./support.ts";
import { MINUTE } from "../support/time.ts";

const start = dispatchersForTests();

const typing = (typed: string) =>
  incoming(4, {
    name: "trending",
    type: 1,
    options: [{ name: "search", type: 3, value: typed, focused: true }],
  });
const suggesting = (suggest: (typed: string) => Promise<{ name: string; value: string }[]>) =>
  command({ options: { search: text<object>({ autocomplete: ({ typed }) => suggest(typed) }) } });

describe("autocomplete", () => {
  it("gives at most 25 clean suggestions, each value once", async () => {
    const many = Array.from({ length: 40 }, (_, index) => ({ name: `n\u200B${index}`, value: `v${index}` }));
    const odd = [
      { name: "", value: "a" },
      { name: "long", value: "x".repeat(101) },
      { name: "y".repeat(200), value: "v0" },
    ];
    const { ear, dispatcher } = await start({ commands: [suggesting(async () => [...odd, ...many])] });
    const asked = typing("a");
    dispatcher.handle(asked);
    const [{ body } = { body: undefined }] = await ear.calledBy(asked.token, 1);
    expect(body.type).toBe(8);
    expect(body.data.choices).toHaveLength(25);
    expect(body.data.choices[0]).toEqual({ name: `${"y".repeat(99)}…`, value: "v0" });
    expect(body.data.choices[1]).toEqual({ name: "n1", value: "v1" });
  });

  it.each([
    ["fails", () => Promise.reject(new Error("x"))],
    ["takes too long", () => new Promise<never>(() => {})],
  ])("gives none where it %s", async (_, suggest) => {
    const { ear, dispatcher } = await start({
      commands: [suggesting(suggest)],
      limits: { suggestWithinMs: 10 },
    });
    const asked = typing("a");
    dispatcher.handle(asked);
    const [only] = await ear.calledBy(asked.token, 1);
    expect(only?.body).toEqual({ type: 8, data: { choices: [] } });
  });

  it("is answered before the bot has stopped", async () => {
    const gate = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const { ear, dispatcher } = await start({
      commands: [
        suggesting(async (typed) => {
          asked.resolve();
          await gate.promise;
          return [{ name: typed, value: typed }];
        }),
      ],
    });
    dispatcher.handle(typing("a"));
    await asked.promise;
    const drained = dispatcher.drain(MINUTE).then((isQuiet) => ({ isQuiet, answers: ear.calls.length }));
    gate.resolve();
    expect(await drained).toEqual({ isQuiet: true, answers: 1 });
  });

  it("does not count against commands", async () => {
    const { ear, dispatcher } = await start({
      commands: [suggesting(async (typed) => [{ name: plain(typed).toString(), value: typed }])],
    });
    for (let index = 0; index < 30; index += 1) dispatcher.handle(typing(`t${index}`));
    const asked = slash("trending");
    dispatcher.handle(asked);
    const calls = await ear.calledBy(asked.token, 2);
    expect(calls[0]?.body.type).toBe(5);
  });
});
