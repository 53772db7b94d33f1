import { expect, it } from "vitest";

import { bodyOf, datesOf, leadOf, newsOf } from "../../../../src/features/posts/view/post-words.ts";
import { contextOf } from "../../../support/run-command.ts";
import { fakePlatform, fakeServices } from "../../../support/fake-services.ts";
import { HOUR } from "../../../support/time.ts";

const services = fakeServices({ platform: fakePlatform({}, []) });
const { view } = contextOf(services);
const bodyFor = (text: string) =>
  bodyOf(
    { title: "x", subject: { kind: "note", text }, lateMs: 0, isHeld: false } as never,
    view,
  )?.toString();

it("leads from a note to the message it is about, and nowhere else", () => {
  const url = "https://discord.com/channels/10/20/30";
  expect(bodyFor(`Raid\n${url}`)).toMatch(/^\[[^\]]+\]\(<https:\/\/discord\.com\/channels\/10\/20\/30>\)$/);
  expect(bodyFor(`Raid\nhttps://discord.com/channels/@me/20/30 **x**`)).toMatch(/\(<https:.*>\) \\\*\\\*x/);
  for (const other of ["https://discord.com.example/channels/1/2/3", "https://discord.com/invite/1"])
    expect(bodyFor(`Raid\n${other}`)).not.toContain("](");
});

it.each([
  ["||all of it\nis secret||", "||all of it\nis secret||", undefined],
  ["```js\ncode\n```\nafter", "```js\ncode\n```\nafter", undefined],
  ["**Raid\ntonight**", "**Raid\ntonight**", undefined],
  ["Raid ||at nine||\nBring snacks", "Raid ||at nine||", "Bring snacks"],
])("parts no markup of an admin's where its first line ends: %j", (text, news, body) => {
  const part = { title: "x", subject: { kind: "note", text, isMarkdown: true }, lateMs: 0, isHeld: false };
  expect(String(newsOf(part as never, view))).toBe(news);
  expect(bodyOf(part as never, view)?.toString()).toBe(body);
});

it("says of a reset how far it is, and of one that is just now no more than that", () => {
  const saidAt = (at: number) =>
    leadOf(
      {
        title: "Daily reset",
        subject: { kind: "reset", at, entries: [], more: 0 },
        lateMs: 0,
        isHeld: false,
      } as never,
      view,
    ).toString();
  expect(saidAt(view.now + HOUR)).toBe("**Daily reset** in 1 hour");
  expect(saidAt(view.now)).toBe("**Daily reset** now");
  expect(saidAt(view.now - HOUR)).toBe("**Daily reset** 1 hour ago");
});

it.each([
  ["start", 0, "**Vigil**が始まりました"],
  ["start", HOUR, "**Vigil**は1時間後に開始します"],
  ["end", 0, "**Vigil**が終了しました"],
  ["end", HOUR, "**Vigil**は1時間後に終了します"],
] as const)(
  "says in a sentence of its own what happens now, for languages where no word fits both: %s, %i",
  (edge, wait, words) => {
    const { view: inJapanese } = contextOf(services, { locale: "ja" });
    const part = { title: "Vigil", subject: { kind: "dated", edge, at: inJapanese.now + wait } };
    expect(leadOf(part as never, inJapanese).toString()).toBe(words);
  },
);

const namesAt = (at: number) =>
  (["start", "end"] as const).map((edge) =>
    datesOf({ title: "x", subject: { kind: "dated", edge, at } } as never, view).map(({ name }) => name),
  );

it("names dates without a tense: what starts or ends now has ended when somebody reads it", () => {
  for (const at of [view.now - HOUR, view.now, view.now + HOUR])
    expect(namesAt(at)).toEqual([["Start"], ["End"]]);
});

it("says when a reset is only where it is ahead, or where nothing else is said of it", () => {
  const [entry] = [{ title: "x", rewards: [] }];
  const datesAt = (at: number, entries: readonly unknown[]) =>
    datesOf({ title: "x", subject: { kind: "reset", at, entries, more: 0 } } as never, view).length;
  expect(datesAt(view.now + HOUR, [entry])).toBe(1);
  expect(datesAt(view.now, [])).toBe(1);
  expect(datesAt(view.now, [entry])).toBe(0);
});

it.each([
  [["Spear", "Mask", "Lantern", "Shield"], "Rewards: Spear, Mask, and 2\u00A0more"],
  [
    ["Cuirass of the Salt Road", "Dagger of the White Stag", "Shield"],
    "Rewards: Cuirass of the Salt Road and 2\u00A0more",
  ],
])("names as many rewards of a thing as fit a line, and how many more there are", (rewards, line) => {
  const entries = [{ title: "The Night Market", rewards }];
  const body = bodyOf(
    { title: "x", subject: { kind: "reset", at: view.now, entries, more: 0 } } as never,
    view,
  );
  expect(body?.toString()).toContain(line);
});
