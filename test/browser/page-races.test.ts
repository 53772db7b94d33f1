import { randomBytes } from "node:crypto";
import { setTimeout as later } from "node:timers/promises";

import { Client, type Interaction, MessageFlags } from "discord.js";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { systemClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { type LocalDiscord, startDiscord } from "../../src/playground/discord/start.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { type PageServer, startPage } from "../../src/playground/web/server.ts";
import { findChromium, launch } from "./support/chromium.ts";
import { remembering } from "./support/page-support.ts";

const chromium = findChromium();
const COMMANDS = 40;
const SWITCHES = 24;

let discord: LocalDiscord;
let server: PageServer;
let client: Client;
let browser: Browser;
let answered = 0;

/** A pause that looks random and is the same in each run. */
function pauses(seed: number, mostMs: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return (state / 2_147_483_648) * mostMs;
  };
}
const botPause = pauses(7, 80);

async function answer(interaction: Interaction): Promise<void> {
  if (!interaction.isChatInputCommand()) return;
  const isPrivate = interaction.commandName === "private";
  await interaction.deferReply(isPrivate ? { flags: MessageFlags.Ephemeral } : {});
  await later(botPause());
  answered += 1;
  await interaction.editReply(isPrivate ? "Only for Mara" : `Done ${answered}`);
}

/** Lets answers and events reach the page late, each at its own pace; events stay in order, as on a socket. */
async function delay(page: Page): Promise<void> {
  const callPause = pauses(11, 250);
  const eventPause = pauses(13, 60);
  await page.route("**/api/*", async (route) => {
    const response = await route.fetch().catch(() => undefined);
    await later(callPause());
    // A page that left meanwhile wants no answer any more.
    if (response === undefined) await route.abort().catch(() => undefined);
    else await route.fulfill({ response }).catch(() => undefined);
  });
  await page.routeWebSocket(/events/, (socket) => {
    const upstream = socket.connectToServer();
    let last: Promise<unknown> = Promise.resolve();
    upstream.onMessage((message) => {
      last = last.then(() => later(eventPause())).then(() => socket.send(message));
    });
  });
}

async function open(person: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addInitScript(remembering({ tour: "done" }));
  const page = await context.newPage();
  await delay(page);
  await page.goto(`${server.url}#${person}/${Ids.botCommands}`);
  await page.locator(".example").first().waitFor();
  return page;
}

beforeAll(async () => {
  if (chromium === undefined) return;
  const patient = { rateLimits: "off", answerWithinMs: 60_000 } as const;
  discord = await startDiscord({ port: 0, clock: systemClock, log: silentLog, ...patient });
  const discordUrl = new URL(discord.url).origin;
  server = await startPage({
    port: 0,
    discordUrl,
    pictureUrls: () => [discordUrl],
    log: silentLog,
    randomBytes,
  });
  client = new Client({ intents: [], rest: { api: discord.url } });
  client.on("interactionCreate", (interaction) => void answer(interaction));
  const ready = new Promise((resolve) => client.once("clientReady", resolve));
  await client.login(discord.token);
  await ready;
  await client.application?.commands.set([
    { name: "private", description: "Answers one alone" },
    { name: "slow", description: "Thinks first" },
  ]);
  browser = await launch(chromium);
});

afterAll(async () => {
  if (chromium === undefined) return;
  await browser.close();
  await client.destroy();
  await server.close();
  await discord.close();
});

describe.skipIf(chromium === undefined)("the page under load (needs chromium on this machine)", () => {
  it("leaves no answer thinking, however late and mixed up answers and events come", async () => {
    const page = await open(Ids.player);
    const slow = page.getByRole("button", { name: "/slow" });
    for (let at = 0; at < COMMANDS; at += 1) await slow.click();
    await expect.poll(() => page.getByText(/^Done \d+$/).count()).toBe(COMMANDS);
    await expect.poll(() => page.getByText("Sending command...").count()).toBe(0);
    expect(await page.locator(".thinking").count()).toBe(0);
    expect(await page.getByText("The application did not respond").count()).toBe(0);
    await page.context().close();
  });

  it("shows whom one became last what they see, and nothing of whom one was on the way", async () => {
    const page = await open(Ids.player);
    await page.getByRole("button", { name: "/private" }).click();
    await page.getByText("Only for Mara").waitFor();
    const people = [Ids.moderator, Ids.player, Ids.admin, Ids.newcomer];
    const pause = pauses(17, 120);
    for (let at = 0; at < SWITCHES; at += 1) {
      await page.evaluate(`location.hash = "#${people[at % people.length] ?? ""}/${Ids.botCommands}"`);
      await later(pause());
    }
    await page.getByRole("button", { name: /^You are Luc Martel/ }).waitFor();
    await discord.local.say({ as: Ids.moderator, channel: Ids.botCommands, content: "for everyone here" });
    await page.getByText("for everyone here").waitFor();
    expect(await page.getByText("for everyone here").count()).toBe(1);
    expect(await page.getByText("Only for Mara").count()).toBe(0);
    expect(await page.locator(".channel-name").allTextContents()).not.toContain("members");
    expect(page.url()).toContain(`#${Ids.newcomer}/${Ids.botCommands}`);
    await page.context().close();
  });
});
