import type { AddressInfo } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Worker } from "node:worker_threads";

import { request } from "undici";

import progress from "../../commands/progress.ts";
import type { PrivateData } from "../../src/sessions/use/private-data.ts";
import type { Services } from "../../src/features/services.ts";
import { systemClock } from "../../src/base/clock.ts";
import { int64 } from "../../src/base/int64.ts";
import { silentLog } from "../../src/base/log.ts";
import { noMetrics } from "../../src/base/metrics.ts";
import { Secret } from "../../src/base/secret.ts";
import { render } from "../../src/discord/reply/render.ts";
import { english } from "../../src/messages/en.ts";
import { connectPlatform } from "../../src/platform/connection.ts";
import { createPrivateClient } from "../../src/platform/private/create-client.ts";
import { loadProfile } from "../../src/platform/profile/load.ts";
import type { Profile } from "../../src/platform/profile/schema.ts";
import { fakeOwnData } from "../features/account/own-data-harness.ts";
import { fakePlatform, fakeServices } from "../support/fake-services.ts";
import { run } from "../support/run-command.ts";
import { atMost, type Figure, interleave, median, percentile } from "./measure.ts";
import { progressionAnswer } from "./progression-answer.ts";
import { linkingThat } from "../support/idle-services.ts";

const BYTES = 250_000;
const ROUNDS = 100;
const AT_ONCE = 50;
const CONCURRENT_ROUNDS = 20;

/** `/progress` on a large answer: from the request to the finished message, the platform answering at once. */
export async function progressCommand(): Promise<Figure[]> {
  const answer = progressionAnswer(BYTES, "text");
  const origin = await serveAnswer(answer);
  const { services, close } = await botOver(origin.url);
  const contenders = {
    "undici and JSON.parse": () => timed(async () => bareRequest(origin.url)),
    milepost: () => timed(async () => answerProgress(services)),
  };
  await interleave(ROUNDS, contenders);
  const samples = await interleave(ROUNDS, contenders);
  const delay = await delayUnderLoad(services);
  await close();
  await origin.close();
  const size = `${String(Math.round(answer.length / 1000))} KB`;
  return [
    ...Object.entries(samples).map(([contender, taken]) => {
      const figure = {
        benchmark: `/progress on an answer of ${size}, p50`,
        contender,
        value: median(taken),
        unit: "ms",
      };
      return contender === "milepost" ? atMost(25, figure) : figure;
    }),
    atMost(50, {
      benchmark: `event-loop delay with ${String(AT_ONCE)} /progress at once, p99`,
      contender: "milepost",
      value: delay,
      unit: "ms",
    }),
  ];
}

/** Names are at hand, as they are in a bot that has run for a while. */
async function botOver(url: string) {
  const profile = profileAt(url);
  const connection = connectPlatform({
    profile,
    apiKey: new Secret("key"),
    clock: systemClock,
    random: Math.random,
    log: silentLog,
    metrics: noMetrics,
    version: "0.0.0",
  });
  const client = createPrivateClient(connection);
  const session = { cookie: () => "a=b", csrf: () => "1" };
  const account = { membershipType: 1, id: int64("4611686018442057913"), session };
  const own: PrivateData = fakeOwnData({
    characters: ({ signal }) => client.characters({ ...account, signal }),
    progression: ({ signal }) => client.progression({ ...account, signal }),
  });
  const services: Services = {
    ...fakeServices({
      platform: fakePlatform({}, ["progression", "characters"]),
      definitions: {
        search: async () => [],
        lookUp: async (table, hashes) =>
          new Map(hashes.map((hash) => [hash, { name: `The ${table} number ${String(hash)}`, goal: 250 }])),
      },
    }),
    profile,
    linking: linkingThat(async () => own),
  };
  return { services, close: () => connection.close() };
}

function profileAt(url: string): Profile {
  const shipped = loadProfile("neutral", { baseUrl: url });
  return { ...shipped, limits: { ...shipped.limits, rate: 100_000 } };
}

async function answerProgress(services: Services): Promise<void> {
  const reply = await run(progress, services, {}, { isPrivate: true, now: Date.UTC(2026, 10, 20) });
  if (!reply.blocks.some((block) => block.type === "select")) throw new Error("not an answer");
  await render(reply, {
    texts: english.runtime,
    customId: (_, index) => `1oA${String(index)}`,
    signal: new AbortController().signal,
    drawWithinMs: 1_000,
    onPictureFailed: () => {},
  });
}

async function bareRequest(url: string): Promise<void> {
  const { body } = await request(`${url}/Platform/Game/1/Profile/1/`);
  JSON.parse(await body.text());
}

async function delayUnderLoad(services: Services): Promise<number> {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  const p99: number[] = [];
  for (let round = 0; round < CONCURRENT_ROUNDS; round += 1) {
    histogram.reset();
    histogram.enable();
    await Promise.all(Array.from({ length: AT_ONCE }, () => answerProgress(services)));
    histogram.disable();
    p99.push(histogram.percentile(99) / 1e6);
  }
  return percentile(p99, 0.5);
}

async function serveAnswer(answer: string): Promise<{ readonly url: string; close(): Promise<unknown> }> {
  const worker = new Worker(new URL("./serve-answer.js", import.meta.url), {
    workerData: {
      whole: wrap(`{"characterProgressions":${answer}}`),
      list: wrap(`{"characters":[]}`),
    },
  });
  const { port } = await new Promise<AddressInfo>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
  return { url: `http://127.0.0.1:${String(port)}`, close: () => worker.terminate() };
}

function wrap(response: string): string {
  return `{"Response":${response},"ErrorCode":1,"ThrottleSeconds":0,"ErrorStatus":"Success","Message":"Ok","MessageData":{}}`;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
