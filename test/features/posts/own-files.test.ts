import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { request } from "undici";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import announce from "../../../commands/announce.ts";
import { createBotRest } from "../../../src/discord/rest/bot-rest.ts";
import { createOwnPermissions } from "../../../src/discord/rest/permissions.ts";
import { createMemberPermissions } from "../../../src/discord/rest/member-permissions.ts";
import { RefusalBreaker } from "../../../src/discord/rest/refusal-breaker.ts";
import type { Services } from "../../../src/features/services.ts";
import { HOUR, MINUTE } from "../../support/time.ts";
import type { Reply } from "../../../src/discord/reply/reply.ts";
import { MAX_POST_FILE_BYTES, MAX_POST_FILES } from "../../../src/features/posts/reminder-service.ts";
import type { ReminderView } from "../../../src/features/posts/reminder-service.ts";
import { guildData } from "../../../src/features/servers/store/guild-data.ts";
import { english } from "../../../src/messages/en.ts";
import { BOT_PERMISSIONS, Ids } from "../../../src/playground/discord/world/default-world.ts";
import type { ReminderContent } from "../../../src/schedule/subject.ts";
import { contextOf, markdownIn } from "../../support/run-command.ts";
import { png } from "../../support/tiny-png.ts";
import { openWorld, START, type World } from "./posting-harness.ts";
import { contentOf } from "./reminder-service-harness.ts";

const { made, panel, refused } = english.announce;
const ATTACH_FILES = 1n << 15n;
const SLOT = START + HOUR;
const ALT = "The gate at dusk";
const CALLED: unknown = english.trending.picture("Raid night");

/** Serves one file, in place of Discord's store of attachments. */
let served = Buffer.alloc(0);
const uploads = createServer((_request, response) => response.end(served));
beforeAll(() => new Promise<void>((resolve) => void uploads.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => void uploads.close(resolve)));

let world: World;
let services: Services;
beforeEach(async () => {
  world = await openWorld();
  const { clock } = world.table;
  const bot = createBotRest({ apiUrl: world.discord.url, breaker: new RefusalBreaker({ clock }) });
  const rest = bot.setToken(world.discord.token);
  const channels = {
    ...world.services.channels,
    ...createOwnPermissions({ rest, clock }),
    forMember: createMemberPermissions({ rest, clock }),
  };
  services = { ...world.services, channels, reminders: world.reminders.service };
});
afterEach(() => world.close());

async function announcement(more: Partial<ReminderContent> = {}): Promise<ReminderView> {
  const title = more.title ?? "Raid night";
  const result = await world.reminders.service.make({
    ownerId: Ids.admin,
    guildId: Ids.harbour,
    destinations: [{ kind: "channel", target: Ids.general }],
    rule: { kind: "weekly", zone: "UTC", time: "13:00", days: [] },
    content: contentOf({
      purpose: "announcement",
      subject: { kind: "note", text: title, isMarkdown: true },
      title,
      ...more,
    }),
  });
  if (!("reminder" in result)) throw new Error(result.kind);
  return result.reminder;
}

/** A press by an admin. */
function pressing() {
  const context = contextOf(services, {
    member: { id: Ids.admin, isAdmin: true },
    place: { guildId: Ids.harbour, channelId: Ids.general },
    isPrivate: true,
    now: world.table.clock.now(),
  });
  return { ...context, update: async () => true, rerun: async (): Promise<Reply> => ({ blocks: [] }) };
}

/** Submits the form; without bytes its upload stays empty. */
async function submit(
  { id, revision }: ReminderView,
  given: { readonly name?: string; readonly bytes?: Uint8Array; readonly alt?: string } = {},
): Promise<Reply> {
  const { name = "gate.png", bytes, alt } = given;
  served = Buffer.from(bytes ?? []);
  const { port } = uploads.address() as AddressInfo;
  const file = { name, url: `http://127.0.0.1:${port}/upload`, size: served.length };
  const form = announce.modals?.["file"];
  if (form === undefined) throw new Error("no form");
  return form.submitted({
    ...pressing(),
    state: { id, rev: revision, page: 0 },
    fields: { file: bytes && file, alt },
  });
}

