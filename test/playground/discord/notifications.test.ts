import { REST } from "discord.js";
import { afterEach, beforeEach, expect, it } from "vitest";

import { Ids } from "../../../src/playground/discord/world/default-world.ts";
import { Permission } from "../../../src/playground/discord/world/permissions.ts";
import { type Stage, stage } from "./bot.ts";

const V2 = 1 << 15;
const SILENT = 1 << 12;
const CARD = { embeds: [{ description: "A card", color: 1 }] };
const ROW = [{ type: 1, components: [{ type: 2, style: 2, label: "Press", custom_id: "x" }] }];

let scene: Stage;
let rest: REST;
beforeEach(async () => {
  scene = await stage();
  rest = new REST({ api: scene.discord.url, retries: 0 }).setToken(scene.discord.token);
});
afterEach(() => scene.close());

const post = async (channel: string, body: object) =>
  (await rest.post(`/channels/${channel}/messages`, { body })) as { id: string; embeds: unknown[] };
const dmOf = async (person: string) =>
  ((await rest.post("/users/@me/channels", { body: { recipient_id: person } })) as { id: string }).id;

/** What this person's phone shows while this is done. */
async function shownTo(person: string, act: () => Promise<unknown>) {
  const shown: { readonly title: string; readonly text: string }[] = [];
  const stop = scene.discord.listen(person, (event) => {
    if (event.type === "notification") shown.push({ title: event.title, text: event.text });
  });
  await act();
  stop();
  return shown;
}

const atFollowers = () => scene.discord.local.history({ as: Ids.stranger, channel: Ids.outpostGeneral });

it("notifies of a direct message by its content alone, as it reads on a lock screen", async () => {
  const dm = await dmOf(Ids.player);
  const content = `<@${Ids.player}> **The Vigil\\*** ends in 1 hour. <t:1:R>`;
  const shown = await shownTo(Ids.player, () => post(dm, { content, ...CARD, components: ROW }));
  expect(shown).toEqual([{ title: "Milepost", text: "@Mara Voss The Vigil* ends in 1 hour. <t:1:R>" }]);
});

it("notifies of a message of components with nothing to read", async () => {
  const dm = await dmOf(Ids.player);
  const components = [{ type: 10, content: "The Vigil ends in 1 hour." }];
  const shown = await shownTo(Ids.player, () => post(dm, { flags: V2, components }));
  expect(shown).toEqual([{ title: "Milepost", text: "" }]);
});

it("notifies in a channel of nothing but mentions that are allowed, and of no change", async () => {
  const dm = await dmOf(Ids.admin);
  const content = `<@${Ids.player}> news`;
  const allowed = { allowed_mentions: { parse: ["users"] } };
  const shown = await shownTo(Ids.player, async () => {
    await post(Ids.general, { content: "news" });
    await post(Ids.general, { content, allowed_mentions: { parse: [] } });
    await post(Ids.general, { content, ...allowed, flags: SILENT });
    await post(dm, { content: "not for her" });
    const { id } = await post(Ids.general, { content, ...allowed });
    await rest.patch(`/channels/${Ids.general}/messages/${id}`, {
      body: { content: `${content}!`, ...allowed },
    });
  });
  expect(shown).toEqual([{ title: "Milepost (#general)", text: "@Mara Voss news" }]);
});

it("gives followers of a published post its content and embeds, without its components", async () => {
  const { id } = await post(Ids.announcements, { content: "news", ...CARD, components: ROW });
  expect(await atFollowers()).toEqual([]);
  await rest.post(`/channels/${Ids.announcements}/messages/${id}/crosspost`);
  const [copy] = await atFollowers();
  expect(copy?.message).toMatchObject({ content: "news", ...CARD, components: [], flags: 2 });
  expect(copy?.message.author.username).toContain("#");
  await rest.patch(`/channels/${Ids.announcements}/messages/${id}`, {
    body: { content: "over", embeds: [] },
  });
  const [changed, ...others] = await atFollowers();
  expect(others).toEqual([]);
  expect(changed?.message).toMatchObject({ content: "over", embeds: [], components: [] });
});

it("gives followers of a published message of components nothing", async () => {
  const components = [{ type: 10, content: "news" }];
  const { id } = await post(Ids.announcements, { flags: V2, components });
  await rest.post(`/channels/${Ids.announcements}/messages/${id}/crosspost`);
  const [copy] = await atFollowers();
  expect(copy?.message).toMatchObject({ content: "", embeds: [], components: [] });
});

it("leaves embeds out where the bot may not embed links, and takes the message", async () => {
  const deny = String(Permission.EmbedLinks);
  await scene.discord.local.setOverwrite({ channel: Ids.general, target: Ids.bot, allow: "0", deny });
  expect((await post(Ids.general, { content: "news", ...CARD })).embeds).toEqual([]);
  expect((await post(await dmOf(Ids.player), { content: "news", ...CARD })).embeds).toHaveLength(1);
});
