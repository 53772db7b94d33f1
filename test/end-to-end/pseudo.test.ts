import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { withoutMarkup } from "../../src/base/text.ts";
import { messagesFor } from "../../src/messages/catalog.ts";
import { PSEUDO, pseudoLanguage } from "../support/pseudo.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { type BotInProcess, startBotInProcess } from "../support/bot-in-process.ts";
import { speak } from "../support/languages.ts";
import { areas, textsOf } from "../messages/export.ts";
import { Member } from "../support/member.ts";
import { type Walked, walkViews, withOthers } from "../support/walk-views.ts";

const SECOND = 1_000;

speak(pseudoLanguage);

let bot: BotInProcess;

beforeAll(async () => {
  bot = await startBotInProcess({ LINK_ACCEPT: "sealed,cookies" });
  const answer = await request(`${bot.platformUrl}/_control/sessions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ player: 0 }),
  });
  const { cookies } = (await answer.body.json()) as {
    readonly cookies: readonly { readonly name: string; readonly value: string }[];
  };
  const admin = new Member(bot.local, { as: Ids.admin, channel: Ids.general });
  await admin.link(cookies.map(({ name, value }) => `${name}=${value}`).join("; "));
  await bot.local.setLocale({ person: Ids.admin, locale: PSEUDO });
});
afterAll(() => bot.close());

/** Those that need options or their place in the order. Replies for all would be in the server's language. */
const listed: readonly Walked[] = [
  { command: "trending", options: { show: "me" } },
  { command: "profile", options: { player: "a", show: "me" } },
  { command: "progress", options: { view: "next" } },
  { command: "stats", options: { period: "all" } },
  { command: "vault" },
  { command: "remind", subcommand: "new", options: { what: "Tea", when: "every day 14:00" } },
  { command: "remind", subcommand: "list" },
  { command: "setup", depth: 2 },
  { command: "announce", subcommand: "new", options: { what: "Tea", when: "every day 14:00" } },
  { command: "announce", subcommand: "board", options: { what: "trending" } },
  { command: "announce", subcommand: "list" },
  { command: "announce", subcommand: "history" },
  { command: "link" },
  { command: "account", depth: 2 },
  { command: "unlink" },
];

const READ: ReadonlySet<string> = new Set([
  "title",
  "content",
  "label",
  "description",
  "placeholder",
  "name",
  "text",
]);

/** Every text of a message or form that is read on its own, by what its keys are called. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === "emoji" || key === "attachments" || key === "author") return [];
    return typeof inner !== "string" ? textsIn(inner) : READ.has(key) && inner !== "" ? [inner] : [];
  });
}

const wordsOf = (area: (typeof areas)[number]) => textsOf(area).map(({ text }) => withoutMarkup(text));
/** What English says without arguments; a post, as a panel shows it, is in the server's language. */
const ofPosts = new Set(wordsOf("posts"));
const all = new Set(areas.flatMap(wordsOf));
const ours = new Set([...all].filter((words) => !ofPosts.has(words)));

const count = (text: string, mark: string) => text.split(mark).length;
const isCut = (text: string) => count(text, "⟦") !== count(text, "⟧");

/** What of these texts is cut, and what is left in English. */
function faultsIn(path: string, texts: readonly string[], english: ReadonlySet<string>): readonly string[] {
  const lines = texts.flatMap((text) => withoutMarkup(text).split("\n"));
  return [
    ...texts.filter(isCut).map((text) => `${path} is cut: ${text}`),
    ...lines.filter((line) => english.has(line)).map((line) => `${path} is English: ${line}`),
  ];
}

describe("a language that is longer", () => {
  it.each(withOthers(listed, "me"))(
    "is whole in every view and form, and nothing is left in English: /$command $subcommand",
    async (one) => {
      const { depth = 1, ...asked } = one;
      const faults: string[] = [];
      let met = 0;
      const look = (path: string, texts: readonly string[]) => {
        met += texts.filter((text) => text.includes("⟦")).length;
        faults.push(...faultsIn(path, texts, ours));
      };
      const views = walkViews(asked, {
        local: bot.local,
        as: Ids.admin,
        channel: Ids.general,
        between: () => bot.pass(5 * SECOND),
        ids: { 5: [Ids.player], 6: [Ids.pingRole], 8: [Ids.general, Ids.forum] },
        depth,
        onForm: (path, form) => look(path, textsIn(form)),
      });
      for await (const { path, seen } of views) look(path, textsIn(seen.message.components));
      expect(met).toBeGreaterThan(0);
      expect(faults).toEqual([]);
    },
  );
});

describe("a server in a language that is longer", () => {
  speak({ ...pseudoLanguage, isHidden: false });

  it("gets whole posts, boards and public answers, and nothing in English", async () => {
    const words = messagesFor(PSEUDO);
    const admin = new Member(bot.local, { as: Ids.admin, channel: Ids.botCommands });
    const run = async (named: string, options?: Readonly<Record<string, string>>) => {
      bot.pass(20 * SECOND);
      return admin.run(named, options);
    };
    const setup = await run("setup");
    const panel = await admin.choose(setup, words.setup.open, "language");
    await admin.choose(panel, words.setup.language.pick, PSEUDO);
    const announced = await run("announce new", { what: "Tea", when: "every day 14:00" });
    await admin.press(announced, words.shared.buttons.test);
    for (const what of ["trending", "milestones"]) await run("announce board", { what });
    const reminder = await run("remind new", { what: "Tea", when: "every day 14:00" });
    await admin.press(reminder, words.shared.buttons.test);
    await run("trending");
    await run("milestones");
    await run("profile", { player: "a" });
    const dm = await bot.local.openDm({ as: Ids.admin });
    const seen = await Promise.all(
      [Ids.botCommands, dm.id].map((channel) => bot.local.history({ as: Ids.admin, channel, limit: 100 })),
    );
    const shown = seen.flat().filter(({ isEphemeral }) => !isEphemeral);
    const posts = shown.map(({ message: { content, embeds, components } }) => ({
      content,
      embeds,
      components,
    }));
    expect(posts.length).toBeGreaterThanOrEqual(7);
    expect(posts.filter((post) => !textsIn(post).some((text) => text.includes("⟦")))).toEqual([]);
    expect(posts.flatMap((post, at) => faultsIn(`${at}`, textsIn(post), all))).toEqual([]);
  });
});
