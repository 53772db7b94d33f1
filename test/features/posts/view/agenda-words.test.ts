import { expect, it } from "vitest";

import type { AgendaEntry } from "../../../../src/features/posts/view/post-parts.ts";
import { listedReply, reminderPost } from "../../../../src/features/posts/view/posts.ts";
import { messagesFor } from "../../../../src/messages/catalog.ts";
import { fakePlatform, fakeServices } from "../../../support/fake-services.ts";
import { buttonsIn, contextOf, markdownIn } from "../../../support/run-command.ts";
import { HOUR } from "../../../support/time.ts";

const { view } = contextOf(fakeServices({ platform: fakePlatform({}, []) }));
const { showAll } = messagesFor("en-US").posts.buttons;
const thing = (name: number, rewards: readonly string[] = ["Spear"]): AgendaEntry => {
  return { title: `Thing ${name}`, ends: view.now + name * HOUR, rewards };
};
const things = (count: number) => Array.from({ length: count }, (_, index) => thing(index + 1));
const partOf = (entries: readonly AgendaEntry[], more = 0) =>
  ({
    reminderId: "r1",
    slot: 5,
    title: "Weekly reset",
    subject: { kind: "reset", at: view.now, entries, more },
    lateMs: 0,
  }) as never;
const postOf = (entries: readonly AgendaEntry[], { isPersonal = false, more = 0 } = {}) =>
  reminderPost({ parts: [partOf(entries, more)], isPersonal, deliveryId: "d1" } as never, view).card;
const listed = (card: Parameters<typeof markdownIn>[0]) =>
  [...markdownIn(card).matchAll(/\*\*Thing (\d+)\*\* · Ends/g)].map(([, name]) => Number(name));
const over = (name: number) => ({ ...thing(name), ends: view.now - HOUR, isOver: true });
const labels = (card: Parameters<typeof buttonsIn>[0]) => buttonsIn(card).map(({ label }) => label);

it("names the five that end first, and how many others a press shows", () => {
  const card = postOf(things(9), { more: 2 });
  expect(listed(card)).toEqual([1, 2, 3, 4, 5]);
  expect(markdownIn(card)).toMatch(/^and 6 more$/m);
  expect(labels(card)).toEqual([showAll]);
});

it("names those with rewards before those without, in the order they end", () => {
  const entries = [thing(1, []), thing(2, []), ...things(9).slice(2)];
  expect(listed(postOf(entries))).toEqual([3, 4, 5, 6, 7]);
  const few = [thing(1, []), ...things(4).slice(1), thing(5, []), thing(6, []), thing(7, [])];
  expect(listed(postOf(few))).toEqual([1, 2, 3, 4, 5]);
});

it("goes on to what ends next as things end, and strikes those", () => {
  const card = postOf([over(1), over(2), ...things(9).slice(2)]);
  expect(listed(card)).toEqual([3, 4, 5, 6, 7]);
  for (const name of [1, 2]) expect(markdownIn(card)).toContain(`~~Thing ${name}~~ · Ended`);
  expect(markdownIn(card)).toMatch(/^and 2 more$/m);
});

it("leaves out no single one, and has no button where all is said", () => {
  const card = postOf(things(6));
  expect(listed(card)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(labels(card)).toEqual([]);
  expect(labels(postOf([thing(1, ["Spear", "Mask", "Shield"])]))).toEqual([showAll]);
});

it("has the button in a row of its own in a direct message, under what is there for any reminder", () => {
  const rows = postOf(things(9), { isPersonal: true }).blocks.flatMap((block) =>
    block.type === "buttons" ? [block.buttons.map(({ label }) => label)] : [],
  );
  expect(rows).toHaveLength(2);
  expect(rows.at(-1)).toEqual([showAll]);
});

it("is as short among others, with the button right under it", () => {
  const note = { ...(partOf([]) as object), title: "Movie night", subject: { kind: "note", text: "Movie" } };
  const parts = [partOf(things(9)), note];
  const { card } = reminderPost({ parts, isPersonal: false, deliveryId: "d1" } as never, view);
  expect(listed(card)).toEqual([1, 2, 3, 4, 5]);
  expect(card.blocks.map(({ type }) => type)).toEqual(["text", "buttons", "text"]);
  expect(labels(card)).toEqual([showAll]);
});

it("shows all of it with every reward to whoever presses", () => {
  const rewards = ["Spear", "Mask", "Lantern", "Shield"];
  const reply = listedReply(partOf([thing(1, rewards), ...things(9).slice(1)]), view);
  expect(listed(reply)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(markdownIn(reply)).toContain("-# Rewards: Spear, Mask, Lantern, and Shield");
  expect(markdownIn(reply)).not.toContain("more");
  expect(markdownIn(listedReply(undefined, view))).toContain("</milestones:");
});

it("of an event opens it, and has its wide picture as large as it is", () => {
  const url = "https://content.example/wide.png";
  const dated = { kind: "dated", edge: "end", at: view.now + HOUR, key: "milestone:7", pictureUrl: url };
  const post = (more: object) => {
    const part = { ...(partOf([]) as object), title: "Harvest Week", subject: { ...dated, ...more } };
    return reminderPost({ parts: [part], isPersonal: true, deliveryId: "d1" } as never, view).card;
  };
  const { open } = messagesFor("en-US").posts.buttons;
  const wide = post({ isBanner: true });
  expect(buttonsIn(wide).find(({ label }) => label === open)).toMatchObject({
    press: { action: "show", state: { what: "milestone:7" } },
  });
  expect(wide.blocks).toContainEqual({
    type: "gallery",
    images: [{ url, description: expect.stringContaining("Harvest Week") }],
  });
  expect(post({}).blocks.map(({ type }) => type)).not.toContain("gallery");
  expect(labels(post({ key: undefined }))).not.toContain(open);
});
