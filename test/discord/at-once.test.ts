import { MessageFlags } from "discord-api-types/v10";
import { describe, expect, it, vi } from "vitest";

import { MilepostError } from "../../src/base/errors.ts";
import { actionButton, buttons, reply, text } from "../../src/discord/reply/build.ts";
import type { AnyAction } from "../../src/discord/command/controls.ts";
import type { Command } from "../../src/discord/command/command.ts";
import type { Incoming } from "../../src/discord/interaction/incoming.ts";
import type { Reply } from "../../src/discord/reply/reply.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { command, dispatchersForTests, shown } from "./dispatch-harness.ts";
import { controlId, run, seenOf, shown as seen, world } from "./fake-discord.ts";
import { type Call, OTHER, OWNER, pressOf, slash } from "./support.ts";
import { MINUTE } from "../support/time.ts";

const start = dispatchersForTests();
const V2 = MessageFlags.IsComponentsV2;
const PRIVATE = MessageFlags.IsComponentsV2 | MessageFlags.Ephemeral;

const reading = (changes: Partial<Command<object>> = {}) => command({ isReadOnly: true, ...changes });

/** What Discord was asked: the callback with its type and flags, then what followed. */
const asked = (calls: readonly Call[]) =>
  calls.map(({ what, body }) =>
    what === "callback" ? `callback:${[body.type, body.data?.flags].filter(Boolean).join(":")}` : what,
  );

/** What Discord was asked because of an interaction, until nothing runs any more. */
async function answered({ ear, dispatcher }: Awaited<ReturnType<typeof start>>, interaction: Incoming) {
  dispatcher.handle(interaction);
  await ear.calledBy(interaction.token, 1);
  expect(await dispatcher.drain(MINUTE)).toBe(true);
  return ear.calls;
}

const failing = (error: Error) => async () => {
  throw error;
};

const page = (changes: Partial<AnyAction<object>> = {}): AnyAction<object> => ({
  for: "owner",
  others: "copy",
  answer: "edit",
  isReadOnly: true,
  run: async () => reply(text("page")),
  ...changes,
});

const call = { command: "trending", action: "page" };

