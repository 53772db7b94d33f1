import type { REST } from "@discordjs/rest";
import { MessageFlags } from "discord-api-types/v10";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { MovableClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { createBotRest } from "../../src/discord/rest/bot-rest.ts";
import { markWith } from "../../src/discord/post/post-search.ts";
import { reply, text } from "../../src/discord/reply/build.ts";
import { renderClassic } from "../../src/discord/reply/render-classic.ts";
import type { RenderContext } from "../../src/discord/reply/render-context.ts";
import { plain } from "../../src/base/markdown.ts";
import { runtime } from "../../src/messages/en/runtime.ts";
import { nonceOf, Poster } from "../../src/discord/post/poster.ts";
import { RefusalBreaker } from "../../src/discord/rest/refusal-breaker.ts";
import { type LocalDiscord, startDiscord } from "../../src/playground/discord/start.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";

const CONTEXT: RenderContext = {
  texts: runtime,
  customId: () => "none",
  signal: new AbortController().signal,
  drawWithinMs: 0,
  onPictureFailed: () => {},
};
const POST = "POST /channels/*/messages";
const READ_HISTORY = String(1n << 16n);
const SEND = String(1n << 11n);
const signal = new AbortController().signal;

let clock: MovableClock;
let discord: LocalDiscord;
let rest: REST;
let poster: Poster;

beforeEach(async () => {
  clock = new MovableClock();
  discord = await startDiscord({ port: 0, clock, log: silentLog, rateLimits: "off" });
  rest = createBotRest({ apiUrl: discord.url, breaker: new RefusalBreaker({ clock }) }).setToken(
    discord.token,
  );
  poster = new Poster({ rest, clock });
});
afterEach(() => discord.close());

const general = { kind: "channel", target: Ids.general } as const;
const bodyOf = (deliveryId: string) => ({
  content: "It ends soon.",
  components: [
    {
      type: 1,
      components: [{ type: 2, style: 2, label: "Remind me", custom_id: `1aAremind/me;${deliveryId}` }],
    },
  ],
});
const send = (deliveryId: string, place: { kind: "channel" | "dm"; target: string } = general) =>
  poster.send({ ...place, deliveryId, body: bodyOf(deliveryId) }, signal);
const find = (deliveryId: string, since = clock.now()) =>
  poster.find({ ...general, deliveryId, since }, signal);
const posts = async (channel: string = Ids.general, as: string = Ids.admin) =>
  (await discord.local.history({ as, channel })).length;

describe("posting", () => {
  it("gives a delivery the same nonce always, 25 characters long", () => {
    expect(nonceOf("a")).toBe(nonceOf("a"));
    expect(nonceOf("a")).toMatch(/^[\w-]{25}$/);
    expect(nonceOf("b")).not.toBe(nonceOf("a"));
  });

  it("posts a delivery once, however often it is sent", async () => {
    const first = await send("d1");
    expect(first).toMatchObject({ kind: "sent", channelId: Ids.general });
    expect(await send("d1")).toEqual(first);
    expect(await posts()).toBe(1);
  });

  it("posts once when the answer is lost", async () => {
    await discord.local.addFault({ kind: "lose-answer", route: POST });
    expect(await send("d1")).toMatchObject({ kind: "refused", isCertain: false });
    expect(await send("d1")).toMatchObject({ kind: "sent" });
    expect(await posts()).toBe(1);
  });

  it("says of what is there already whether it is of components alone, as earlier versions posted", async () => {
    const old = {
      flags: MessageFlags.IsComponentsV2,
      components: [{ type: 10, content: "Old" }, ...bodyOf("d1").components],
    };
    const first = await poster.send({ ...general, deliveryId: "d1", body: old }, signal);
    expect(first).toMatchObject({ kind: "sent", isV2: true });
    expect(await send("d1")).toEqual(first);
    expect(await find("d1")).toEqual(first);
    expect(await send("d2")).toMatchObject({ kind: "sent", isV2: false });
    expect(await find("d2")).toMatchObject({ kind: "sent", isV2: false });
  });

  it("is found again by its embed where nothing can be pressed under it", async () => {
    const { body } = await renderClassic(reply(text(plain("a")), text(plain("b"))), CONTEXT);
    const sent = await poster.send({ ...general, deliveryId: "d1", body: markWith("d1", body) }, signal);
    expect(await find("d1")).toEqual(sent);
    expect(await find("d")).toEqual({ kind: "none" });
  });

  it("takes the refused nonce of a deleted message for delivered", async () => {
    const first = await send("d1");
    if (first.kind !== "sent") throw new Error("not sent");
    await discord.local.deleteMessage({ message: first.messageId ?? "" });
    expect(await send("d1")).toEqual({ kind: "sent", channelId: Ids.general });
    expect(await posts()).toBe(0);
  });

  it.each([
    [50_001, 403, "missing-access", true],
    [50_013, 403, "missing-permission", true],
    [10_003, 404, "channel-gone", true],
    [0, 503, "unavailable", false],
  ])(
    "calls code %s of status %s %s, and says whether something was posted",
    async (code, status, name, isCertain) => {
      await discord.local.addFault({ kind: "answer", route: POST, status, code, times: 9 });
      expect(await send("d1")).toMatchObject({ kind: "refused", name, isCertain });
    },
  );

  it("reaches a person, and says when they take no messages", async () => {
    const player = { kind: "dm", target: Ids.player } as const;
    const sent = await send("d1", player);
    expect(sent.kind).toBe("sent");
    await discord.local.setDms({ person: Ids.player, open: false });
    expect(await send("d2", player)).toMatchObject({ kind: "refused", name: "dm-closed", isCertain: true });
  });

  it("posts in an archived thread, and is refused in a locked one", async () => {
    const thread = { kind: "channel", target: Ids.thread } as const;
    await discord.local.setThread({ thread: Ids.thread, archived: true });
    expect(await send("d1", thread)).toMatchObject({ kind: "sent" });
    await discord.local.setThread({ thread: Ids.thread, archived: true, locked: true });
    expect(await send("d2", thread)).toMatchObject({ kind: "refused", name: "thread-locked" });
  });

  it("says that a cut connection leaves it open what was done", async () => {
    await discord.local.addFault({ kind: "cut", route: POST, times: 9 });
    expect(await send("d1")).toMatchObject({ kind: "refused", name: "unavailable", isCertain: false });
  });
});

describe("looking for what was posted", () => {
  it("finds a delivery after the nonce is forgotten", async () => {
    const since = clock.now();
    const first = await send("d1");
    for (let other = 0; other < 120; other += 1) await send(`other${other}`);
    clock.advance(60 * 60_000);
    expect(await find("d1", since)).toEqual(first);
    expect(await find("d2", since)).toEqual({ kind: "none" });
  });

  it("finds it when our clock was far ahead at the try", async () => {
    const first = await send("d1");
    expect(await find("d1", clock.now() + 12 * 3_600_000)).toEqual(first);
  });

  it("tells an empty channel from one whose history it may not read", async () => {
    expect(await find("d1")).toEqual({ kind: "none" });
    const overwrite = { channel: Ids.general, target: Ids.harbourBotRole, allow: "0" };
    await discord.local.setOverwrite({ ...overwrite, deny: READ_HISTORY });
    await send("d1");
    expect(await find("d1")).toEqual({ kind: "unreadable" });
  });

  it("is not fooled by what somebody else wrote", async () => {
    await discord.local.say({ as: Ids.admin, channel: Ids.general, content: "d1" });
    expect(await find("d1")).toEqual({ kind: "none" });
  });
});

describe("editing a post", () => {
  it("opens an archived thread for it", async () => {
    const sent = await send("d1", { kind: "channel", target: Ids.thread });
    if (sent.kind !== "sent" || sent.messageId === undefined) throw new Error("not sent");
    const overwrite = { channel: Ids.general, target: Ids.harbourBotRole, deny: "0" };
    await discord.local.setOverwrite({ ...overwrite, allow: SEND });
    await discord.local.setThread({ thread: Ids.thread, archived: true });
    const place = { channelId: sent.channelId, messageId: sent.messageId };
    expect(await poster.edit(place, { content: "It has ended." }, signal)).toEqual({
      kind: "sent",
      ...place,
    });
  });

  it("says that a deleted one is gone", async () => {
    const sent = await send("d1");
    if (sent.kind !== "sent" || sent.messageId === undefined) throw new Error("not sent");
    await discord.local.deleteMessage({ message: sent.messageId });
    const place = { channelId: sent.channelId, messageId: sent.messageId };
    expect(await poster.edit(place, { content: "x" }, signal)).toMatchObject({ name: "message-gone" });
  });
});
