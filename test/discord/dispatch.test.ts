import { setImmediate as turnOver } from "node:timers/promises";

import { afterEach, describe, expect, it, vi } from "vitest";

import { MilepostError } from "../../src/base/errors.ts";
import { plain } from "../../src/base/markdown.ts";
import { actionButton, buttons, reply, text } from "../../src/discord/build.ts";
import type { Action, ActionAsked, Asked, Command } from "../../src/discord/command.ts";
import { choice, show, text as textOption, user } from "../../src/discord/options.ts";
import { incoming, OTHER, OWNER, pressOf, slash, startDispatcher } from "./support.ts";

vi.setConfig({ testTimeout: 3000 });

const EPHEMERAL = 64;
type Started = Awaited<ReturnType<typeof startDispatcher>>;
const open: Started[] = [];

async function start(...given: Parameters<typeof startDispatcher>): Promise<Started> {
  const started = await startDispatcher(...given);
  open.push(started);
  return started;
}

afterEach(() => {
  for (const { ear } of open.splice(0)) ear.close();
});

function command(changes: Partial<Command<object>> = {}): Command<object> {
  return {
    name: "trending",
    visibility: "public",
    options: { show: show() },
    run: async () => reply(text("hello")),
    ...changes,
  };
}

const answering = (answer: string, rules: Partial<Action<object>> = {}): Action<object> => ({
  for: "owner",
  answer: "edit",
  run: async ({ state, chosen }: ActionAsked) =>
    reply(text(`${answer} ${JSON.stringify({ state, chosen })}`)),
  ...rules,
});

const failing = (error: Error) =>
  command({
    run: async () => {
      throw error;
    },
  });
const call = (action: string) => ({ command: "trending", action, state: { page: 2 } });
const typing = (typed: string, by = OWNER) =>
  incoming(
    4,
    { name: "trending", type: 1, options: [{ name: "search", type: 3, value: typed, focused: true }] },
    { by },
  );
const suggesting = (suggest: (typed: string) => Promise<{ name: string; value: string }[]>) =>
  command({ options: { search: textOption<object>({ autocomplete: ({ typed }) => suggest(typed) }) } });
const shown = (body: unknown) => /"content":"((?:[^"\\]|\\.)*)"/.exec(JSON.stringify(body))?.[1];