describe("a command that only reads", () => {
  it.each<[string, Partial<Command<object>>, Record<string, string>, string, string]>([
    ["to everyone", {}, {}, `callback:4:${V2}`, "hello"],
    ["to the one who asked to see it alone", {}, { show: "me" }, `callback:4:${PRIVATE}`, "hello"],
    [
      "to the asker alone, where that is all it is for",
      { run: async () => ({ ...reply(text("nothing")), isForAsker: true }) },
      {},
      `callback:4:${PRIVATE}`,
      "nothing",
    ],
    [
      "with its failure, to the one who asked",
      { run: failing(new MilepostError("not-found")) },
      {},
      `callback:4:${PRIVATE}`,
      "not-found",
    ],
  ])("answers %s in one request", async (...[, changes, options, expected, words]) => {
    const started = await start({ commands: [reading(changes)] });
    const calls = await answered(started, slash("trending", options));
    expect(asked(calls)).toEqual([expected]);
    expect(shown(calls[0]?.body)).toContain(words);
  });

  it.each<[string, () => Promise<Reply>, string[]]>([
    ["its answer", async () => reply(text("hello")), ["callback:5", "edit"]],
    ["its failure", failing(new MilepostError("not-found")), ["callback:5", "delete", "follow-up"]],
    [
      "what is for the asker alone",
      async () => ({ ...reply(text("nothing")), isForAsker: true }),
      ["callback:5", "delete", "follow-up"],
    ],
  ])("that takes its time is acknowledged, and %s follows", async (_, answer, expected) => {
    const acknowledged = Promise.withResolvers<void>();
    const started = await start({
      commands: [reading({ run: () => acknowledged.promise.then(answer) })],
      limits: { answerAtOnceWithinMs: 1 },
      answer({ what }) {
        if (what === "callback") acknowledged.resolve();
        return undefined;
      },
    });
    expect(asked(await answered(started, slash("trending")))).toEqual(expected);
  });

  it.each<[string, Reply]>([
    ["files", reply(text("hello"), { type: "file", file: { name: "all.csv", bytes: new Uint8Array(3) } })],
    ["a post", { ...reply(text("hello")), post: reply(text("see this")) }],
  ])("and brings %s is acknowledged first", async (_, answer) => {
    const started = await start({ commands: [reading({ run: async () => answer })] });
    const calls = asked(await answered(started, slash("trending")));
    expect(calls[0]).toBe("callback:5");
    expect(calls.at(-1)).toBe("edit");
  });

  it("waits for a free slot behind the acknowledgment", async () => {
    const gate = Promise.withResolvers<void>();
    const second = slash("trending", {}, { by: OTHER });
    const started = await start({
      commands: [reading({ run: ({ member }) => gate.promise.then(() => reply(text(member.id))) })],
      limits: { runs: { running: 1, waiting: 1 }, answerAtOnceWithinMs: 1 },
      answer({ what, token }) {
        if (what === "callback" && token === second.token) gate.resolve();
        return undefined;
      },
    });
    started.dispatcher.handle(slash("trending"));
    await answered(started, second);
    expect(asked(await started.ear.calledBy(second.token, 2))).toEqual(["callback:5", "edit"]);
  });

  it.each([10_062, 40_060])(
    "does nothing more where its answer is refused as too late or answered elsewhere: %i",
    async (code) => {
      const updates: Promise<boolean>[] = [];
      const over = Promise.withResolvers<void>();
      const afterReply = vi.fn(async (_: unknown, answer: Reply) => answer);
      const started = await start({
        commands: [
          reading({
            async run({ update }) {
              void over.promise.then(() => updates.push(update(reply(text("late")))));
              return reply(text("hello"));
            },
          }),
        ],
        planner: { afterReply },
        answer: () => ({ status: code === 10_062 ? 404 : 400, body: { code, message: "no" } }),
      });
      await answered(started, slash("trending"));
      over.resolve();
      await over.promise;
      expect(await Promise.all(updates)).toEqual([false]);
      expect(asked(started.ear.calls)).toEqual([`callback:4:${V2}`]);
      expect(started.log.lines.map(({ level }) => level)).toEqual(["info"]);
      expect(afterReply).not.toHaveBeenCalled();
    },
  );

  it("is ended where its acknowledgment is refused, and shows nothing it asked to be shown before", async () => {
    let signal: AbortSignal | undefined;
    let update: Promise<boolean> | undefined;
    const started = await start({
      commands: [
        reading({
          run(context) {
            ({ signal } = context);
            update = context.update(reply(text("half")));
            return new Promise<never>(() => {});
          },
        }),
      ],
      limits: { answerAtOnceWithinMs: 1 },
      answer: () => ({ status: 400, body: { code: 40_060, message: "" } }),
    });
    expect(asked(await answered(started, slash("trending")))).toEqual(["callback:5"]);
    expect(signal?.aborted).toBe(true);
    expect(await update).toBe(false);
  });

  it("shows an update behind the acknowledgment and before the answer", async () => {
    const started = await start({
      commands: [
        reading({
          async run({ update }) {
            void update(reply(text("half")));
            return reply(text("whole"));
          },
        }),
      ],
    });
    const calls = await answered(started, slash("trending"));
    expect(asked(calls)).toEqual(["callback:5", "edit", "edit"]);
    expect(calls.slice(1).map(({ body }) => shown(body))).toEqual(["half", "whole"]);
  });

  it("tells by an edit what else its reader has to be told, once the answer is theirs", async () => {
    const told = { ...reply(text("told")) };
    const started = await start({
      commands: [reading()],
      planner: { afterReply: async () => told },
    });
    const calls = await answered(started, slash("trending"));
    expect(asked(calls)).toEqual([`callback:4:${V2}`, "edit"]);
    expect(calls.map(({ body }) => shown(body.data ?? body))).toEqual(["hello", "told"]);
  });

  it("keeps its answer where what else is to be told fails", async () => {
    const started = await start({
      commands: [reading()],
      planner: { afterReply: failing(new Error("no database")) },
    });
    expect(asked(await answered(started, slash("trending")))).toEqual([`callback:4:${V2}`]);
    expect(started.log.lines.map(({ level }) => level)).toContain("warn");
  });

  it("is told as failed where Discord refuses what the answer says", async () => {
    let first = true;
    const started = await start({
      commands: [reading()],
      answer() {
        if (!first) return undefined;
        first = false;
        return { status: 400, body: { code: 50_035, message: "Invalid Form Body" } };
      },
    });
    const calls = await answered(started, slash("trending"));
    expect(asked(calls)).toEqual([`callback:4:${V2}`, `callback:4:${PRIVATE}`]);
    expect(shown(calls[1]?.body)).toContain("internal");
  });
});

