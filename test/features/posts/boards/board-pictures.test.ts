import { request } from "undici";
import { afterEach, beforeEach, expect, test } from "vitest";

import { DAY_MS, HOUR_MS } from "../../../../src/base/duration.ts";
import { Ids } from "../../../../src/playground/discord/world/default-world.ts";
import { Keeping, news, ritual, signal } from "./board-harness.ts";
import type { Card } from "../../../../src/pictures/card.ts";

let kept: Keeping;
let cards: Card[];
/** Set: nothing can be drawn. */
let isBroken: boolean;
let tries: number;

beforeEach(async () => {
  kept = await Keeping.open();
  cards = [];
  isBroken = false;
  tries = 0;
  kept.entries = [news("1", "Harvest"), ritual("2", "Regatta", kept.clock.now() + DAY_MS)];
  kept.services = {
    ...kept.services,
    pictures: {
      prepare: () => {},
      kept: async () => undefined,
      draw: async (card) => {
        tries += 1;
        if (isBroken) throw new Error("nothing can be drawn");
        cards.push(card);
        return { name: `${card.card}.png`, bytes: Buffer.from(`picture ${cards.length}`) };
      },
    },
  };
  kept.restart();
});
afterEach(() => kept.close());

const message = async () => {
  const [only, ...others] = await kept.messages();
  if (only === undefined || others.length > 0) throw new Error("not one message");
  return only.message;
};

/** What stands at an attachment's address. */
async function served(url: string | undefined): Promise<string> {
  const { body } = await request(url ?? "");
  return body.text();
}

test("a board shows the mosaic of what it lists, in its embed, over the same in words", async () => {
  await kept.make();
  const { attachments, embeds } = await message();
  expect(attachments).toHaveLength(1);
  expect(attachments[0]).toMatchObject({
    filename: "trending.png",
    description: expect.stringMatching(/Harvest.*Regatta/),
  });
  expect(embeds[0]?.image?.url).toBe(attachments[0]?.url);
  expect(embeds[0]?.description).toMatch(/Harvest[^]*Regatta/);
  expect(cards).toMatchObject([{ card: "trending", entries: [{ title: "Harvest" }, { title: "Regatta" }] }]);
});

test("an entry without a title is called by its kind, once", async () => {
  kept.entries = [news("1", ""), news("2", "Harvest")];
  await kept.make();
  const { embeds } = await message();
  expect(embeds[0]?.description).toContain("**News**\n");
  expect(embeds[0]?.description).toContain("**Harvest** · News");
});

test("an edit puts the new picture in the place of the old one", async () => {
  await kept.make();
  kept.entries.unshift(news("3", "Storm"));
  await kept.later();
  const { attachments, embeds } = await message();
  expect(attachments).toHaveLength(1);
  expect(embeds[0]?.image?.url).toBe(attachments[0]?.url);
  expect(attachments[0]?.description).toContain("Storm");
  expect(await served(attachments[0]?.url)).toBe("picture 2");
});

test("an edit for its age alone leaves it as pretty as it was", async () => {
  await kept.make();
  await kept.later(2 * HOUR_MS);
  const { attachments, embeds } = await message();
  expect(attachments).toHaveLength(1);
  expect(embeds[0]?.image?.url).toBe(attachments[0]?.url);
});

test("what can't be drawn takes the old picture along, and the next look brings one back", async () => {
  await kept.make();
  isBroken = true;
  kept.entries.unshift(news("3", "Storm"));
  await kept.later();
  const inWords = await message();
  expect(inWords.attachments).toEqual([]);
  expect(inWords.embeds[0]?.image).toBeUndefined();
  expect(inWords.embeds[0]?.description).toContain("Storm");
  isBroken = false;
  await kept.later(2 * HOUR_MS);
  expect((await message()).attachments).toHaveLength(1);
});

test("a picture that was not there in time comes with the next look", async () => {
  isBroken = true;
  await kept.make();
  expect((await message()).attachments).toEqual([]);
  isBroken = false;
  await kept.later();
  expect((await message()).attachments).toHaveLength(1);
  await kept.later();
  expect(cards).toHaveLength(1);
});

test("one that never can be drawn is tried once more, then an hour later", async () => {
  isBroken = true;
  await kept.make();
  await kept.later();
  await kept.later();
  expect(tries).toBe(2);
});

test("a board of milestones shows the week", async () => {
  kept.milestones = {
    "9": { milestoneHash: 9, endDate: new Date(kept.clock.now() + 2 * DAY_MS).toISOString() },
  };
  await kept.make({ what: "milestones" });
  expect((await message()).attachments).toMatchObject([{ filename: "week.png" }]);
  expect(cards).toMatchObject([{ card: "week", rows: [{ isUrgent: false }] }]);
});

test("a board's picture is in the server's zone, as its dates are elsewhere", async () => {
  kept.milestones = {
    "9": { milestoneHash: 9, endDate: new Date(kept.clock.now() + 2 * DAY_MS).toISOString() },
  };
  await kept.settle({ zone: "Asia/Tokyo", cardMode: "light" });
  await kept.make({ what: "milestones" });
  expect(cards).toMatchObject([{ card: "week", mode: "light", zone: "Tokyo" }]);
});

test("a channel where nothing may be attached has its board in words", async () => {
  const deny = String(1n << 15n);
  for (const target of [Ids.harbour, Ids.harbourBotRole]) {
    await kept.discord.local.setOverwrite({ channel: Ids.general, target, allow: "0", deny });
  }
  await kept.make();
  const { attachments, embeds } = await message();
  expect(attachments).toEqual([]);
  expect(embeds[0]?.image).toBeUndefined();
  expect(embeds[0]?.description).toMatch(/Harvest[^]*Regatta/);
});

test("a board that is stopped and left shows no picture any more", async () => {
  await kept.make();
  const [board] = await kept.keeper.ofGuild(Ids.harbour);
  expect(await kept.keeper.stop(board?.id ?? "", "leave", signal)).toBe("stopped");
  expect((await message()).attachments).toEqual([]);
});
