import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { copied, openBrowser, signIn, windowOf } from "./support/pretended-browser.ts";
import { answers, isWithoutBrowser, stageForTests } from "./support/page-stage.ts";
import { english } from "../../src/messages/en.ts";

const stage = stageForTests();

const HOW = {
  viewport: { width: 1280, height: 900 },
  permissions: ["clipboard-read", "clipboard-write"],
};
const last = (page: Page) => answers(page).last();
const press = (page: Page, name: string | RegExp) => last(page).getByRole("button", { name }).click();
const says = (page: Page, text: string | RegExp) => last(page).getByText(text).first().waitFor();

async function run(page: Page, command: string): Promise<void> {
  await type(page, `/${command}`);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
}

async function type(page: Page, command: string): Promise<void> {
  await page.getByRole("combobox", { name: /^Message/ }).focus();
  await page.keyboard.type(command);
  await page
    .getByRole("option", { name: new RegExp(`^${command}\\b`) })
    .first()
    .waitFor();
}

/** Begins /profile with this option, and types into it. */
async function option(page: Page, name: string, typed: string): Promise<void> {
  await type(page, "/profile");
  await page.keyboard.press("Tab");
  await page.getByRole("option", { name: new RegExp(`^${name}`) }).click();
  await page.keyboard.type(typed);
}

/** Links the account of the player who has one at both providers. */
async function link(page: Page): Promise<void> {
  await openBrowser(page);
  await signIn(page, "console");
  await windowOf(page)
    .getByRole("heading", { name: /^Signed in as/ })
    .waitFor();
  await windowOf(page).getByRole("button", { name: "Developer tools" }).click();
  await windowOf(page).getByRole("tab", { name: "Application" }).click();
  await copied(page, "Copy rows");
  await windowOf(page).getByRole("button", { name: "Close window" }).click();
  await run(page, "link");
  await press(page, english.link.consent.agree);
  await press(page, "Paste it here");
  await page.getByRole("dialog", { name: "Paste your session" }).getByRole("textbox").focus();
  await page.keyboard.press("Control+v");
  await page.keyboard.press("Control+Enter");
  const submit = page.getByRole("button", { name: "Submit" });
  if (await submit.isVisible()) await submit.click();
  await says(page, "Is this your account?");
  await press(page, english.link.confirm.keep);
  await says(page, /Linked: /);
}

/** Opens the menu of somebody by a right press on their name, and chooses "Profile". */
async function askByMenu(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).last().click({ button: "right" });
  await page.getByRole("dialog", { name }).getByRole("button", { name: "Profile", exact: true }).click();
}

describe.skipIf(isWithoutBrowser)("two people at the page (needs chromium on this machine)", () => {
  it("find each other only by choice, by menu and by command, and each for themselves", async () => {
    const ines = await stage.open(Ids.moderator, Ids.botCommands, HOW);
    const mara = await stage.open(Ids.player, Ids.botCommands, HOW);
    await ines.getByRole("combobox", { name: /^Message/ }).fill("Anyone for tonight?");
    await ines.keyboard.press("Enter");
    await mara.getByText("Anyone for tonight?").waitFor();

    await askByMenu(mara, "Ines Okafor");
    await says(mara, english.profile.noMember.title);
    expect(await last(mara).textContent()).toContain("Only you can see this");

    await link(ines);
    await askByMenu(mara, "Ines Okafor");
    await says(mara, english.profile.noMember.title);

    await run(ines, "account");
    await press(ines, "Privacy");
    await press(ines, english.account.privacy.found.begin);
    await says(ines, /You're visible here/);

    await askByMenu(mara, "Ines Okafor");
    await says(mara, /chose to be visible in this server/);
    expect(await last(mara).textContent()).toContain("Only you can see this");
    expect(await ines.getByText(/chose to be visible in this server/).count()).toBe(0);
    await press(mara, "Compare");
    await says(mara, /^Compare .* with/);

    await option(mara, "member", "Ines");
    await mara.getByRole("option", { name: /Ines Okafor/ }).click();
    await mara.keyboard.press("Enter");
    await says(mara, /chose to be visible in this server/);
    await says(ines, /chose to be visible in this server/);

    await run(ines, "account");
    await press(ines, "Privacy");
    await press(ines, english.account.privacy.found.end);
    await says(ines, /You're hidden here/);
    await askByMenu(mara, "Ines Okafor");
    await says(mara, english.profile.noMember.title);
    await mara.context().close();
    await ines.context().close();
  });

  it("get suggestions before they type: who made what is trending", async () => {
    const jonas = await stage.open(Ids.admin, Ids.botCommands, HOW);
    await option(jonas, "player", "");
    await jonas
      .getByRole("option", { name: /trending creator/ })
      .first()
      .click();
    const before = await answers(jonas).count();
    await jonas.keyboard.press("Enter");
    await expect.poll(() => answers(jonas).count()).toBeGreaterThan(before);
    await says(jonas, /^Player ID/);
    expect(await last(jonas).textContent()).not.toContain("chose to be visible");
    await press(jonas, "Compare");
    await says(jonas, /^Compare .* with/);
    await last(jonas).getByRole("combobox", { name: english.profile.pickMember }).click();
    await jonas.getByRole("option", { name: /Ines Okafor/ }).click();
    await says(jonas, english.profile.noMember.title);
    await jonas.context().close();
  });

  it("choose another game account under an answer, which then is about that one", async () => {
    const luc = await stage.open(Ids.newcomer, Ids.botCommands, HOW);
    await link(luc);
    await run(luc, "progress");
    await says(luc, "What next?");
    await last(luc).locator(".button", { hasText: "More" }).click();
    await last(luc).locator(".button", { hasText: "Less" }).waitFor();
    const list = last(luc).getByRole("combobox").last();
    await list.click();
    const other = luc.getByRole("option", { name: /^Account: .* B/ });
    await other.click();
    await last(luc)
      .getByText(/ B · All characters/)
      .waitFor();
    await run(luc, "account");
    await says(luc, / B \(in use\)/);
    expect(await last(luc).textContent()).toContain("Your accounts");
    await luc.context().close();
  });

  it("met no error in the browser's console", () => {
    expect(stage.faults).toEqual([]);
  });
});