describe("a press that only reads", () => {
  it.each([
    ["in place for the owner", {}, OWNER, "callback:7:"],
    ["with a copy for others", {}, OTHER, `callback:4:${PRIVATE}`],
    ["privately where it is anyone's", { for: "anyone", answer: "private" }, OTHER, `callback:4:${PRIVATE}`],
    [
      "privately where it failed, and leaves the message",
      { run: failing(new MilepostError("not-found")) },
      OWNER,
      `callback:4:${PRIVATE}`,
    ],
  ] as const)("is answered %s in one request", async (_, changes, by, expected) => {
    const started = await start({ commands: [command({ actions: { page: page(changes) } })] });
    const owner = "for" in changes ? undefined : { id: OWNER };
    const [first, ...rest] = asked(
      await answered(started, pressOf(await started.customIds.pack(call, owner, 0), { by })),
    );
    expect(first).toContain(expected);
    expect(rest).toEqual([]);
  });

  it("keeps a message as it is made: one with content is answered with content", async () => {
    const started = await start({ commands: [command({ actions: { page: page() } })] });
    const customId = await started.customIds.pack(call, { id: OWNER }, 0);
    const [only] = await answered(started, {
      ...pressOf(customId),
      message: { flags: MessageFlags.SuppressNotifications },
    });
    expect(only?.body).toMatchObject({ type: 7, data: { flags: 0, content: "page" } });
  });
});

describe("on the local Discord, an answer at once", () => {
  const list: Command<object> = {
    name: "list",
    visibility: "public",
    isReadOnly: true,
    options: {},
    actions: { page: page() },
    run: async () => reply(text("hello"), buttons(actionButton("Next", { ...call, command: "list" }))),
  };

  it("is never thinking, and turns its page in place", async () => {
    const { bot, people } = await world();
    await bot({ commands: [list] }).start();
    const answer = await run(people, "list");
    expect(seen(answer)).toContain("hello");
    const pressed = await people.press({
      as: Ids.player,
      message: seenOf(answer).id,
      customId: controlId(answer, "Next"),
    });
    const turned = await people.answer({ as: Ids.player, interaction: pressed.interaction });
    expect(turned).toMatchObject({ isUpdate: true });
    expect(seen(turned)).toContain("page");
    const traffic = await people.traffic({ limit: 1000 });
    const requests = traffic.map(({ what }) => what).filter((what) => /callback|webhooks/.test(what));
    expect(requests).toHaveLength(2);
  });

  it.each([1, 3])("comes once though Discord's own answer to it is lost, %i times", async (times) => {
    const { bot, people } = await world();
    await bot({ commands: [list] }).start();
    await people.addFault({ kind: "lose-answer", route: "POST /interactions/*/*/callback", times });
    expect(seen(await run(people, "list"))).toContain("hello");
  });

  it("comes once though the interaction came twice", async () => {
    const { bot, people, log } = await world();
    const made = bot({ commands: [list] });
    await made.start();
    await people.addFault({ kind: "double-delivery" });
    expect(seen(await run(people, "list"))).toContain("hello");
    await expect.poll(() => made.health().running).toBe(0);
    const loud = log.lines.filter(({ level }) => level === "warn" || level === "error");
    expect(loud.map(({ message }) => message)).toEqual([]);
    const history = await people.history({ as: Ids.player, channel: Ids.general });
    expect(JSON.stringify(history).split('"hello"').length - 1).toBe(1);
  });
});
