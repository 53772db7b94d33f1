import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { withoutMarkup } from "../../src/base/text.ts";
import { PSEUDO, pseudoLanguage } from "../../src/messages/pseudo.ts";
import type { SeenMessage } from "../../src/playground/discord/local-api.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { type BotInProcess, startBotInProcess } from "../support/bot-in-process.ts";
import { speak } from "../support/languages.ts";
import { areas, textsOf } from "../messages/export.ts";
import { Member } from "../support/member.ts";
import { componentsIn, type Typed, walkViews } from "../support/walk-views.ts";

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
}, 60_000);
afterAll(() => bot.close());

const typed: readonly (Typed & { readonly depth?: number })[] = [
  { command: "trending", options: { show: "me" } },
  { command: "milestones", options: { show: "me" } },
  { command: "profile", options: { player: "a", show: "me" } },
  { command: "progress", options: { view: "next" } },
  { command: "stats", options: { period: "all" } },
  { command: "vault" },
  { command: "remind", subcommand: "new", options: { what: "Tea", when: "every day 14:00" } },
  { command: "remind", subcommand: "list" },
  { command: "setup", depth: 2 },
  { command: "announce", subcommand: "new", options: { what: "Tea", lead: "every day 14:00" } },
  { command: "announce", subcommand: "board", options: { what: "trending" } },
  { command: "announce", subcommand: "list" },
  { command: "announce", subcommand: "history" },
  { command: "help" },
  { command: "link" },
  { command: "account", depth: 2 },
  { command: "unlink" },
];

/** Every text of a view that is read on its own. */
function textsIn(seen: SeenMessage): readonly string[] {
  const parts = componentsIn(seen) as readonly {
    readonly content?: string;
    readonly label?: string;
    readonly placeholder?: string;
    readonly options?: readonly { readonly label: string; readonly description?: string }[];
  }[];
  return parts
    .flatMap(({ content, label, placeholder, options = [] }) => [
      content,
      label,
      placeholder,
      ...options.flatMap((option) => [option.label, option.description]),
    ])
    .filter((text) => text !== undefined);
}

const wordsOf = (area: (typeof areas)[number]) => textsOf(area).map(({ text }) => withoutMarkup(text));
/** What English says without arguments; a post, as a panel shows it, is in the server's language. */
const ofPosts = new Set(wordsOf("posts"));
const ours = new Set(areas.flatMap(wordsOf).filter((words) => !ofPosts.has(words)));

const count = (text: string, mark: string) => text.split(mark).length;
const isCut = (text: string) => count(text, "⟦") !== count(text, "⟧");

describe("a language that is longer", () => {
  it.each(typed)(
    "is whole in every view, and nothing is left in English: /$command $subcommand",
    { timeout: 120_000 },
    async (one) => {
      const { depth = 1, ...asked } = one;
      const views = walkViews(asked, {
        local: bot.local,
        as: Ids.admin,
        channel: Ids.general,
        between: () => bot.pass(5 * SECOND),
        ids: { 5: [Ids.player], 6: [Ids.pingRole], 8: [Ids.general, Ids.forum] },
        depth,
      });
      const cut: string[] = [];
      const untranslated: string[] = [];
      let met = 0;
      for await (const { path, seen } of views) {
        const texts = textsIn(seen);
        met += texts.filter((text) => text.includes("⟦")).length;
        const lines = texts.flatMap((text) => withoutMarkup(text).split("\n"));
        untranslated.push(...lines.filter((line) => ours.has(line)).map((line) => `${path}: ${line}`));
        cut.push(...texts.filter(isCut).map((text) => `${path}: ${text}`));
      }
      expect(met).toBeGreaterThan(0);
      expect({ cut, untranslated }).toEqual({ cut: [], untranslated: [] });
    },
  );
});
