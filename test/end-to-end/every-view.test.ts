import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { english } from "../../src/messages/en.ts";
import type { SeenMessage } from "../../src/playground/discord/local-api.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { type BotInProcess, startBotInProcess } from "../support/bot-in-process.ts";
import { Member } from "../support/member.ts";
import { componentsIn, type Typed, type Walked, walkViews, withOthers } from "../support/walk-views.ts";

const MENUS = new Set([3, 5, 6, 7, 8]);
const ROW = 1;
const BUTTON = 2;
const SECOND = 1_000;

let bot: BotInProcess;
const paths = new Set<string>();

beforeAll(async () => {
  bot = await startBotInProcess({ LINK_ACCEPT: "sealed,cookies" });
  const admin = new Member(bot.local, { as: Ids.admin, channel: Ids.general });
  await admin.link(await cookies(0));
});
afterAll(() => bot.close());

async function cookies(player: number): Promise<string> {
  const answer = await request(`${bot.platformUrl}/_control/sessions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ player }),
  });
  const { cookies: all } = (await answer.body.json()) as {
    readonly cookies: readonly { readonly name: string; readonly value: string }[];
  };
  return all.map(({ name, value }) => `${name}=${value}`).join("; ");
}

/**
 * Those that need options or their place in the order. How many controls deep, three unless it says: what another entry
 * reaches by its menus is only looked at.
 */
const listed: readonly Walked[] = [
  { command: "trending" },
  { command: "trending", options: { search: "the" }, depth: 1 },
  { command: "profile", options: { player: "a" } },
  { command: "progress", options: { view: "next" } },
  ...["overview", "factions", "milestones", "quests", "objectives"].map((view) => ({
    command: "progress",
    options: { view },
    depth: 1,
  })),
  { command: "stats", options: { period: "all" } },
  ...["week", "months"].map((period) => ({ command: "stats", options: { period }, depth: 1 })),
  { command: "vault" },
  { command: "vault", options: { search: "the" } },
  { command: "remind", subcommand: "new", options: { what: "Tea", when: "in 2 hours" } },
  { command: "remind", subcommand: "new", options: { what: "Tea", when: "every day 14:00" }, depth: 1 },
  { command: "remind", subcommand: "list" },
  // The first time it leads through three steps: nothing is changed in them.
  { command: "setup", skips: /setup.(set|first)$/ },
  // The first setting that is changed ends that.
  { command: "setup" },
  { command: "setup" },
  { command: "announce", subcommand: "new", options: { what: "Tea", when: "every day 14:00" } },
  { command: "announce", subcommand: "board", options: { what: "trending" } },
  { command: "announce", subcommand: "list" },
  { command: "announce", subcommand: "history" },
  { command: "link" },
  { command: "account" },
  { command: "unlink" },
];

/** By Discord's number of the list: people, roles, channels. */
const ids = { 5: [Ids.player], 6: [Ids.pingRole], 8: [Ids.general, Ids.forum] };

/** What is wrong with a view; undefined where nothing is. */
function faultOf(seen: SeenMessage): string | undefined {
  const parts = componentsIn(seen);
  const menus = parts.filter(({ type }) => MENUS.has(type)).length;
  const buttons = parts.filter(({ type }) => type === BUTTON);
  // A row nobody can press is part of a preview.
  const previewed = parts
    .filter(
      ({ type, components = [] }) => type === ROW && components.every(({ disabled }) => disabled === true),
    )
    .flatMap(({ components = [] }) => components);
  if (menus > 2 || buttons.length - previewed.length > 5) return `${menus} menus, ${buttons.length} buttons`;
  const pictures = seen.message.attachments.filter(({ content_type = "" }) =>
    content_type.startsWith("image/"),
  );
  if (pictures.some(({ description = "" }) => description === "")) return "a picture without its alt text";
  const { asText, less } = english.runtime.controls;
  const leadsToWords = buttons.some(({ label }) => label === asText || label === less);
  if (pictures.length === 0 || leadsToWords) return undefined;
  const said = JSON.stringify(parts);
  const isUnder = pictures.every(({ description = "" }) =>
    (description.match(/\d[\d.,]*/g) ?? []).every((number) => said.includes(number.replace(/[.,]$/, ""))),
  );
  return isUnder ? undefined : "a picture without its words";
}

/** Returns a command as it is typed: `/stats period: week`. */
function nameOf({ command, subcommand, options = {} }: Typed): string {
  const given = Object.entries(options).map(([name, value]) => `${name}: ${value}`);
  return [`/${command}`, ...(subcommand === undefined ? [] : [subcommand]), ...given].join(" ");
}

describe("every view of every command", () => {
  it.each(withOthers(listed).map((one) => [nameOf(one), one] as const))(
    "%s",
    async (_, { skips, depth = 3, ...one }) => {
      const views = walkViews(one, {
        local: bot.local,
        as: Ids.admin,
        channel: Ids.general,
        between: () => bot.pass(5 * SECOND),
        ...(skips !== undefined && { skips }),
        ids,
        depth,
      });
      const faults: string[] = [];
      for await (const { path, seen } of views) {
        const fault = faultOf(seen);
        if (fault !== undefined) faults.push(`${path}: ${fault}`);
        paths.add(path);
      }
      expect(faults).toEqual([]);
    },
  );

  it("was met, those behind More too", () => {
    expect(paths.size).toBeGreaterThan(250);
    const { more } = english.runtime.controls;
    for (const command of ["stats", "announce new", "remind new", "progress", "setup"]) {
      const behind = new RegExp(`^/${command}( >.*)? > ${more} > `);
      expect([command, [...paths].some((path) => behind.test(path))]).toEqual([command, true]);
    }
  });
});
