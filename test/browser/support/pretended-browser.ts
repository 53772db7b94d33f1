import type { Page } from "playwright-core";

/** The pretended browser. */
export const windowOf = (page: Page) => page.getByRole("dialog", { name: "Browser" });
export const openBrowser = (page: Page) => page.getByRole("button", { name: "Your browser" }).click();

/** Signs in as a person does, with a login the browser has saved. */
export async function signIn(page: Page, kind: "console" | "desktop", who = "mira"): Promise<void> {
  const shown = windowOf(page);
  await shown.getByRole("button", { name: `Sign in with a ${kind} account` }).click();
  const logins = shown.getByLabel("Saved logins");
  await logins.waitFor();
  const label = await logins.locator("option", { hasText: `${who}@` }).textContent();
  await logins.selectOption({ label: label ?? "" });
  await shown.getByLabel("Password").press("Enter");
}

/** Presses what copies, and gives what was copied. */
export async function copied(page: Page, name: string): Promise<string> {
  await windowOf(page).getByRole("button", { name, exact: true }).click();
  await windowOf(page)
    .getByText(/^Copied: /)
    .waitFor();
  return page.evaluate<string>("navigator.clipboard.readText()");
}