describe("a command", () => {
  it.each([
    ["public in a server that installed the bot", command(), {}, {}, undefined],
    ["private when the member asked for it", command(), { show: "me" }, {}, EPHEMERAL],
    [
      "private where its own rule says so of the options",
      command({ options: { name: textOption() }, isForMember: ({ name }) => name === "x" }),
      { name: "x" },
      {},
      EPHEMERAL,
    ],
    [
      "public where its own rule does not say so of the options",
      command({ options: { name: textOption() }, isForMember: ({ name }) => name === "x" }),
      { name: "y" },
      {},
      undefined,
    ],
    ["private by its own rule", command({ visibility: "private" }), { show: "everyone" }, {}, EPHEMERAL],
    [
      "private in a server that did not install the bot",
      command(),
      {},
      { authorizing_integration_owners: { "1": OWNER } },
      EPHEMERAL,
    ],
    [
      "open in the bot's own conversation",
      command(),
      {},
      { context: 1, guild_id: undefined, authorizing_integration_owners: { "0": "0" } },
      undefined,
    ],
  ])("is %s", async (...[, given, options, changes, flags]) => {
    const { ear, dispatcher } = await start({ commands: [given] });
    const asked = slash("trending", options, changes);
    dispatcher.handle(asked);
    const [acknowledged, edited] = await ear.calledBy(asked.token, 2);
    expect(acknowledged?.body).toEqual({ type: 5, ...(flags !== undefined && { data: { flags } }) });
    expect(edited).toMatchObject({ what: "edit", body: { flags: 1 << 15 } });
    expect(shown(edited?.body)).toBe("hello");
  });

  it("is acknowledged before it runs, and does not run when it is too late or answered elsewhere", async () => {
    for (const code of [10_062, 40_060]) {
      let runs = 0;
      const { ear, dispatcher, log } = await start({
        commands: [command({ run: async () => ((runs += 1), reply(text("x"))) })],
        answer: ({ what }) =>
          what === "callback"
            ? { status: code === 10_062 ? 404 : 400, body: { code, message: "no" } }
            : undefined,
      });
      const asked = slash("trending");
      dispatcher.handle(asked);
      await ear.calledBy(asked.token, 1);
      expect(await dispatcher.drain(1000)).toBe(true);
      expect([runs, ear.calls.length]).toEqual([0, 1]);
      expect(log.lines.map(({ level }) => level)).toEqual(["info"]);
    }
  });

  it("gets typed options, who asked, where, and the reader's language", async () => {
    let seen: Partial<Asked & { options: unknown }> = {};
    const given = command({
      options: {
        kind: choice(["news", "item"]),
        search: textOption({ maxLength: 10 }),
        member: user(),
        show: show(),
      },
      run: async (context) => ((seen = context), reply(text("x"))),
    });
    const { ear, dispatcher } = await start({ commands: [given] });
    const asked = slash("trending", { kind: "news", search: " a\u200Bb ", member: OTHER });
    dispatcher.handle(asked);
    await ear.calledBy(asked.token, 2);
    expect(seen.options).toEqual({ kind: "news", search: "ab", member: OTHER });
    expect(seen).toMatchObject({
      locale: "fr",
      isPrivate: false,
      member: { id: OWNER },
      place: { kind: "guild", isInstalledHere: true },
    });
  });

  it.each([{ kind: "other" }, { search: "x".repeat(11) }, { member: "me" }])(
    "refuses options a client should not have sent: %j",
    async (options) => {
      const given = command({
        options: { kind: choice(["news"]), search: textOption({ maxLength: 10 }), member: user() },
      });
      const { ear, dispatcher } = await start({ commands: [given] });
      const asked = slash("trending", options);
      dispatcher.handle(asked);
      const [only] = await ear.calledBy(asked.token, 1);
      expect(only?.body).toMatchObject({ type: 4, data: { flags: EPHEMERAL | (1 << 15) } });
      expect(shown(only?.body)).toContain("bad-input");
    },
  );

  it("runs from the menu of a user with the user as its option, for the one who opened it", async () => {
    let member: unknown;
    let here: ReadonlySet<string> | undefined;
    const given = command({
      name: "profile",
      options: { member: user() },
      userMenu: "member",
      run: async ({ options, namedHere }) => {
        member = options["member"];
        here = namedHere;
        return reply(text("x"));
      },
    });
    const { ear, dispatcher } = await start({ commands: [given] });
    const resolved = { members: { [OTHER]: { roles: [] } } };
    const asked = incoming(2, { name: "Profile", type: 2, target_id: OTHER, resolved });
    dispatcher.handle(asked);
    const [acknowledged] = await ear.calledBy(asked.token, 2);
    expect(member).toBe(OTHER);
    expect(here).toEqual(new Set([OTHER]));
    expect(acknowledged?.body).toEqual({ type: 5, data: { flags: EPHEMERAL } });
  });

  it("does not take for a member of the server who is named by id alone", async () => {
    let here: ReadonlySet<string> | undefined;
    const given = command({
      options: { member: user() },
      run: async ({ namedHere }) => ((here = namedHere), reply(text("x"))),
    });
    const { ear, dispatcher } = await start({ commands: [given] });
    const asked = slash("trending", { member: OTHER });
    dispatcher.handle(asked);
    await ear.calledBy(asked.token, 2);
    expect(here).toEqual(new Set());
  });
});

