import { randomBytes } from "node:crypto";

import {
  type ChatInputCommandInteraction,
  Client,
  type Interaction,
  MessageFlags,
  TextInputStyle,
} from "discord.js";
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
const BUTTON = 2;
const STRING_SELECT = 3;
const USER_SELECT = 5;
const ATTACHMENT = 11;

let discord: LocalDiscord;
let server: PageServer;
let startServer: (port: number) => Promise<PageServer>;
let client: Client;
let browser: Browser;
let page: Page;

const button = (label: string, customId: string) => ({ type: BUTTON, style: 2, label, custom_id: customId });
const row = (...components: object[]) => ({ type: 1, components });
const panel = (text: string) => ({
  flags: MessageFlags.IsComponentsV2,
  components: [
    {
      type: 17,
      accent_color: 0x0f7c8a,
      components: [
        { type: 10, content: text },
        row(button("Update", "update"), button("Silent", "silent"), button("Form", "form")),
        row({ type: USER_SELECT, custom_id: "member", placeholder: "Choose a member" }),
        row({
          type: STRING_SELECT,
          custom_id: "several",
          placeholder: "Choose two",
          max_values: 2,
          options: ["One", "Two", "Three"].map((label) => ({ label, value: label })),
        }),
      ],
    },
  ],
});
const form = {
  title: "A form",
  custom_id: "sent",
  components: [
    {
      type: 18,
      label: "Why",
      component: { type: 4, style: TextInputStyle.Short, custom_id: "why", min_length: 3, required: true },
    },
  ],
};

/** Whose reply is the panel. */
let shown: ChatInputCommandInteraction | undefined;

/** A bot of the smallest kind: what the page is tried with, not what it is for. */
async function answer(interaction: Interaction): Promise<void> {
  if (interaction.isChatInputCommand() && interaction.commandName === "panel") {
    await interaction.reply(panel("**A panel**") as never);
    shown = interaction;
  } else if (interaction.isChatInputCommand() && interaction.commandName === "wrong") {
    await interaction.reply({ content: "x".repeat(2001) }).catch(() => undefined);
  } else if (interaction.isChatInputCommand() && interaction.commandName === "your-file") {
    const { name, size, contentType } = interaction.options.getAttachment("what", true);
    await interaction.reply(`Got ${name}, ${size} bytes of ${contentType ?? "nothing"}`);
  } else if (interaction.isButton() && interaction.customId === "update") {
    await interaction.update(panel("**Updated**") as never);
  } else if (interaction.isButton() && interaction.customId === "form") {
    await interaction.showModal(form);
  } else if (interaction.isAnySelectMenu()) {
    await interaction.update(panel(`Chosen: ${interaction.values.join(" and ")}`) as never);
  } else if (interaction.isModalSubmit()) {
    const why = interaction.fields.getTextInputValue("why");
    await interaction.reply({ content: `Because ${why}`, flags: MessageFlags.Ephemeral });
  }
}

beforeAll(async () => {
  if (chromium === undefined) return;
  discord = await startDiscord({ port: 0, clock: systemClock, log: silentLog });
  const discordUrl = new URL(discord.url).origin;
  const token = randomBytes(24);
  startServer = (port) =>
    startPage({
      port,
      discordUrl,
      pictureUrls: () => [discordUrl],
      log: silentLog,
      randomBytes: () => token,
    });
  server = await startServer(0);
  client = new Client({ intents: [], rest: { api: discord.url } });
  client.on("interactionCreate", (interaction) => void answer(interaction));
  const ready = new Promise((resolve) => client.once("clientReady", resolve));
  await client.login(discord.token);
  await ready;
  await client.application?.commands.set([
    { name: "panel", description: "Shows the controls" },
    { name: "nothing", description: "Never answers" },
    { name: "wrong", description: "Answers what Discord refuses" },
    {
      name: "your-file",
      description: "Takes a file",
      options: [{ type: ATTACHMENT, name: "what", description: "Any file", required: true }],
    },
  ]);
  browser = await launch(chromium);
  page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
  await page.addInitScript(remembering({ tour: "done" }));
  await page.goto(`${server.url}#${Ids.player}/${Ids.botCommands}`);
  await page.getByRole("button", { name: "/panel" }).click();
  await page.getByText("A panel").waitFor();
});

