import { afterEach, beforeEach, describe, expect, it } from "vitest";

import announce from "../../commands/announce.ts";
import { MOST_BOARDS } from "../../src/features/posts/board-service.ts";
import type { ReminderService } from "../../src/features/posts/reminder-service.ts";
import type { Services } from "../../src/features/services.ts";
import type { InvocationSite, ResolvedChannel } from "../../src/discord/command/invocation-context.ts";
import type { ActionCall, Reply } from "../../src/discord/reply/reply.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { Keeping, creation, news, ritual } from "../features/posts/boards/board-harness.ts";
import { type Asking, callOf, contextOf, seen, selectIn } from "../support/run-command.ts";
import { english } from "../../src/messages/en.ts";

const SEND = 1n << 11n;
const VIEW = 1n << 10n;

let kept: Keeping;
let services: Services;

beforeEach(async () => {
  kept = await Keeping.open();
  kept.entries = [news("1", "Harvest"), ritual("3", "Regatta", kept.clock.now() + 3_600_000)];
  const reminders = { ofGuild: async () => [] } as unknown as ReminderService;
  services = { ...kept.services, boards: kept.keeper, channels: kept.channels, reminders };
});
afterEach(() => kept.close());

const admin = {
  member: { id: Ids.admin, name: "Jonas", isAdmin: true, isModerator: true },
  place: { guildId: Ids.harbour, channelId: Ids.general, guildLocale: "en-US" },
  isPrivate: true,
} satisfies Asking;
const alone = { update: async () => false, rerun: () => Promise.reject(new Error("nothing waits")) };

/** Runs `/announce board` where Discord resolves the channel with what the member may do in it. */
function make(
  options: Readonly<Record<string, string>>,
  channel: Partial<ResolvedChannel> = {},
  asking: Asking = admin,
): Promise<Reply> {
  const id = options["channel"] ?? Ids.general;
  const resolved = { id, name: "news", type: 0, permissions: SEND | VIEW, ...channel };
  return announce.subcommands["board"]?.run({
    ...contextOf(services, asking),
    ...alone,
    resolved: {
      channel: (one: string | undefined) => (one === id ? resolved : undefined),
      role: () => undefined,
    },
    options: { what: "trending", ...options },
  }) as Promise<Reply>;
}
function push(call: ActionCall & { readonly chosen?: string }, asking: Asking = admin): Promise<Reply> {
  const action = announce.actions?.[call.action];
  if (action === undefined) throw new Error(`no action ${call.action}`);
  const chosen = call.chosen === undefined ? {} : { chosen: call.chosen };
  return action.run({ ...contextOf(services, asking), ...alone, state: call.state ?? {}, ...chosen });
}
const pressed = (reply: Reply, label: string) => push(callOf(reply, label));
const list = () => push({ command: "announce", action: "page", state: { page: 0 } });
const as = (member: object, place: Partial<InvocationSite> = {}): Asking => ({
  ...admin,
  member: { ...admin.member, ...member },
  place: { ...admin.place, ...place },
});

describe("/announce board", () => {
  it("makes a board where whoever asks is, and links to it", async () => {
    const made = await make({});
    const [message] = await kept.messages();
    expect(seen(made)).toMatch(/Board is live:\*\* “Trending” in/);
    expect(seen(made)).toContain(`https://discord.com/channels/${Ids.harbour}/${Ids.general}/${message?.id}`);
    expect(seen(await make({}))).toContain("You already have this board");
    expect(await kept.messages()).toHaveLength(1);
  });

  it.each([
    ["a member", as({ isAdmin: false }), /Manage Server/],
    [
      "a server it is not in",
      as({}, { isInstalledHere: false }),
      /isn't in this server|not a member of this server/i,
    ],
  ])("is not for %s", async (_who, asking, expected) => {
    expect(seen(await make({}, {}, asking))).toMatch(expected);
    expect(await kept.messages()).toEqual([]);
  });

  it.each([
    ["its maker could not post there", { channel: Ids.readOnly }, { permissions: VIEW }, /Send Messages/],
    [
      "the bot can't post there",
      { channel: Ids.readOnly },
      {},
      /Milepost needs \*\*Send Messages\*\* in <#\d+>: Edit Channel/,
    ],
    ["the bot can't see it", { channel: Ids.members }, {}, /Milepost needs \*\*View Channel\*\*/],
    ["it is a forum", { channel: Ids.forum }, { type: 15 }, /forum/i],
    ["milestones have no kinds", { what: "milestones", kind: "news" }, {}, /Milestones have no kinds/],
    ["creations are off", { kind: "creation" }, {}, /Players' creations aren't shown in posts.*<\/setup:99>/],
  ])("makes none where %s", async (_why, options, channel, expected) => {
    expect(seen(await make(options, channel))).toMatch(expected);
    expect(await kept.keeper.ofGuild(Ids.harbour)).toEqual([]);
  });

  it("makes none of what the platform does not offer", async () => {
    const platform = {
      ...services.platform,
      offers: (operation: string) => operation !== "milestones.public",
    };
    services = { ...services, platform };
    await expect(make({ what: "milestones" })).rejects.toMatchObject({ code: "not-offered" });
    expect(await kept.keeper.ofGuild(Ids.harbour)).toEqual([]);
  });

  it("makes none of a kind the server leaves out", async () => {
    await kept.settle({ kinds: ["news"] });
    expect(seen(await make({ kind: "event" }))).toContain("“Events” is off in posts");
    expect(seen(await make({ kind: "news" }))).toContain("Board is live");
  });

  it("says when a server has all it can have", async () => {
    for (let count = 0; count < MOST_BOARDS; count += 1)
      await kept.make({ channelId: `73000000000000020${count}` });
    expect(seen(await make({}))).toContain(`limit of ${MOST_BOARDS} boards`);
  });
});

