import { atMost, type Figure, percentile } from "./measure.ts";
import { askTrending, firstAnswer, stageDiscord, stagePlatform, startBot } from "../support/bot-harness.ts";

const SIMULTANEOUS = 1_000;
const COLD_SAMPLES = 20;
const UPSTREAM_MS = 400;
const FORGOTTEN_AFTER_MS = 2_100;

interface PlatformState {
  readonly requests: { readonly total: number; readonly last: readonly { readonly path: string }[] };
}

/** Requests the platform sees for 1,000 `/trending` at once, and how long a cold one takes. */
export async function upstream(): Promise<Figure[]> {
  return [await oneFlight(), await cold()];
}

async function oneFlight(): Promise<Figure> {
  const platform = await stagePlatform();
  const discord = await stageDiscord(SIMULTANEOUS + 1);
  const bot = startBot("milepost", discord, platform.env);
  await discord.local.state();
  await waitForCommands(discord);
  await platform.control("faults", { kind: "latency", ms: UPSTREAM_MS });
  await Promise.all(discord.people.slice(1).map((person) => askTrending(discord, person)));
  const perRequest = Math.max(...countEach(await trendingRequests(platform)));
  await bot.close();
  await discord.close();
  await platform.close();
  return atMost(1, {
    benchmark: `upstream requests for ${SIMULTANEOUS} simultaneous /trending`,
    contender: "milepost",
    value: perRequest,
    unit: "per distinct request",
  });
}

async function cold(): Promise<Figure> {
  const platform = await stagePlatform((profile) => {
    profile["limits"] = { ...(profile["limits"] as object), freshSeconds: 1, staleSeconds: 1 };
  });
  const discord = await stageDiscord(COLD_SAMPLES + 1);
  const bot = startBot("milepost", discord, platform.env);
  await firstAnswer(discord, bot);
  await platform.control("faults", { kind: "latency", ms: UPSTREAM_MS });
  const samples: number[] = [];
  for (const person of discord.people.slice(1)) {
    await new Promise((resolve) => setTimeout(resolve, FORGOTTEN_AFTER_MS));
    const started = performance.now();
    await askTrending(discord, person);
    samples.push(performance.now() - started);
  }
  await bot.close();
  await discord.close();
  await platform.close();
  return {
    benchmark: `cold /trending p95 with ${UPSTREAM_MS} ms upstream`,
    contender: "milepost",
    value: percentile(samples, 0.95),
    unit: "ms",
  };
}

async function waitForCommands(discord: Awaited<ReturnType<typeof stageDiscord>>): Promise<void> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const state = await discord.local.state();
    if (state.commands > 0 && state.sessions.some((session) => session.isConnected)) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error("the bot did not come");
}

/** Of the last 100: far more than a single flight needs. */
async function trendingRequests(platform: Awaited<ReturnType<typeof stagePlatform>>): Promise<string[]> {
  const { requests } = (await platform.control("state")) as PlatformState;
  if (requests.total > 100) throw new Error(`the platform saw ${requests.total} requests`);
  return requests.last.map(({ path }) => path).filter((path) => path.includes("/Trending/"));
}

function countEach(paths: readonly string[]): number[] {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(path, (counts.get(path) ?? 0) + 1);
  return [...counts.values()];
}
