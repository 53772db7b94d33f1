import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { packageRoot } from "../../src/base/package-root.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { findChromium, launch } from "../support/browser.ts";
import { startProgram } from "../support/program.ts";

/**
 * `node test/bench/page.ts`: how long the playground's page takes to load, and how evenly 1,000 messages scroll.
 * Prints figures; nothing passes or fails by them.
 */
const MESSAGES = 1000;
const LOADS = 5;
const SCROLL_STEPS = 240;

const chromium = findChromium();
if (chromium === undefined) throw new Error("This bench needs chromium on this machine.");
const folder = mkdtempSync(join(tmpdir(), "milepost-bench-page-"));
const program = startProgram([join(packageRoot, "src/start.js")], { MILEPOST_TEST_CWD: folder });
const browser = await launch(chromium);
try {
  const [url = ""] = await program.line(/http:\/\/127\.0\.0\.1:\d+\/[\w-]+\//);
  const loads: number[] = [];
  for (let at = 0; at < LOADS; at += 1) loads.push(await load(url));
  print("usable after loading (ms)", loads);
  await fillChannel(url);
  const frames = await scroll(url);
  print(
    "frames while scrolling 1,000 messages (ms)",
    frames.map((frame) => frame.tookMs),
  );
  const busy = frames.map((frame) => frame.busyMs);
  print("of that the main thread's own time (ms)", busy);
  process.stdout.write(
    `frames that take it over 50 ms: ${busy.filter((ms) => ms > 50).length} of ${busy.length}\n`,
  );
} finally {
  await browser.close();
  await program.end();
  rmSync(folder, { recursive: true, force: true });
}

async function load(url: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const startedAt = performance.now();
  await page.goto(`${url}#${Ids.player}/${Ids.general}`);
  await page.locator(".tour").waitFor();
  const tookMs = performance.now() - startedAt;
  await context.close();
  return tookMs;
}

async function fillChannel(url: string): Promise<void> {
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
async function scroll(url: string): Promise<readonly Frame[]> {
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

function print(what: string, values: readonly number[]): void {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (part: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0).toFixed(0);
  process.stdout.write(`${what}: median ${at(0.5)}, p95 ${at(0.95)}, worst ${at(1)}\n`);
}