describe("the board's controls", () => {
  it("open an entry for whoever chooses it, in their own language, and never what is age-gated", async () => {
    const gated = {
      contentId: "5",
      properties: { title: "Secret", summary: "", body: "" },
      hasAgeGate: true,
    };
    kept.entries.push({ identifier: "5", entityType: 0, news: { article: gated } });
    const opened = await push(
      { command: "announce", action: "boardOpen", state: { what: "trending" }, chosen: "3:3" },
      { member: { id: Ids.player }, locale: "fr", isPrivate: true },
    );
    expect(seen(opened)).toContain("Regatta");
    const hidden = { command: "announce", action: "boardOpen", state: { what: "trending" }, chosen: "0:5" };
    expect(seen(await push(hidden))).not.toContain("Secret");
    const crafted = { command: "announce", action: "boardOpen", state: {}, chosen: "nonsense" };
    await expect(push(crafted)).rejects.toMatchObject({ code: "bad-input" });
  });

  it("stop it only for those who manage the server, after a question", async () => {
    await make({});
    const [board] = await kept.keeper.ofGuild(Ids.harbour);
    const ask = { command: "announce", action: "boardAsk", state: { b: board?.id } };
    expect(seen(await push(ask, as({ isAdmin: false })))).toContain("Manage Server");
    const question = await push(ask);
    expect(seen(await pressed(question, english.board.ask.keep))).toContain("The board stays");
    expect(seen(await pressed(question, english.board.ask.delete))).toContain(english.board.ask.done);
    expect(await kept.messages()).toEqual([]);
    expect(seen(await pressed(question, english.board.ask.delete))).toContain("This board is gone");
  });

  it("say when the message of a board that was stopped is still there", async () => {
    for (const how of ["delete", "leave"] as const) {
      await make({});
      const [board] = await kept.keeper.ofGuild(Ids.harbour);
      const question = await push({ command: "announce", action: "boardAsk", state: { b: board?.id } });
      const rights = { channel: Ids.general, target: Ids.bot, allow: "0" };
      await kept.discord.local.setOverwrite({ ...rights, deny: String(VIEW) });
      const stopped = seen(await pressed(question, english.board.ask[how]));
      expect(stopped).toContain(english.board.ask.left[how]);
      await kept.discord.local.setOverwrite({ ...rights, deny: "0" });
    }
  });

  it("touch no board of another server", async () => {
    await make({});
    const [board] = await kept.keeper.ofGuild(Ids.harbour);
    for (const action of ["boardAsk", "boardStop", "boardPin", "boardRetry"]) {
      const call = { command: "announce", action, state: { b: board?.id, how: "delete" } };
      expect(seen(await push(call, as({}, { guildId: Ids.outpost })))).toContain("This board is gone");
    }
    expect(await kept.messages()).toHaveLength(1);
  });

  it("pin it, and name the permission that is missing", async () => {
    const made = await make({});
    const inGeneral = { channel: Ids.general, target: Ids.harbourBotRole, allow: "0" };
    await kept.discord.local.setOverwrite({ ...inGeneral, deny: String(1n << 51n) });
    const lacking = await pressed(made, english.board.list.pin);
    expect(seen(lacking)).toContain(english.board.list.pinLacks.toString());
    await kept.discord.local.setOverwrite({ ...inGeneral, deny: "0" });
    const full = { route: "PUT /channels/*/messages/pins/*", status: 400, code: 30_003 } as const;
    await kept.discord.local.addFault({ kind: "answer", ...full, times: 1 });
    const refused = await pressed(lacking, english.board.list.pin);
    expect(seen(refused)).toContain(`<#${Ids.general}> has as many pins as Discord allows. Unpin another`);
    const pinned = await pressed(refused, english.board.list.pin);
    expect(seen(pinned)).toContain(english.board.list.pinned);
    expect(seen(await pressed(pinned, english.board.list.unpin))).toContain(english.board.list.unpinned);
  });
});

describe("boards in /announce list", () => {
  it("are listed under the announcements, with what stands in their way and its fix", async () => {
    expect(seen(await list())).toContain("No live boards. Make one with </announce board:99>");
    kept.entries = [creation("2", "Sketch")];
    await make({ channel: Ids.botCommands });
    await kept.discord.local.deleteChannel({ channel: Ids.botCommands });
    kept.entries = [news("1", "Harvest")];
    await kept.later();
    const shown = await list();
    expect(seen(shown)).toMatch(/Live boards[^]*Trending[^]*<#730000000000000002>[^]*waiting/);
    const { choose, entries } = selectIn(shown);
    const panel = await push({ ...choose, chosen: entries[0]?.value ?? "" });
    expect(seen(panel)).toMatch(/is gone[^]*make it in another channel/);
    expect(seen(panel)).not.toContain("Edit");
    expect(seen(await pressed(panel, english.shared.buttons.retry))).toContain(english.board.list.tried);
    expect(callOf(panel, english.board.list.stop)).toMatchObject({ action: "boardAsk" });
  });
});
