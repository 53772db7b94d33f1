import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Browser } from "playwright-core";

import { packageRoot } from "../../src/base/package-root.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { findChromium, launch } from "../browser/support/chromium.ts";
import { startProgram } from "../support/program.ts";
import { atMost, type Figure, median, percentile } from "./measure.ts";

const MESSAGES = 1000;
const LOADS = 5;
const SCROLL_STEPS = 240;

/** How long the playground's page takes to load, and how evenly 1,000 messages scroll. */
export async function playgroundPage(): Promise<Figure[]> {
  const chromium = findChromium();
  if (chromium === undefined) throw new Error("This bench needs chromium on this machine.");
  const folder = mkdtempSync(join(tmpdir(), "milepost-bench-page-"));
  const program = startProgram([join(packageRoot, "src/start.js")], { MILEPOST_TEST_CWD: folder });
  const browser = await launch(chromium);
  try {
    const [url = ""] = await program.line(/http:\/\/127\.0\.0\.1:\d+\/[\w-]+\//);
    const loads: number[] = [];
    for (let at = 0; at < LOADS; at += 1) loads.push(await load(browser, url));
    await fillChannel(browser, url);
    return figuresOf(loads, await scroll(browser, url));
  } finally {
    await browser.close();
    await program.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

function ofPage(contender: string, value: number, unit = "ms"): Figure {
  return { benchmark: "the playground's page", contender, value, unit };
}

function figuresOf(loads: readonly number[], frames: readonly Frame[]): Figure[] {
  const took = frames.map(({ tookMs }) => tookMs);
  const busy = frames.map(({ busyMs }) => busyMs);
  return [
    atMost(1_000, ofPage("usable after loading, median", median(loads))),
    ofPage("a frame while scrolling 1,000 messages, median", median(took)),
    ofPage("the same, p95", percentile(took, 0.95)),
    ofPage("of that its own thread, p95", percentile(busy, 0.95)),
    ofPage(
      `frames its thread takes over 50 ms for, of ${busy.length}`,
      busy.filter((ms) => ms > 50).length,
      "",
    ),
  ];
}

async function load(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const startedAt = performance.now();
  await page.goto(`${url}#${Ids.player}/${Ids.general}`);
  await page.locator(".tour").waitFor();
  const tookMs = performance.now() - startedAt;
  await context.close();
  return tookMs;
}

async function fillChannel(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}#${Ids.player}/${Ids.general}`);
  await page.locator(".tour").waitFor();
  await page.evaluate(`(async () => {
    for (let at = 1; at <= ${MESSAGES}; at += 1) {
      await fetch("api/say", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ as: "${Ids.player}", channel: "${Ids.general}", content: "**Message " + at + "** with some words, a [link](https://example.org) and <t:1800000000:R>. ".repeat(1 + (at % 4)) }),
      });
    }
  })()`);
  await context.close();
}

interface Frame {
  readonly tookMs: number;
  /** What the page's main thread computed for it, whatever else the machine does. */
  readonly busyMs: number;
}

/** Loads the whole history by scrolling up, then measures every frame of a long way down and up again. */
async function scroll(browser: Browser, url: string): Promise<readonly Frame[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${url}#${Ids.player}/${Ids.general}`);
  await page.locator(".message").first().waitFor();
  await page.evaluate(`(async () => {
    const box = document.querySelector(".scroller");
    const wait = (ms) => new Promise((done) => setTimeout(done, ms));
    while (document.querySelectorAll(".message").length < ${MESSAGES}) { box.scrollTop = 0; await wait(30); }
    await wait(500);
  })()`);
  const watch = await context.newCDPSession(page);
  await watch.send("Performance.enable", { timeDomain: "threadTicks" });
  const busyMs = async () => {
    const { metrics } = await watch.send("Performance.getMetrics");
    return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0);
  };
  const frames: Frame[] = [];
  let before = await busyMs();
  for (let at = 0; at < SCROLL_STEPS; at += 1) {
    const half = SCROLL_STEPS / 2;
    const part = at < half ? at / half : 2 - at / half;
    const tookMs = await page.evaluate<number>(`(async () => {
      const box = document.querySelector(".scroller");
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      const start = await frame();
      box.scrollTop = 300 + ${part} * (box.scrollHeight - box.clientHeight - 300);
      return (await frame()) - start;
    })()`);
    const after = await busyMs();
    frames.push({ tookMs, busyMs: after - before });
    before = after;
  }
  await context.close();
  return frames;
}
