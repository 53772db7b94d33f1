import { MemoryCluster } from "../support/memory-nodes.ts";
import { MessageFlags } from "discord-api-types/v10";
import { describe, expect, it } from "vitest";

import { MilepostError } from "../../src/base/errors.ts";
import { actionButton, buttons, reply, text } from "../../src/discord/reply/build.ts";
import {
  type ActionInvocation,
  type AnyAction,
  type AnyModal,
  textLine,
} from "../../src/discord/command/controls.ts";
import type { InvocationContext } from "../../src/discord/command/invocation-context.ts";
import { choice, show, text as textOption, user } from "../../src/discord/command/options.ts";
import { command, dispatchersForTests, shown } from "./dispatch-harness.ts";
import { incoming, OTHER, OWNER, pressOf, slash } from "./support.ts";
import { count, text as textState } from "../../src/discord/reply/calls.ts";
import { offerLanguages } from "../support/languages.ts";
import { MINUTE } from "../support/time.ts";

offerLanguages("fr");

const EPHEMERAL = 64;
const start = dispatchersForTests();

const answering = (answer: string, rules: Partial<AnyAction<object>> = {}): AnyAction<object> => ({
  for: "owner",
  answer: "edit",
  state: { page: count.optional() },
  run: async ({ state, chosen }: ActionInvocation<unknown>) =>
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
      expect(await dispatcher.drain(MINUTE)).toBe(true);
      expect([runs, ear.calls.length]).toEqual([0, 1]);
      expect(log.lines.map(({ level }) => level)).toEqual(["info"]);
    }
  });

  it("is done by one of two processes where Discord's answers don't tell which it took", async () => {
    const cluster = new MemoryCluster();
    const asked = slash("trending");
    let runs = 0;
    const processes = [503, 204].map(async (firstStatus) => {
      const node = cluster.join();
      let tries = 0;
      const { ear, dispatcher } = await start({
        commands: [command({ run: async () => ((runs += 1), reply(text("x"))) })],
        isFirst: () => node.isFirst(asked.id),
        answer: ({ what }) => {
          if (what !== "callback") return undefined;
          tries += 1;
          return tries === 1
            ? { status: firstStatus }
            : { status: 400, body: { code: 40_060, message: "no" } };
        },
      });
      dispatcher.handle(asked);
      await ear.calledBy(asked.token, 1);
      expect(await dispatcher.drain(MINUTE)).toBe(true);
      return ear.calls.filter(({ what }) => what === "edit").length;
    });
    const edits = await Promise.all(processes);
    expect([edits.reduce((sum, count) => sum + count, 0), runs]).toEqual([1, 1]);
  });

  it.each([true, false])(
    "that is repeated (%s) is done unless a predecessor may have done it",
    async (isRepeated) => {
      let tries = 0;
      let runs = 0;
      const { dispatcher } = await start({
        commands: [command({ run: async () => ((runs += 1), reply(text("x"))) })],
        answer: ({ what }) => {
          if (what !== "callback") return undefined;
          tries += 1;
          return tries === 1 ? { status: 503 } : { status: 400, body: { code: 40_060, message: "no" } };
        },
      });
      dispatcher.handle({ ...slash("trending"), isRepeated });
      expect(await dispatcher.drain(MINUTE)).toBe(true);
      expect([tries, runs]).toEqual([2, isRepeated ? 0 : 1]);
    },
  );

  it("tells the member where nobody knows whether another process does it", async () => {
    const { ear, dispatcher } = await start({
      commands: [command()],
      isFirst: () => Promise.reject(new Error("the database is gone")),
    });
    const asked = slash("trending");
    dispatcher.handle(asked);
    expect(JSON.stringify(await ear.calledBy(asked.token, 3))).toContain("internal");
  });

  it("tells the member to try again where the database does not say so in time", async () => {
    const { ear, dispatcher } = await start({
      commands: [command()],
      limits: { firstWithinMs: 50 },
      isFirst: () => new Promise(() => {}),
    });
    const asked = slash("trending");
    dispatcher.handle(asked);
    expect(JSON.stringify(await ear.calledBy(asked.token, 3))).toContain("busy");
  });

  it("gets typed options, who asked, where, and the reader's language", async () => {
    let seen: Partial<InvocationContext & { options: unknown }> = {};
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
      site: { kind: "guild", isInstalledHere: true },
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

  it.each([
    ["its text", { content: "words" }, "words"],
    [
      "what it forwards",
      { content: "", message_snapshots: [{ message: { content: "Harvest" } }] },
      "Harvest",
    ],
    ["its embeds", { content: "", embeds: [{ title: "Head", description: "Body" }] }, "Head\nBody"],
    ["its components", { components: [{ components: [{ content: "Deep" }] }] }, "Deep"],
  ])("opens a form from the menu of a message, with %s", async (_, message, words) => {
    const form = {
      for: "owner" as const,
      answer: "private" as const,
      fields: { note: textLine() },
      state: { note: textState() },
      show: ({ state }: { state: { note: string } }) => ({
        title: "Note",
        fields: { note: { label: "Note", value: state.note } },
      }),
      submitted: async () => reply(),
    };
    const given = command({
      name: "note",
      modals: { form },
      messageMenu: ({ message: named }) => ({
        command: "note",
        action: "form",
        state: { note: `${named.text} ${named.url}` },
      }),
    });
    const { ear, dispatcher } = await start({
      commands: [given],
      planner: { menus: new Map([["3 Note this", "note"]]) },
    });
    const messages = { "70": { id: "70", channel_id: "20", ...message } };
    const data = { name: "Note this", type: 3, target_id: "70", resolved: { messages } };
    const asked = { ...incoming(2, data), guild_id: "10" };
    dispatcher.handle(asked);
    const [opened] = await ear.calledBy(asked.token, 1);
    expect(opened?.body.type).toBe(9);
    const [{ component }] = opened?.body.data.components ?? [];
    expect(component.value).toBe(`${words} https://discord.com/channels/10/20/70`);
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

  it("is told though a moderator deleted the waiting reply meanwhile, and the log says so", async () => {
    const { ear, dispatcher, log } = await start({
      commands: [failing(new Error("x"))],
      answer: ({ what }) =>
        what === "delete" ? { status: 404, body: { code: 10_008, message: "" } } : undefined,
    });
    const asked = slash("trending");
    dispatcher.handle(asked);
    const calls = await ear.calledBy(asked.token, 3);
    expect(calls.map(({ what }) => what)).toEqual(["callback", "delete", "follow-up"]);
    await dispatcher.drain(MINUTE);
    expect(log.lines.some(({ level, fields }) => level === "info" && fields["code"] === 10_008)).toBe(true);
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
    await dispatcher.drain(MINUTE);
    expect(ear.calls).toHaveLength(2);
    expect(log.lines.map(({ level, message }) => `${level}: ${message}`)).toEqual([
      "info: an answer came too late",
      "debug: An interaction was answered",
    ]);
  });
});

describe("an answer for the asker alone", () => {
  it.each([
    ["a public answer", {}, ["callback", "delete", "follow-up"]],
    ["a private one", { show: "me" }, ["callback", "edit"]],
  ] as const)("is not all that is for the asker alone: %s", async (_, options, what) => {
    const found = command({ run: async () => ({ ...reply(text("found nothing")), isForAsker: true }) });
    const { ear, dispatcher } = await start({ commands: [found] });
    const asked = slash("trending", options);
    dispatcher.handle(asked);
    const calls = await ear.calledBy(asked.token, what.length);
    expect(calls.map((call) => call.what)).toEqual(what);
    expect(shown(calls.at(-1)?.body)).toBe("found nothing");
    const { flags } = (calls.length === 3 ? calls[2] : calls[0])?.body.data ?? calls[2]?.body ?? {};
    expect(Number(flags) & EPHEMERAL).toBe(EPHEMERAL);
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
    const asked = pressOf(await customIds.pack(call(action), isAnyones ? undefined : { id: OWNER }, 0), {
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
    const refusal = action === "hide" ? "moderators-only" : "not-yours";
    expect(shown(calls.at(-1)?.body)).toContain(expected.length === 2 ? "page" : refusal);
  });

  it.each([
    [
      "a post, which has content, keeps one",
      MessageFlags.SuppressNotifications,
      { flags: 0, content: "page" },
    ],
    [
      "an answer, made of components alone, stays so",
      MessageFlags.IsComponentsV2,
      { flags: MessageFlags.IsComponentsV2 },
    ],
  ])("on %s when it is edited, a choice and an update too", async (_what, flags, expected) => {
    const updating: AnyAction<object> = {
      ...answering("page"),
      run: async (context) => {
        await context.update(reply(text("page")));
        return reply(text("page"));
      },
    };
    const { ear, dispatcher, customIds } = await start({
      commands: [command({ actions: { page: updating } })],
    });
    const asked = { ...pressOf(await customIds.pack(call("page"), { id: OWNER }, 0)), message: { flags } };
    dispatcher.handle(asked);
    const [, ...edits] = await ear.calledBy(asked.token, 3);
    expect(edits).toHaveLength(2);
    for (const { body } of edits) {
      expect(body).toMatchObject(expected);
      expect("content" in body).toBe("content" in expected);
      expect(body.components).toHaveLength("content" in expected ? 0 : 1);
      expect(body.allowed_mentions).toEqual({ parse: [] });
    }
  });

  it.each([
    ["in the channel", {}, 0],
    [
      "privately where the bot is not installed",
      { authorizing_integration_owners: { "1": OWNER } },
      EPHEMERAL,
    ],
  ])("that shares posts %s, and says so in place", async (_, changes, flags) => {
    const share: AnyAction<object> = {
      ...answering("share", { answer: "public" }),
      run: async () => ({ ...reply(text("you shared it")), post: reply(text("see this")) }),
    };
    const { ear, dispatcher, customIds } = await start({ commands: [command({ actions: { share } })] });
    const asked = pressOf(await customIds.pack(call("share"), { id: OWNER }, 0), changes);
    dispatcher.handle(asked);
    const calls = await ear.calledBy(asked.token, 3);
    expect(calls.map(({ what }) => what)).toEqual(["callback", "follow-up", "edit"]);
    expect(calls[0]?.body.type).toBe(6);
    expect(Number(calls[1]?.body.flags) & EPHEMERAL).toBe(flags);
    expect(calls.slice(1).map(({ body }) => shown(body))).toEqual(["see this", "you shared it"]);
  });

  it("by another makes them the owner of their copy", async () => {
    const paging: AnyAction<object> = {
      ...answering("page", { others: "copy" }),
      run: async () => reply(buttons(actionButton("Next", call("page")))),
    };
    const { ear, dispatcher, customIds } = await start({
      commands: [command({ actions: { page: paging } })],
    });
    const asked = pressOf(await customIds.pack(call("page"), { id: OWNER }, 0), { by: OTHER });
    dispatcher.handle(asked);
    const [, edited] = await ear.calledBy(asked.token, 2);
    const customId = /"custom_id":"([^"]+)"/.exec(JSON.stringify(edited?.body))?.[1] ?? "";
    expect(customIds.read(customId)?.ownerId).toBe(OTHER);
  });

  describe("on a control for admins", () => {
    const panel: AnyAction<object> = {
      ...answering("panel", { for: "admins" }),
      run: async () => reply(buttons(actionButton("Again", call("panel")))),
    };
    const form: AnyModal<object> = {
      for: "admins",
      answer: "edit",
      state: { page: count.optional() },
      fields: { text: textLine() },
      show: () => ({ title: "What was typed", fields: { text: { label: "Text" } } }),
      submitted: async () => reply(text("saved")),
    };
    const admin = { member: { user: { id: OWNER, username: "a" }, permissions: String(1 << 5) } };
    const here = "600000000000000000";
    const commands = [command({ forAdmins: true, actions: { panel }, modals: { form } })];

    it.each([
      ["panel", admin, "callback 6"],
      ["panel", {}, "admins-only"],
      ["panel", { ...admin, guild_id: "600000000000000001" }, "stale-control"],
      ["panel", { member: { ...admin.member, user: { id: OTHER, username: "b" } } }, "not-yours"],
      ["form", admin, "callback 9"],
      ["form", {}, "admins-only"],
      ["form", { ...admin, guild_id: "600000000000000001" }, "stale-control"],
    ])("%s: of the server, and who may manage it, are asked at the press", async (action, by, expected) => {
      const { ear, dispatcher, customIds } = await start({ commands });
      const asked = pressOf(await customIds.pack(call(action), { id: OWNER, guildId: here }, 0), by);
      dispatcher.handle(asked);
      const [first] = await ear.calledBy(asked.token, 1);
      const said = first?.body.type === 4 ? shown(first.body) : `callback ${first?.body.type}`;
      expect(said).toContain(expected);
    });

    it("and those in its reply are of the same server", async () => {
      const { ear, dispatcher, customIds } = await start({ commands });
      const asked = pressOf(await customIds.pack(call("panel"), { id: OWNER, guildId: here }, 0), admin);
      dispatcher.handle(asked);
      const [, edited] = await ear.calledBy(asked.token, 2);
      const customId = /"custom_id":"([^"]+)"/.exec(JSON.stringify(edited?.body))?.[1] ?? "";
      const control = customIds.read(customId);
      expect(control && (await customIds.open(control, here))).toEqual(call("panel").state);
      expect(control && (await customIds.open(control))).toBeUndefined();
    });
  });

  it("on a control that is old, foreign or changed is refused as stale, only to the presser", async () => {
    const { ear, dispatcher, customIds } = await start({ commands: [command({ actions })] });
    const good = await customIds.pack(call("mine"), { id: OWNER }, 0);
    const anyonesMine = await customIds.pack(call("mine"), undefined, 0);
    const gone = await customIds.pack({ command: "trending", action: "removed" }, { id: OWNER }, 0);
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
    const customId = await customIds.pack(
      { ...call("mine"), state: { long: "x".repeat(200) } },
      { id: OWNER },
      0,
    );
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
      custom_id: await customIds.pack(call("mine"), { id: OWNER }, 0),
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
