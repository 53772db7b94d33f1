import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { isMilepostError } from "../../src/base/errors.ts";
import { silentLog } from "../../src/base/log.ts";
import { noMetrics } from "../../src/base/metrics.ts";
import { Secret } from "../../src/base/secret.ts";
import { connectPlatform } from "../../src/platform/connection.ts";
import { createPlatformClient } from "../../src/platform/create-client.ts";
import type { PlatformClient } from "../../src/platform/client.ts";
import { DEFAULT_KEY } from "../../src/playground/platform/server.ts";
import { type Running, somebody, start } from "../playground/platform/support.ts";

const SEED = Number(process.env["FUZZ_SEED"] ?? 20_261_123);
/** An operation. */
const RUNS = Number(process.env["FUZZ_RUNS"] ?? 60);

/** Deeper than any value of unknown structure may be, and than JavaScript can make a text of. */
const DEEP = JSON.parse("[".repeat(20_000) + "]".repeat(20_000)) as unknown;

/** What stands where it shouldn't: of another kind, beyond what fits, too deep, or nothing. */
const wrong = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, true, "", [], {}, [null], { a: 1 }, 5.5, -1, 2 ** 40, 1e300),
  fc.constant<unknown>(DEEP),
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.integer(),
);

type Ask = (client: PlatformClient) => Promise<unknown>;

describe.each(["neutral", "real"] as const)(
  "one fault in one place of an answer of the %s shape",
  (shape) => {
    let platform: Running;
    let questions: Readonly<Record<string, Ask>>;
    beforeAll(async () => {
      platform = await start("neutral", { shape });
      questions = questionsAbout(platform);
    });
    afterAll(() => platform.close());

    test("loses at most one answer in a hundred, and none but where it is about that place", async () => {
      let [places, lost] = [0, 0];
      for (const [operation, ask] of Object.entries(questions)) {
        const answers = recorded(platform);
        await answers.asked(ask);
        const known = [...placesOf(answers.good)];
        const gone = new Set<string>();
        let count = 0;
        for (const { place, value } of fc.sample(faultIn(known), { seed: SEED, numRuns: RUNS })) {
          if (await answers.asked(ask, { path: place, value })) continue;
          gone.add(place.join("."));
          count += 1;
        }
        await answers.close();
        expect([operation, [...gone].filter((path) => !ABOUT[operation]?.includes(path))]).toEqual([
          operation,
          [],
        ]);
        // Every place of all answers is as likely to be at fault as any other.
        places += known.length;
        lost += (known.length * count) / RUNS;
      }
      expect(places).toBeGreaterThan(2_000);
      expect(lost / places).toBeLessThanOrEqual(0.01);
    });
  },
);

/** Where an answer says what it is, or holds all it is asked for. */
const ABOUT: Readonly<Record<string, readonly string[]>> = {
  "trending.list": ["results"],
  "trending.entry": ["identifier", "entityType"],
  "content.byId": ["contentId"],
  "content.search": ["results"],
  "user.byId": ["membershipId"],
  "user.search": ["results"],
  "accounts.of": ["accounts"],
  characters: ["characters"],
  progression: ["characterProgressions", "characterProgressions.data"],
  "stats.account": ["results"],
  "definitions.manifest": ["version", "files", "files.en"],
  "definitions.one": ["displayProperties"],
};

function faultIn(places: readonly (readonly string[])[]) {
  const place = fc.noBias(fc.nat({ max: places.length - 1 })).map((index) => places[index] ?? []);
  return fc.record({ place, value: wrong });
}

interface Fault {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** A client whose answers come from the platform once, and then again with a fault. */
function recorded(platform: Running) {
  let kept: unknown;
  let fault: Fault | undefined;
  const parts = {
    profile: platform.profile,
    apiKey: new Secret(DEFAULT_KEY),
    clock: platform.clock,
    random: () => 0.5,
    log: silentLog,
    metrics: noMetrics,
    version: "0.0.0",
  };
  const connection = connectPlatform(parts);
  const client = () =>
    createPlatformClient(parts, {
      ...connection,
      send: async (request) => {
        if (kept === undefined) {
          const answer = await connection.send(request);
          kept = structuredClone(answer.payload);
          return answer;
        }
        return { payload: withFault(kept, fault), at: platform.clock.now(), bytes: 1_000 };
      },
    });
  return {
    get good() {
      return kept;
    },
    /** Whether anything was read of the answer. */
    async asked(ask: Ask, next?: Fault): Promise<boolean> {
      fault = next;
      try {
        await ask(client());
        return true;
      } catch (error) {
        if (isMilepostError(error)) return false;
        throw error;
      }
    },
    close: () => connection.close(),
  };
}

function questionsAbout(platform: Running): Readonly<Record<string, Ask>> {
  const { member, account: id, type: membershipType, character, name } = somebody(platform);
  const account = { id, membershipType };
  const { articles, milestones, lexicon, trends } = platform.world;
  const article = articles.id({ kind: "support", number: 3 });
  const [milestone = ""] = Object.keys(milestones.all());
  const [item = 0] = lexicon.table("item").keys();
  const ritual = trends.list("en").find(({ kind }) => kind === "ritual");
  return {
    "trending.list": (client) => client.trendingList({}),
    "trending.entry": (client) => client.trendingEntry({ type: 3, identifier: ritual?.identifier ?? "" }),
    "content.byId": (client) => client.contentById({ id: article }),
    "content.search": (client) => client.contentSearch({ text: "the" }),
    "user.byId": (client) => client.userById({ membershipId: member }),
    "user.search": (client) => client.userSearch({ name: name.slice(0, 1) }),
    "accounts.of": (client) => client.accountsOf({ membershipId: member }),
    characters: (client) => client.characters(account),
    progression: (client) => client.progression(account),
    "stats.account": (client) => client.statsAccount(account),
    "stats.character": (client) => client.statsCharacter({ ...account, character, period: "allTime" }),
    "milestones.public": (client) => client.milestonesPublic({}),
    "milestones.content": (client) => client.milestonesContent({ hash: Number(milestone) }),
    "definitions.manifest": (client) => client.definitionsManifest({}),
    "definitions.one": (client) => client.definitionsOne({ table: "item", hash: item }),
  };
}

function* placesOf(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    yield [...path, key];
    yield* placesOf(member, [...path, key]);
  }
}

function withFault(good: unknown, fault: Fault | undefined): unknown {
  const copy = structuredClone(good);
  if (fault === undefined) return copy;
  const { path, value } = fault;
  const holder = path.slice(0, -1).reduce<unknown>((at, key) => Reflect.get(at as object, key), copy);
  Reflect.set(holder as object, path.at(-1) ?? "", value === DEEP ? DEEP : structuredClone(value));
  return copy;
}
