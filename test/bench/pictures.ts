import { monitorEventLoopDelay } from "node:perf_hooks";

import { silentLog } from "../../src/base/log.ts";
import { Drawer } from "../../src/pictures/drawer.ts";
import { Painter } from "../../src/pictures/painter.ts";
import { progressCard } from "../pictures/samples/progress.ts";
import { samples } from "../pictures/samples/index.ts";
import { createCanvasCard } from "./canvas-card.ts";
import { type Figure, atMost, interleave, median, residentMiBOf, row } from "./measure.ts";
import type { Card, ProgressCard } from "../../src/pictures/card.ts";

/**
 * What a prototype of each card took, in milliseconds, and the card progress by hand on a bare canvas on that machine:
 * beside it the bounds hold on a slower or a busier one too.
 */
const PROTOTYPE_MS: Readonly<Record<string, number>> = {
  compare: 17,
  event: 28,
  profile: 22,
  progress: 37,
  stats: 32,
  trending: 68,
  week: 21,
};
const CANVAS_MS = 55;
const ROUNDS = 30;
const MOST_KILOBYTES = 250;
const STARTS = 7;
const AT_ONCE = 17;
const MANY = 700;
const never = new AbortController().signal;

/** Cards drawn warm and cold, beside the same card on a bare canvas, and what drawing costs the bot. */
export async function pictures(): Promise<Figure[]> {
  return [
    ...(await warmCards()),
    ...(await firstCard()),
    ...(await delayOfTheBot()),
    ...(await memoryAfterMany()),
  ];
}

async function warmCards(): Promise<Figure[]> {
  const painter = new Painter();
  const drawOnCanvas = await createCanvasCard(progressCard);
  const figures: Figure[] = [];
  for (const [name, byCase] of Object.entries(samples)) {
    const [usual] = Object.values<Card>(byCase);
    if (usual === undefined) continue;
    const { bytes } = await painter.paint(usual);
    const contenders = { canvas: () => timed(drawOnCanvas), card: () => timed(() => painter.paint(usual)) };
    await interleave(3, contenders);
    const { canvas = [], card = [] } = await interleave(ROUNDS, contenders);
    const benchmark = `picture: ${name}, warm`;
    const most = Math.round((120 * (PROTOTYPE_MS[name] ?? 0)) / CANVAS_MS) / 100;
    const values = { "progress on @napi-rs/canvas": median(canvas), milepost: median(card) };
    figures.push(...row(benchmark, "ms", values, { most: name === "progress" ? 0.7 : most }));
    const file = { benchmark, contender: "file", value: bytes.length / 1024, unit: "KB" };
    figures.push(atMost(MOST_KILOBYTES, file));
  }
  return figures;
}

/** From nothing to the file: the process starts, loads and draws. */
async function firstCard(): Promise<Figure[]> {
  const times: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    const drawer = new Drawer({ log: silentLog });
    times.push(await timed(() => drawer.draw(progressCard, never)));
    drawer.close();
  }
  const figure = {
    benchmark: "picture: first of a process",
    contender: "with its start, median",
    unit: "ms",
  };
  return [atMost(150, { ...figure, value: median(times) })];
}

async function delayOfTheBot(): Promise<Figure[]> {
  const drawer = new Drawer({ log: silentLog });
  await drawer.draw(progressCard, never);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  // As many as may wait, then the rest.
  await Promise.all(Array.from({ length: AT_ONCE }, () => drawer.draw(progressCard, never)));
  await Promise.all(Array.from({ length: 20 - AT_ONCE }, () => drawer.draw(progressCard, never)));
  delay.disable();
  drawer.close();
  const figure = {
    benchmark: "picture: event-loop delay of the bot, 20 cards",
    contender: "p99",
    unit: "ms",
  };
  return [atMost(10, { ...figure, value: delay.percentile(99) / 1e6 })];
}

const NAMES: readonly (readonly [locale: string, name: string])[] = [
  ["en-GB", "Ashbridge"],
  ["ja", "金木犀の渡し守"],
  ["ar", "محمد العربي"],
  ["ru", "Привратник"],
];

async function memoryAfterMany(): Promise<Figure[]> {
  const drawer = new Drawer({ log: silentLog });
  for (let index = 0; index < MANY; index += 1) {
    await drawer.draw(cardOf(index), never);
  }
  const value = drawer.processId === undefined ? Number.NaN : residentMiBOf(drawer.processId);
  drawer.close();
  const figure = {
    benchmark: `picture: memory after ${String(MANY)} cards`,
    contender: "the drawing process",
    unit: "MiB",
  };
  return [atMost(150, { ...figure, value })];
}

/** No two alike, in four scripts. */
function cardOf(index: number): ProgressCard {
  const [locale, name] = NAMES[index % NAMES.length] ?? ["en-GB", ""];
  return { ...progressCard, locale, name: `${name} ${String(index)}`, hue: index % 360 };
}

async function timed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
