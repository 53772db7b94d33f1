import { join } from "node:path";

import type { BrowserContext, Page } from "playwright-core";

import { packageRoot } from "../../src/base/package-root.ts";

type Font = readonly [folder: string, family: string];

/** Discord's own font is nobody's to give: this one is near it, and looks alike on every machine. */
const LATIN: Font = ["inter", "Inter Variable"];

/** Letters a machine may have no font for, by language: those that draw the cards. */
const FONTS: Readonly<Record<string, Font>> = {
  ja: ["noto-sans-jp", "Noto Sans JP Variable"],
  ko: ["noto-sans-kr", "Noto Sans KR Variable"],
  "zh-CN": ["noto-sans-sc", "Noto Sans SC Variable"],
  "zh-TW": ["noto-sans-tc", "Noto Sans TC Variable"],
};
const PATH = "/fonts-of-cards/";

/** Serves the cards' fonts to a page, which must not hold to its content security policy. */
export async function serveFonts(context: BrowserContext): Promise<void> {
  await context.route(`**${PATH}**`, (route) => {
    const [, file = ""] = new URL(route.request().url()).pathname.split(PATH);
    return route.fulfill({ path: join(packageRoot, "node_modules/@fontsource-variable", file) });
  });
}

/** Has a page show its letters in them; what stands in letters of one width stays so. */
export async function useFonts(page: Page, code: string): Promise<void> {
  const fonts = [LATIN, FONTS[code]].filter((font) => font !== undefined);
  for (const [folder] of fonts) await page.addStyleTag({ url: `${PATH}${folder}/index.css` });
  const families = fonts.map(([, family]) => `"${family}"`).join(", ");
  await page.addStyleTag({ content: `:root { --font: ${families}, system-ui !important; }` });
}

/** Waits until a page has the fonts for what is on it. */
export async function fontsLoaded(page: Page, code: string): Promise<void> {
  const [, family] = FONTS[code] ?? LATIN;
  const load = `["16px", "bold 16px", "italic 16px"].map((font) => document.fonts.load(font + ' "${family}"', document.body.innerText))`;
  await page.evaluate(
    `Promise.all(${load}).then(() => new Promise((done) => requestAnimationFrame(() => done())))`,
  );
}
