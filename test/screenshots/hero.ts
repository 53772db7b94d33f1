import type { Browser, Page } from "playwright-core";

/** The cards README begins with, by the pictures they are taken from: three columns of two. */
export const HERO: readonly string[] = ["trending", "entry", "progress", "milestones", "profile", "stats"];

const WIDTH = 1100;
const GAP = 16;

/** Returns the card of the newest message, as a data URL. */
export function cardOf(page: Page): Promise<string> {
  return page.evaluate<string>(`(async () => {
    const image = [...document.querySelectorAll("article.message")].at(-1).querySelector(".picture img");
    const bytes = await (await fetch(image.src)).blob();
    const reader = new FileReader();
    reader.readAsDataURL(bytes);
    await new Promise((done) => (reader.onload = done));
    return reader.result;
  })()`);
}

/** Cards beside each other on no ground, for pages of either theme. */
export async function takeHero(
  browser: Browser,
  cards: ReadonlyMap<string, string>,
  path: string,
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: WIDTH, height: 100 },
    deviceScaleFactor: 1.5,
  });
  const page = await context.newPage();
  const images = HERO.map((name) => `<img src="${cards.get(name) ?? ""}" alt="">`);
  const columns = [0, 2, 4].map((at) => `<div>${images.slice(at, at + 2).join("")}</div>`);
  await page.setContent(`<style>
    body { margin: 0; display: grid; gap: ${GAP}px; align-items: start; }
    div { display: grid; gap: ${GAP}px; }
    img { width: 100%; border-radius: 12px; display: block; }
  </style>${columns.join("")}`);
  await page.evaluate("Promise.all([...document.images].map((image) => image.decode()))");
  // Columns of one height: each as much wider as its cards are flatter.
  await page.evaluate(`document.body.style.gridTemplateColumns = [...document.querySelectorAll("div")]
    .map((column) => [...column.children].reduce((sum, { naturalHeight, naturalWidth }) => sum + naturalHeight / naturalWidth, 0))
    .map((height) => 1 / height + "fr").join(" ")`);
  await page.screenshot({ path, omitBackground: true, fullPage: true });
  await context.close();
}
