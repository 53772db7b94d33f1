import { afterAll, beforeAll, describe, expect, it } from "vitest";

import {
  type BotOnStage,
  type DiscordStage,
  type PlatformStage,
  stageDiscord,
  stagePlatform,
  startBot,
} from "../support/bot-harness.ts";
import { Member, textOf } from "../support/member.ts";

const MEMBERS = 500;
/** Members who have an account of the game, so that each has a vault of their own. */
const PLAYERS = 60;
const AT_ONCE = 25;

let discord: DiscordStage;
let platform: PlatformStage;
let bot: BotOnStage;

interface Linked {
  readonly member: Member;
  readonly name: string;
}

beforeAll(async () => {
  // Who is answered in three seconds depends on the machine.
  discord = await stageDiscord(MEMBERS, 30);
  platform = await stagePlatform((profile) => {
    Object.assign(profile["limits"] as object, { rate: 10_000, concurrency: 200 });
  });
  bot = startBot("milepost", discord, { ...platform.env, LINK_ACCEPT: "sealed,cookies" });
  for (;;) {
    const state = await discord.local.state();
    if (state.commands > 0 && state.sessions.some((session) => session.isConnected)) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
});

afterAll(async () => {
  await bot.close();
  await discord.close();
  await platform.close();
});

async function headerOf(player: number): Promise<string> {
  const { cookies } = (await platform.control("sessions", { player })) as {
    readonly cookies: readonly { readonly name: string; readonly value: string }[];
  };
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

async function linked(as: string, player: number): Promise<Linked> {
  const member = new Member(discord.local, { as, channel: discord.channel });
  const answer = textOf(await member.link(await headerOf(player)));
  const name = /Linked: (.+?)\*\*/.exec(answer)?.[1];
  if (name === undefined) throw new Error(`not linked: ${answer}`);
  return { member, name };
}

const isBusy = (answer: string) => answer.includes("The bot is busy");

/** All at once; whom the bot was too busy for asks again when the others were answered. */
async function askAll(everybody: readonly Linked[], command: string): Promise<readonly string[]> {
  const ask = async ({ member }: Linked) => textOf(await member.run(command));
  const first = await Promise.all(everybody.map(ask));
  expect(first.filter(isBusy).length).toBeLessThan(MEMBERS / 2);
  return Promise.all(
    everybody.map(async (one, index) => {
      const answer = first[index] ?? "";
      return isBusy(answer) ? ask(one) : answer;
    }),
  );
}

describe(`${MEMBERS} members, each with a session of their own`, () => {
  it("are answered at once, each with their own account", { timeout: 180_000 }, async () => {
    const everybody: Linked[] = [];
    for (let from = 0; from < MEMBERS; from += AT_ONCE) {
      const some = discord.people.slice(from, from + AT_ONCE);
      everybody.push(...(await Promise.all(some.map((as, index) => linked(as, (from + index) % PLAYERS)))));
    }
    expect(everybody).toHaveLength(MEMBERS);
    expect(new Set(everybody.map(({ name }) => name)).size).toBeGreaterThan(PLAYERS / 2);
    const panels = await askAll(everybody, "account");
    const others = panels.filter((panel, index) => !panel.includes(everybody[index]?.name ?? "nobody"));
    expect(others).toEqual([]);
    const answers = await askAll(everybody, "vault");
    const owners = answers.map((answer) => /^## Vault\n-# (.+)$/m.exec(answer)?.[1]);
    for (const [index, owner] of owners.entries()) expect(owner).toBe(owners[index % PLAYERS]);
    expect(new Set(owners).size).toBeGreaterThan(PLAYERS / 2);
  });
});