describe("a failure", () => {
  it("of a public command leaves the channel clean and is told only to the member", async () => {
    const { ear, dispatcher, log } = await start({
      commands: [failing(new Error("secret-token at /home/me/x.ts"))],
    });
    const asked = slash("trending");
    dispatcher.handle(asked);
    const calls = await ear.calledBy(asked.token, 3);
    expect(calls.map(({ what }) => what)).toEqual(["callback", "delete", "follow-up"]);
    expect(calls[2]?.body.flags).toBe(EPHEMERAL | (1 << 15));
    const reference = String(log.lines[0]?.fields["reference"]);
    expect(reference).toMatch(/^[a-z2-9]{8}$/);
    expect(shown(calls[2]?.body)).toBe(`internal ${reference}`);
    expect(JSON.stringify(calls)).not.toContain("secret-token");
  });

  it("of a private command stands in its own reply", async () => {
    const { ear, dispatcher } = await start({
      commands: [failing(new MilepostError("platform-maintenance"))],
    });
    const asked = slash("trending", { show: "me" });
    dispatcher.handle(asked);
    const calls = await ear.calledBy(asked.token, 2);
    expect(calls.map(({ what }) => what)).toEqual(["callback", "edit"]);
    expect(shown(calls[1]?.body)).toContain("platform-maintenance");
  });

  it("of the text for a failure still gives a text with the reference", async () => {
    const { ear, dispatcher } = await start({
      commands: [failing(new Error("x"))],
      explain: () => {
        throw new Error("no text");
      },
    });
    const asked = slash("trending", { show: "me" });
    dispatcher.handle(asked);
    const calls = await ear.calledBy(asked.token, 2);
    expect(shown(calls[1]?.body)).toContain("Reference ");
  });

  it("is what a run becomes that does not end in time, and its signal says so", async () => {
    let signal: AbortSignal | undefined;
    const endless = command({ run: (context) => ((signal = context.signal), new Promise<never>(() => {})) });
    const { ear, dispatcher } = await start({ commands: [endless], limits: { runWithinMs: 20 } });
    const asked = slash("trending", { show: "me" });
    dispatcher.handle(asked);
    const calls = await ear.calledBy(asked.token, 2);
    expect(shown(calls[1]?.body)).toContain("run-timeout");
    expect(signal?.aborted).toBe(true);
  });

  it("is not told where the token is dead or the message gone", async () => {
    const { ear, dispatcher, log } = await start({
      commands: [command()],
      answer: ({ what }) =>
        what === "edit"
          ? { status: 401, body: { code: 50_027, message: "Invalid Webhook Token" } }
          : undefined,
    });
    const asked = slash("trending");
    dispatcher.handle(asked);
    await ear.calledBy(asked.token, 2);
    await dispatcher.drain(1000);
    expect(ear.calls).toHaveLength(2);
    expect(log.lines.map(({ level, message }) => `${level}: ${message}`)).toEqual([
      "info: an answer came too late",
      "debug: An interaction was answered",
    ]);
  });
});

