import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { loadProfile } from "../../src/platform/profile/load.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { NODES } from "../support/deployment.ts";
import { Member, textOf } from "../support/member.ts";
import type { Program } from "../support/program.ts";
import { type ProgramStage, stageProgram } from "../support/program-harness.ts";

/** Several processes share this machine's cores with their database and a balancer. */
const MEMBERS = NODES > 1 ? 120 : 500;
/** Members who have an account of the game, so that each has a vault of their own. */
const PLAYERS = 60;
const LINK_AT_ONCE = NODES > 1 ? 10 : 25;
const ASK_AT_ONCE = NODES > 1 ? 50 : MEMBERS;

let stage: ProgramStage;
let bot: Program;
let people: readonly string[];

beforeAll(async () => {
  const neutral = loadProfile("neutral");
  const limits = { ...neutral.limits, rate: 10_000, concurrency: 200 };
  // Who is answered in three seconds depends on the machine.
  stage = await stageProgram({ LINK_ACCEPT: "sealed,cookies" }, { ...neutral, limits }, 30);
  await stage.local.setRateLimits({ mode: "off" });
  people = (await stage.local.addPeople({ count: MEMBERS, server: Ids.harbour })).people;
  bot = await stage.startMilepost();
});

afterAll(async () => {
  await bot.end("SIGKILL");
  await stage.close();
});

interface Linked {
  readonly member: Member;
  readonly name: string;
}

async function headerOf(player: number): Promise<string> {
  const answer = await request(`${stage.platformUrl}/_control/sessions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ player }),
  });
  const { cookies } = (await answer.body.json()) as {
    readonly cookies: readonly { readonly name: string; readonly value: string }[];
  };
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

async function linked(as: string, player: number): Promise<Linked> {
  const member = new Member(stage.local, { as, channel: Ids.general });
  const answer = textOf(await member.link(await headerOf(player)));
  const name = /Linked: (.+?)\*\*/.exec(answer)?.[1];
  if (name === undefined) throw new Error(`not linked: ${answer}`);
  return { member, name };
}

const isBusy = (answer: string) => answer.includes("The bot is busy");

/** Whom the bot was too busy for asks again when the others were answered. */
async function askAll(everybody: readonly Linked[], command: string): Promise<readonly string[]> {
  const ask = async ({ member }: Linked) => textOf(await member.run(command));
  const first = await inWaves(everybody, ASK_AT_ONCE, ask);
  expect(first.filter(isBusy).length).toBeLessThan(MEMBERS / 2);
  return inWaves(everybody, ASK_AT_ONCE, async (one, index) => {
    const answer = first[index] ?? "";
    return isBusy(answer) ? ask(one) : answer;
  });
}

async function inWaves<T, R>(
  all: readonly T[],
  atOnce: number,
  work: (one: T, index: number) => Promise<R>,
): Promise<readonly R[]> {
  const done: R[] = [];
  for (let from = 0; from < all.length; from += atOnce) {
    const wave = all.slice(from, from + atOnce);
    done.push(...(await Promise.all(wave.map((one, index) => work(one, from + index)))));
  }
  return done;
}

describe(`${MEMBERS} members, each with a session of their own`, () => {
  it("are answered at once, each with their own account", async () => {
    const everybody = await inWaves(people, LINK_AT_ONCE, (as, index) => linked(as, index % PLAYERS));
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