const now = async ({ id }: ReminderView) => {
  const found = await world.reminders.service.find(id);
  if (found === undefined) throw new Error("gone");
  return found;
};
const posts = async () =>
  (await world.discord.local.history({ as: Ids.admin, channel: Ids.general })).map(({ message }) => message);
const bytesAt = async (url = "") => Buffer.from(await (await request(url)).body.arrayBuffer());
const stored = async () => {
  const rows = world.table.database.queries.selectFrom("post_files").selectAll();
  return rows.execute();
};

describe("an announcement's own picture or file", () => {
  it("is shown in its posts and tests, a picture with what it shows in words", async () => {
    const raid = await announcement();
    const shown = await submit(raid, { bytes: png(1), alt: ` ${ALT} ` });
    expect(markdownIn(shown)).toContain(made.changed);
    expect(markdownIn(shown)).toContain(String(panel.file("gate.png")));
    expect(shown.blocks).toContainEqual({
      type: "file",
      file: expect.objectContaining({ name: "gate.png", isPicture: true, description: ALT }),
    });
    expect(await world.reminders.service.test(raid.id, AbortSignal.timeout(MINUTE))).toMatchObject({
      kind: "sent",
    });
    await world.at(SLOT);
    const all = await posts();
    expect(all).toHaveLength(2);
    for (const { attachments, embeds } of all) {
      expect(attachments).toMatchObject([{ filename: "gate.png", description: ALT }]);
      expect(embeds[0]?.image?.url).toBe(attachments[0]?.url);
      expect(await bytesAt(attachments[0]?.url)).toEqual(Buffer.from(png(1)));
    }
  });

  it.each<readonly [string, string, Uint8Array, object]>([
    [
      "a picture is called after the announcement",
      "foto.png",
      png(1),
      { filename: "foto.png", description: CALLED },
    ],
    ["a picture gets the ending it lacks", "dusk", png(1), { filename: "dusk.png", description: CALLED }],
    ["a picture is shown by any name", "夕方.png", png(1), { filename: "file.png", description: CALLED }],
    ["a file keeps its ending", "予定 11.pdf", Buffer.from("%PDF-1.7"), { filename: "11.pdf" }],
  ])("needs no words: %s", async (_, name, bytes, attachment) => {
    await submit(await announcement(), { name, bytes });
    await world.at(SLOT);
    const [post] = await posts();
    expect(post?.attachments).toMatchObject([attachment]);
    const isPicture = "description" in attachment;
    expect(post?.attachments[0]?.description !== undefined).toBe(isPicture);
    expect(post?.embeds[0]?.image?.url).toBe(isPicture ? post?.attachments[0]?.url : undefined);
  });

  it("stays when the post is edited, beside what is listed", async () => {
    const raid = await announcement({ offers: { signUp: { afterMs: 3 * HOUR } } });
    await submit(raid, { bytes: png(1) });
    await world.at(SLOT);
    const by = { memberId: Ids.player, locale: "en-US", zone: "UTC" };
    await world.reminders.service.signUp({ reminderId: raid.id, slot: SLOT, ...by });
    await world.at(SLOT + MINUTE);
    const [post] = await posts();
    expect(JSON.stringify(post?.embeds)).toContain(Ids.player);
    expect(post?.attachments).toHaveLength(1);
    expect(await bytesAt(post?.attachments[0]?.url)).toEqual(Buffer.from(png(1)));
  });

  it("stays when what is on is struck from a list", async () => {
    await submit(await announcement({ subject: { kind: "agenda", every: "day" } }), { bytes: png(1) });
    await world.at(SLOT);
    const [before] = await posts();
    await world.at(SLOT + 12 * HOUR);
    const after = (await posts()).find(({ id }) => id === before?.id);
    expect(after?.edited_timestamp).not.toBeNull();
    expect(after?.attachments).toHaveLength(1);
  });

  it("comes along with each of several in one post", async () => {
    await submit(await announcement(), { name: "one.png", bytes: png(1) });
    await submit(await announcement({ title: "Council" }), { name: "two.txt", bytes: Buffer.from("agenda") });
    await world.at(SLOT);
    const attached = (await posts()).flatMap(({ attachments }) => attachments);
    expect(attached.map(({ filename }) => filename.replace(/^1-/, "")).sort()).toEqual([
      "one.png",
      "two.txt",
    ]);
  });

  it("is replaced and removed by the same form", async () => {
    const raid = await announcement();
    await submit(raid, { bytes: png(1), alt: ALT });
    await submit(await now(raid), { name: "plan.txt", bytes: Buffer.from("plan") });
    expect((await now(raid)).content.file).toEqual({ name: "plan.txt", isPicture: false });
    expect(await stored()).toEqual([{ reminder_id: raid.id, content: Buffer.from("plan") }]);
    await submit(await now(raid), { alt: ALT });
    expect((await now(raid)).content.file).toBeUndefined();
    expect(await stored()).toEqual([]);
    await world.at(SLOT);
    expect((await posts())[0]?.attachments).toEqual([]);
  });

  it("goes with its announcement, and with all of a server's data", async () => {
    const [raid, council] = [await announcement(), await announcement({ title: "Council" })];
    await submit(raid, { bytes: png(1) });
    await submit(council, { bytes: png(2) });
    await world.reminders.service.remove(raid.id);
    expect(await stored()).toMatchObject([{ reminder_id: council.id }]);
    await guildData(world.table.database).remove(Ids.harbour);
    expect(await stored()).toEqual([]);
  });

  it.each([
    ["is empty", Buffer.alloc(0)],
    ["is larger than 8 MiB", Buffer.alloc(MAX_POST_FILE_BYTES + 1)],
  ])("is refused, and the one before stays, where it %s", async (_, bytes) => {
    const raid = await announcement();
    await submit(raid, { bytes: png(1) });
    expect(markdownIn(await submit(await now(raid), { bytes }))).toContain(refused.file);
    expect(await stored()).toMatchObject([{ content: Buffer.from(png(1)) }]);
  });

  it("may be as large as 8 MiB, and is posted whole", async () => {
    const bytes = Buffer.alloc(MAX_POST_FILE_BYTES, "milepost");
    await submit(await announcement(), { name: "video.mp4", bytes });
    await world.at(SLOT);
    const posted = await bytesAt((await posts())[0]?.attachments[0]?.url);
    expect(posted.equals(bytes)).toBe(true);
  });

  it("is kept for so many announcements of a server, which can still be changed", async () => {
    const all: ReminderView[] = [];
    for (let number = 0; number <= MAX_POST_FILES; number += 1)
      all.push(await announcement({ title: `Night ${number}` }));
    const [first, ...others] = all;
    if (first === undefined) throw new Error("none");
    for (const one of others) await submit(one, { bytes: png(1) });
    const full = refused.files(String(MAX_POST_FILES));
    expect(markdownIn(await submit(first, { bytes: png(2) }))).toContain(full);
    expect(await stored()).toHaveLength(MAX_POST_FILES);
    expect((await now(first)).content.file).toBeUndefined();
    const [last] = others;
    if (last === undefined) throw new Error("none");
    expect(markdownIn(await submit(await now(last), { bytes: png(3) }))).toContain(made.changed);
    await submit(await now(last));
    expect(markdownIn(await submit(first, { bytes: png(2) }))).toContain(made.changed);
  });

  it("isn't stored over somebody else's change", async () => {
    const raid = await announcement();
    await submit(raid, { bytes: png(1) });
    expect(markdownIn(await submit(raid, { bytes: png(2) }))).toContain("changed this");
    expect(await stored()).toMatchObject([{ content: Buffer.from(png(1)) }]);
  });

  it("is left out where Attach Files is missing, and its panel says so", async () => {
    const raid = await announcement();
    await submit(raid, { bytes: png(1) });
    const everyone = { server: Ids.harbour, role: Ids.harbour, permissions: "0" };
    await world.discord.local.setRolePermissions(everyone);
    const own = { server: Ids.harbour, role: Ids.harbourBotRole };
    const permissions = String(BOT_PERMISSIONS & ~ATTACH_FILES);
    await world.discord.local.setRolePermissions({ ...own, permissions });
    await world.at(SLOT);
    const [post] = await posts();
    expect(JSON.stringify(post)).toContain("Raid night");
    expect(post?.attachments).toEqual([]);
    const open = announce.actions?.["panel"];
    const shown = await open?.run({ ...pressing(), state: { id: raid.id } });
    if (shown === undefined) throw new Error("no panel");
    expect(markdownIn(shown)).toContain(english.permissions.attachFiles);
  });
});