afterAll(async () => {
  if (chromium === undefined) return;
  await browser.close();
  await client.destroy();
  await server.close();
  await discord.close();
});

const last = () => page.getByRole("article", { name: "Message from Milepost" }).last();

const postAsBot = (content: string) =>
  client.rest.post(`/channels/${Ids.botCommands}/messages`, { body: { content } });

describe.skipIf(chromium === undefined)("the page's controls (need chromium on this machine)", () => {
  it("say that an interaction failed when the bot is silent, in Discord's words", async () => {
    await last().getByRole("button", { name: "Silent" }).click();
    await last().locator("button.busy").waitFor();
    await last().getByText("This interaction failed").waitFor();
    expect(await last().locator("button.busy").count()).toBe(0);
  });

  it("update their message in place and keep the focus", async () => {
    await last().getByRole("button", { name: "Update" }).focus();
    await page.keyboard.press("Enter");
    await last().getByText("Updated").waitFor();
    expect(await last().getByText("This interaction failed").count()).toBe(0);
    await expect.poll(() => page.evaluate("document.activeElement.dataset.key")).toBe("update");
  });

  it("choose a member from those of the server", async () => {
    await last().getByRole("combobox", { name: "Choose a member" }).click();
    await page.getByRole("option", { name: "Ines Okafor" }).click();
    await expect.poll(() => last().textContent()).toContain(`Chosen: ${Ids.moderator}`);
  });

  it("stay open while their message changes and the channel scrolls", async () => {
    await last().getByRole("combobox", { name: "Choose a member" }).click();
    await page.getByRole("option", { name: "Ines Okafor" }).waitFor();
    await shown?.editReply(panel("**Edited meanwhile**") as never);
    await last().getByText("Edited meanwhile").waitFor();
    await page.locator(".scroller").evaluate("(scroller) => scroller.scrollBy(0, -1)");
    await page.getByRole("option", { name: "Ines Okafor" }).click();
    await expect.poll(() => last().textContent()).toContain(`Chosen: ${Ids.moderator}`);
  });

  it("choose several values, which are sent when the list closes", async () => {
    await last().getByRole("combobox", { name: "Choose two" }).focus();
    for (const key of ["ArrowDown", "Enter", "ArrowDown", "Enter", "ArrowDown", "Enter", "Escape"]) {
      await page.keyboard.press(key);
    }
    await expect.poll(() => last().textContent()).toContain("Chosen: One and Two");
  });

  it("open a form, check it and submit it", async () => {
    await last().getByRole("button", { name: "Form" }).click();
    const dialog = page.getByRole("dialog", { name: "A form" });
    await dialog.getByLabel("Why").fill("no");
    await page.keyboard.press("Enter");
    await dialog.getByText("Must be at least 3 characters long.").waitFor();
    await dialog.getByLabel("Why").fill("it works");
    await page.keyboard.press("Enter");
    await page.getByText("Because it works").waitFor();
    await page.getByText("Only you can see this").waitFor();
    expect(await dialog.count()).toBe(0);
  });

  it("stay where they are while a form is open and once it is closed, with the focus on what opened it", async () => {
    const scroller = page.locator(".scroller");
    const top = () => scroller.evaluate((box) => Math.round(box.scrollTop));
    await page.setViewportSize({ width: 1280, height: 420 });
    await page.getByRole("button", { name: "/panel" }).click();
    await last().getByText("A panel").waitFor();
    await last().getByRole("button", { name: "Form" }).focus();
    const before = await top();
    expect(before).toBeGreaterThan(0);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "A form" }).waitFor();
    await expect.poll(() => last().locator("button.busy").count()).toBe(0);
    expect(await top()).toBe(before);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "A form" }).waitFor({ state: "detached" });
    expect(await top()).toBe(before);
    await expect.poll(() => page.evaluate("document.activeElement.dataset.key")).toBe("form");
    await page.setViewportSize({ width: 1280, height: 1000 });
  });

  it("send a file with a command, by keyboard, and take it out again", async () => {
    await page.getByRole("combobox", { name: /^Message/ }).fill("/your");
    await page.keyboard.press("Enter");
    const choose = page.getByRole("button", { name: "what" });
    await page.getByRole("button", { name: "Send the command" }).click();
    await page.getByText("This option is required. Pick a file.").waitFor();
    const asked = page.waitForEvent("filechooser");
    await choose.focus();
    await page.keyboard.press("Enter");
    const bytes = Buffer.from("a,b\n1,2\n");
    await (await asked).setFiles({ name: "table.csv", mimeType: "text/csv", buffer: bytes });
    await choose.filter({ hasText: /^table\.csv$/ }).waitFor();
    await choose.focus();
    await page.keyboard.press("Backspace");
    await choose.filter({ hasText: "Pick or drop a file" }).waitFor();
    await page.locator(".pill input[type=file]").setInputFiles({
      name: "a picture.png",
      mimeType: "image/png",
      buffer: bytes,
    });
    await choose.filter({ hasText: /^a picture\.png$/ }).waitFor();
    await page.getByRole("button", { name: "Send the command" }).click();
    await page.getByText("Got a_picture.png, 8 bytes of image/png").waitFor();
    expect(await page.getByText("table.csv").count()).toBe(0);
  });

  it("say that the application did not respond to a command, and let one dismiss that", async () => {
    await page.getByRole("button", { name: "/nothing" }).click();
    await page.getByText("Sending command...").waitFor();
    const failure = page.getByText("The application did not respond");
    await failure.waitFor();
    await postAsBot("said later");
    await page.getByText("said later").waitFor();
    const texts = await page.getByRole("article").allTextContents();
    const failedAt = texts.findIndex((text) => text.includes("did not respond"));
    expect(failedAt).toBeLessThan(texts.findIndex((text) => text.includes("said later")));
    await page.getByRole("button", { name: "Dismiss message" }).last().click();
    expect(await failure.count()).toBe(0);
  });

  it("name the path of the fault when Discord refuses what the bot sent", async () => {
    await page.getByRole("button", { name: "/wrong" }).click();
    const notice = page.getByRole("alert").filter({ hasText: "Discord refused what the bot sent" });
    await notice.waitFor();
    expect(await notice.textContent()).toMatch(/50035.*data\.content/);
    await notice.getByRole("button", { name: "Dismiss" }).click();
  });

  it("show a role that is pinged by its name and colour, and whom it pings that it does", async () => {
    await discord.local.setRolePermissions({
      server: Ids.harbour,
      role: Ids.harbourBotRole,
      permissions: String(0x20_fc00n | (1n << 17n)),
    });
    await postAsBot(`<@&${Ids.memberRole}> first`);
    await postAsBot(`<@&${Ids.pingRole}> second`);
    const first = page.getByRole("article").filter({ hasText: "@Member first" });
    await first.waitFor();
    expect(await first.getAttribute("class")).toContain("pings");
    expect(await first.locator(".role-mention").count()).toBe(1);
    const second = page.getByRole("article").filter({ hasText: "@Weekly resets second" });
    await second.waitFor();
    expect(await second.getAttribute("class")).not.toContain("pings");
    expect(await second.locator(".role-mention").count()).toBe(0);
  });

  it("come back after the playground was away, with what was written meanwhile", async () => {
    const port = Number(new URL(server.url).port);
    await server.close();
    await page.getByText("The connection to the playground is lost").waitFor();
    await discord.local.say({ as: Ids.moderator, channel: Ids.botCommands, content: "while you were away" });
    server = await startServer(port);
    await page.getByText("while you were away").waitFor();
    await expect.poll(() => page.getByText("The connection to the playground is lost").count()).toBe(0);
  });
});
