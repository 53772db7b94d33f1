import { vi } from "vitest";

import { Ids } from "../../../src/playground/discord/world/default-world.ts";
import type { BrowserDriver, Key, PageDriver, Point } from "./driver.ts";
import { remembering } from "./page-support.ts";

/** Vitest gives up after a second where it is told nothing. */
const WITHIN = { timeout: 120_000 };
const SIZE = { width: 1280, height: 800 };
const LINK = "https://harbour.example/";
const EXAMPLE = `[...document.querySelectorAll(".example")].find((each) => each.textContent.includes("/trending"))`;

/** Elements of the page, as expressions. */
export const ANSWER = `[...document.querySelectorAll("article")].find((each) => each.textContent.includes("/trending"))`;
export const SENT = `${ANSWER}.querySelector("time")`;
export const MORE = `${ANSWER}.querySelector(".message-menu")`;
export const AUTHOR = `${ANSWER}.querySelector(".author")`;
export const NEXT = `[...${ANSWER}.querySelectorAll("button")].find((each) => each.textContent === "Next")`;
export const LINKED = `document.querySelector('article a[href="${LINK}"]')`;
export const COMPOSER = `document.querySelector("[role=combobox][aria-label^=Message]")`;
export const MENU = `document.querySelector('[aria-label="What to do with this message"]')`;
export const CARD = `document.querySelector('[role=dialog][aria-label="Milepost"]')`;
/** How many menus and cards are there. */
export const OPEN_COUNT = `document.querySelectorAll(".popover").length`;

const isOpen = (element: string) => `${element}?.matches(":popover-open") === true`;

/** Opens the page, where someone has written a link, and runs a command. */
export async function openWithAnswer(browser: BrowserDriver, url: string): Promise<PageDriver> {
  const address = `${url}#${Ids.player}/${Ids.general}`;
  const page = await browser.open(address, { size: SIZE, memory: remembering({ tour: "done" }) });
  await eventually(page, `${EXAMPLE} !== undefined`);
  const body = JSON.stringify({ as: Ids.player, channel: Ids.general, content: `See ${LINK}` });
  const sent = JSON.stringify({ method: "POST", headers: { "content-type": "application/json" }, body });
  await page.evaluate(`fetch("api/say", ${sent}).then((answer) => answer.ok)`);
  await eventually(page, `${LINKED} !== null`);
  await page.press(await pointOn(page, EXAMPLE), "left");
  await eventually(page, `${ANSWER}?.querySelector("[role=heading]")?.textContent === "Trending"`);
  // The words come first: what is pressed would move when the picture is added.
  await eventually(page, `${ANSWER}.querySelector(".picture img") !== null`);
  await eventually(page, "[...document.images].every((image) => image.complete)");
  return page;
}

/** Waits until an expression is true in the page. */
export async function eventually(page: PageDriver, expression: string): Promise<void> {
  await vi.waitFor(async () => {
    if ((await page.evaluate(expression)) !== true) throw new Error(`never true: ${expression}`);
  }, WITHIN);
}

/** Lets the page's own time pass. */
export async function pass(page: PageDriver, ms: number): Promise<void> {
  await page.evaluate(`new Promise((resolve) => setTimeout(() => resolve(true), ${ms}))`);
}

/** Whether a menu is open and has the focus, also when all that came with what opened it is over. */
export async function staysOpen(page: PageDriver, menu: string): Promise<boolean> {
  const isThere = `${isOpen(menu)} && ${menu}.contains(document.activeElement)`;
  await eventually(page, isThere);
  await pass(page, 100);
  return (await page.evaluate(isThere)) === true;
}

/** Brings an element into sight; gives its middle. */
export async function pointOn(page: PageDriver, element: string): Promise<Point> {
  const found = await page.evaluate(`(() => {
    const element = ${element};
    element.scrollIntoView({ block: "center" });
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  })()`);
  return found as Point;
}

export async function press(page: PageDriver, element: string, button: "left" | "right"): Promise<void> {
  await page.press(await pointOn(page, element), button);
}

/** Presses keys together on an element. */
export async function keysOn(page: PageDriver, element: string, ...keys: readonly Key[]): Promise<void> {
  await page.evaluate(`${element}.focus()`);
  await page.keys(...keys);
}

/** Rests a finger on an element until that opens a menu, and lifts it then. */
export async function pressLong(page: PageDriver, element: string, menu: string): Promise<void> {
  await page.touch({ type: "put", at: await pointOn(page, element) });
  await eventually(page, isOpen(menu));
  await page.touch({ type: "lift" });
}

/** Asks for a menu as browsers do; gives whether the browser's own would open. */
export async function askForMenu(page: PageDriver, element: string, pointerType: string): Promise<unknown> {
  const how = `{ bubbles: true, cancelable: true, pointerType: "${pointerType}" }`;
  return page.evaluate(`${element}.dispatchEvent(new PointerEvent("contextmenu", ${how}))`);
}
