import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { copied, openBrowser, signIn, windowOf } from "./support/pretended-browser.ts";
import { answers, isWithoutBrowser, stageForTests } from "./support/page-stage.ts";
import { english } from "../../src/messages/en.ts";

const stage = stageForTests();

const last = (page: Page) => answers(page).last();
const press = (page: Page, name: string | RegExp) => last(page).getByRole("button", { name }).click();

async function run(page: Page, command: string): Promise<void> {
  await page.getByRole("combobox", { name: /^Message/ }).focus();
  await page.keyboard.type(`/${command}`);
  await page
    .getByRole("option", { name: new RegExp(`^/${command}\\b`) })
    .first()
    .waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
}

/** Signs in in the pretended browser and opens its developer tools. */
async function signedIn(page: Page, kind: "console" | "desktop"): Promise<void> {
  await openBrowser(page);
  await signIn(page, kind);
  await windowOf(page)
    .getByRole("heading", { name: /^Signed in as/ })
    .waitFor();
  await windowOf(page).getByRole("button", { name: "Developer tools" }).click();
}

/** The consent card, then the guide. */
async function startLinking(page: Page): Promise<void> {
  await run(page, "link");
  await press(page, english.link.consent.agree);
  await last(page).getByRole("button", { name: "Paste it here" }).waitFor();
}

/** Pastes by keyboard what the clipboard holds, looks at progress, and unlinks. */
async function pasteLookAndUnlink(page: Page): Promise<void> {
  await press(page, "Paste it here");
  await page.getByRole("dialog", { name: "Paste your session" }).getByRole("textbox").focus();
  await page.keyboard.press("Control+v");
  await page.keyboard.press("Control+Enter");
  const submit = page.getByRole("button", { name: "Submit" });
  if (await submit.isVisible()) await submit.click();
  await last(page).getByText("Is this your account?").waitFor();
  await press(page, english.link.confirm.keep);
  await last(page)
    .getByText(/Linked: |is linked/)
    .first()
    .waitFor();
  await run(page, "progress");
  await last(page).getByRole("heading", { name: "What next?" }).waitFor();
  expect(await last(page).textContent()).not.toContain("once linked");
  await run(page, "unlink");
  await press(page, /^Unlink /);
  await last(page).getByText(english.link.unlink.done).waitFor();
}

const HOW = {
  viewport: { width: 1280, height: 900 },
  permissions: ["clipboard-read", "clipboard-write"],
};

describe.skipIf(isWithoutBrowser)("a newcomer at the page (needs chromium on this machine)", () => {
  // Each by somebody else: one person may not ask for so much within seconds.
  it.each([
    {
      form: "rows of the table of cookies",
      by: { person: Ids.admin, kind: "console", tab: "Application", button: "Copy rows" },
    },
    {
      form: "what an extension exports",
      by: {
        person: Ids.moderator,
        kind: "desktop",
        tab: "Application",
        button: "Export as JSON (extension)",
      },
    },
    {
      form: "a request copied as cURL",
      by: { person: Ids.newcomer, kind: "console", tab: "Network", button: "Copy as cURL (bash)" },
    },
  ] as const)(
    "links by $form, looks at progress and unlinks",
    async ({ by: { person, kind, tab, button } }) => {
      const page = await stage.open(person, Ids.botCommands, HOW);
      await signedIn(page, kind);
      await windowOf(page).getByRole("tab", { name: tab }).click();
      expect(await copied(page, button)).toContain("portalatk");
      // As the guide says: closed, not signed out.
      await windowOf(page).getByRole("button", { name: "Close window" }).click();
      await startLinking(page);
      await pasteLookAndUnlink(page);
      await page.context().close();
    },
    60_000,
  );

  it("follows the guide's link to the platform in the pretended browser", async () => {
    const page = await stage.open(Ids.player, Ids.botCommands, HOW);
    await startLinking(page);
    await last(page)
      .getByRole("link", { name: /^127\./ })
      .click();
    await windowOf(page).getByRole("button", { name: "Sign in with a console account" }).waitFor();
    expect(page.context().pages()).toHaveLength(1);
    await page.context().close();
  });

  it("keeps text that belongs to no option, and sends nothing", async () => {
    const page = await stage.open(Ids.player, Ids.botCommands, HOW);
    await page.getByRole("combobox", { name: /^Message/ }).focus();
    await page.keyboard.type("/help");
    await page.getByRole("option", { name: /^\/help/ }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.type("willow");
    await page.keyboard.press("Enter");
    await page.getByText("Pick an option for this text").waitFor();
    const tail = page.getByRole("combobox", { name: "Add an option" });
    expect(await tail.inputValue()).toBe("willow");
    expect(await page.getByRole("article").filter({ hasText: "/help" }).count()).toBe(0);
    await page.context().close();
  });

  it("links by the page that seals, opened beside the cookies", async () => {
    const page = await stage.open(Ids.player, Ids.botCommands, HOW);
    await signedIn(page, "desktop");
    const cookies = await copied(page, "Copy rows");
    await windowOf(page).getByRole("button", { name: "Hide the browser" }).click();
    await startLinking(page);
    await press(page, "Open file milepost-seal.html");
    const inside = windowOf(page).frameLocator("iframe");
    await inside.getByLabel("Your cookies").fill(cookies);
    await inside.getByRole("button", { name: english.sealPage.copy }).click();
    await expect.poll(() => page.evaluate<string>("navigator.clipboard.readText()")).toMatch(/^milepost1:/);
    await windowOf(page).getByRole("button", { name: "Close window" }).click();
    await pasteLookAndUnlink(page);
    await page.context().close();
  });

  it("met no error in the browser's console", () => {
    expect(stage.faults).toEqual([]);
  });
});