describe("a press", () => {
  const actions = {
    page: answering("page", { others: "copy" }),
    mine: answering("mine"),
    share: answering("share", { answer: "private" }),
    remind: answering("remind", { for: "anyone", answer: "private" }),
    hide: answering("hide", { for: "moderators" }),
  };

  const moderator = { member: { user: { id: OTHER, username: "m" }, permissions: String(1 << 13) } };

  it.each([
    ["page", OWNER, {}, ["callback:6", "edit"]],
    ["page", OTHER, {}, ["callback:5:64", "edit"]],
    ["mine", OWNER, {}, ["callback:6", "edit"]],
    ["mine", OTHER, {}, ["callback:4:32832"]],
    ["share", OWNER, {}, ["callback:5:64", "edit"]],
    ["share", OTHER, {}, ["callback:4:32832"]],
    ["remind", OWNER, {}, ["callback:5:64", "edit"]],
    ["remind", OTHER, {}, ["callback:5:64", "edit"]],
    ["hide", OWNER, {}, ["callback:4:32832"]],
    ["hide", OTHER, moderator, ["callback:6", "edit"]],
  ])("on %s by %s is answered to whom it is for", async (action, by, changes, expected) => {
    const { ear, dispatcher, customIds } = await start({ commands: [command({ actions })] });
    const isAnyones = actions[action as keyof typeof actions].for === "anyone";
    const asked = pressOf(await customIds.pack(call(action), isAnyones ? undefined : OWNER, 0), {
      by,
      ...changes,
    });
    dispatcher.handle(asked);
    const calls = await ear.calledBy(asked.token, expected.length);
    const kinds = calls.map(({ what, body }) =>
      what === "callback"
        ? [what, body.type, body.data?.flags].filter((part) => part !== undefined).join(":")
        : what,
    );
    expect(kinds).toEqual(expected);
    expect(shown(calls.at(-1)?.body)).toContain(expected.length === 2 ? "page" : "not-yours");
  });

  it("by another makes them the owner of their copy", async () => {
    const paging: Action<object> = {
      ...answering("page", { others: "copy" }),
      run: async () => reply(buttons(actionButton("Next", call("page")))),
    };
    const { ear, dispatcher, customIds } = await start({
      commands: [command({ actions: { page: paging } })],
    });
    const asked = pressOf(await customIds.pack(call("page"), OWNER, 0), { by: OTHER });
    dispatcher.handle(asked);
    const [, edited] = await ear.calledBy(asked.token, 2);
    const customId = /"custom_id":"([^"]+)"/.exec(JSON.stringify(edited?.body))?.[1] ?? "";
    expect(customIds.read(customId)?.ownerId).toBe(OTHER);
  });

  it("on a control that is old, foreign or changed is refused as stale, only to the presser", async () => {
    const { ear, dispatcher, customIds } = await start({ commands: [command({ actions })] });
    const good = await customIds.pack(call("mine"), OWNER, 0);
    const anyonesMine = await customIds.pack(call("mine"), undefined, 0);
    const gone = await customIds.pack({ command: "trending", action: "removed" }, OWNER, 0);
    for (const customId of ["x", `0${good.slice(1)}`, good.replace("page#2", "page#3"), anyonesMine, gone]) {
      const asked = pressOf(customId);
      dispatcher.handle(asked);
      const [, ...rest] = await ear.calledBy(asked.token, 1);
      expect(rest).toEqual([]);
      expect(shown(ear.calls.at(-1)?.body)).toContain("stale-control");
    }
  });

  it("whose kept state is gone is told so beside the message, which stays", async () => {
    const { ear, dispatcher, customIds, clock } = await start({ commands: [command({ actions })] });
    const customId = await customIds.pack({ ...call("mine"), state: { long: "x".repeat(200) } }, OWNER, 0);
    clock.advance(31 * 86_400_000);
    const asked = pressOf(customId);
    dispatcher.handle(asked);
    const calls = await ear.calledBy(asked.token, 2);
    expect(calls.map(({ what }) => what)).toEqual(["callback", "follow-up"]);
    expect(shown(calls[1]?.body)).toContain("stale-control");
  });

  it("on a select brings the value chosen", async () => {
    const { ear, dispatcher, customIds } = await start({ commands: [command({ actions })] });
    const asked = incoming(3, {
      custom_id: await customIds.pack(call("mine"), OWNER, 0),
      values: ["entry-7"],
    });
    dispatcher.handle(asked);
    const [, edited] = await ear.calledBy(asked.token, 2);
    expect(shown(edited?.body)).toContain("entry-7");
  });

  it("on a form that nobody knows is refused as stale", async () => {
    const { ear, dispatcher } = await start({ commands: [command()] });
    const asked = incoming(5, { custom_id: "1aAtrending/form" });
    dispatcher.handle(asked);
    const [only] = await ear.calledBy(asked.token, 1);
    expect(shown(only?.body)).toContain("stale-control");
  });
});

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

  it("answer a flood of one member with a few refusals, then with silence", async () => {
    const { ear, dispatcher } = await start({ commands: [command()] });
    for (let index = 0; index < 100; index += 1) dispatcher.handle(slash("trending"));
    const last = slash("trending", {}, { by: OTHER });
    dispatcher.handle(last);
    await ear.calledBy(last.token, 2);
    await dispatcher.drain(1000);
    expect(ear.calls.filter(({ body }) => body.type === 4)).toHaveLength(5);
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
    const drained = dispatcher.drain(5000);
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
