import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import milestones from "../../../commands/milestones.ts";
import profile from "../../../commands/profile.ts";
import progress from "../../../commands/progress.ts";
import stats from "../../../commands/stats.ts";
import trending from "../../../commands/trending.ts";
import vault from "../../../commands/vault.ts";
import { silentLog } from "../../../src/base/log.ts";
import { milepost } from "../../cli/operator.ts";
import type { Reply } from "../../../src/discord/reply/reply.ts";
import { noMetrics } from "../../../src/base/metrics.ts";
import type { PrivateData } from "../../../src/sessions/use/private-data.ts";
import type { Services } from "../../../src/features/services.ts";
import { connectPlatform } from "../../../src/platform/connection.ts";
import { createPrivateClient } from "../../../src/platform/private/create-client.ts";
import { loadProfile } from "../../../src/platform/profile/load.ts";
import type { Profile } from "../../../src/platform/profile/schema.ts";
import { fakeOwnData } from "../../features/account/own-data-harness.ts";
import { fakeServices } from "../../support/fake-services.ts";
import { linkingThat } from "../../support/idle-services.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { press, run, seen, selectIn } from "../../support/run-command.ts";
import { connect, within } from "../support/served.ts";
import { profileFile, standIn } from "./stand-in.ts";

/** What each shape's commands show; a command left out is one that such a service has nothing for. */
interface Shape {
  readonly name: string;
  /** What members type for the player that is shown. */
  readonly player: string;
  readonly trending: readonly string[];
  /** Its first entry, when it is picked. */
  readonly opened?: readonly string[];
  readonly profile: readonly string[];
  readonly stats?: readonly string[];
  readonly milestones?: readonly string[];
  readonly progress?: readonly string[];
  /** The member's own, with a session. */
  readonly vault?: readonly string[];
  readonly ownProgress?: readonly string[];
  /** `Link` headers by address. */
  readonly links?: Readonly<Record<string, string>>;
}

const shapes: readonly Shape[] = [
  {
    name: "feed-beside-api",
    player: "Ann",
    trending: ["Fog & lanterns"],
    profile: ["Ann"],
    milestones: ["Spring tide"],
  },
  {
    name: "wrapped-codes",
    player: "Ann",
    trending: ["A copper fox", "Mira"],
    opened: ["Found by the old mill."],
    profile: ["Ann", "Smith"],
    stats: ["Ingots", "1,234"],
    milestones: ["Market week"],
    progress: ["Smelting", "8"],
  },
  {
    name: "bare-numbers",
    player: "Ann",
    trending: ["Roof mended"],
    opened: ["It took **two** days"],
    profile: ["Ann"],
    stats: ["Doors opened", "77"],
    milestones: ["Sweep the hall"],
  },
  {
    name: "text-ids-oauth",
    player: "Ann",
    trending: ["First frost"],
    profile: ["Ann"],
    ownProgress: ["Find the keys", "Keys found"],
    vault: ["Moss torch", "3"],
  },
  {
    name: "name-and-tag",
    player: "Ann#NTH",
    trending: ["Patch notes are in"],
    profile: ["Ann#NTH"],
    stats: ["Takedowns", "412"],
    progress: ["Wanderer"],
  },
  {
    name: "board-game",
    player: "ann_k",
    trending: ["Spring open", "Night cup"],
    profile: ["Ann\\_K", "Plays e4."],
    stats: ["Rating", "1,822"],
    milestones: ["Hourly blitz"],
  },
  {
    name: "strategy-regions",
    player: "Ann",
    trending: ["Bridges reopen"],
    profile: ["Ann"],
    stats: ["Walls built", "64"],
    milestones: ["War of the ford"],
    progress: ["Masonry"],
  },
  {
    name: "forum",
    player: "ann",
    trending: ["Recipes & rumours"],
    opened: ["Bring **bread** and salt"],
    profile: ["Ann B", "Regular", "Reads *everything*"],
    stats: ["Likes given", "31", "1 hr, 30 min"],
  },
  {
    name: "streams",
    player: "Ann",
    trending: ["Ann: Quiet morning"],
    opened: ["ann-640x360.jpg"],
    profile: ["Ann", "Rivers, mostly."],
  },
  {
    name: "game-backend",
    player: "Ann",
    trending: ["Doors open"],
    profile: ["Ann"],
    stats: ["Rounds won", "58"],
    vault: ["Brass lamp", "2"],
  },
  {
    name: "hero-tracker",
    player: "Ann#1234",
    trending: ["Ten to watch"],
    profile: ["Ann#1234"],
    stats: ["Warden", "54.5%"],
  },
  {
    name: "json-api",
    player: "Ann",
    trending: ["New island"],
    profile: ["Ann"],
    stats: ["Wins", "17"],
    milestones: ["Season of sand"],
    progress: ["Long bow", "31"],
    vault: ["Straw hat"],
  },
  {
    name: "query-language",
    player: "Ann",
    trending: ["Logs are faster"],
    profile: ["Ann"],
    stats: ["Bosses felled", "41"],
    milestones: ["Vault of ash"],
  },
  {
    name: "old-script",
    player: "Ann",
    trending: ["Gate repaired"],
    profile: ["Ann"],
    stats: ["Towers held", "19"],
    milestones: ["Siege night"],
  },
  {
    name: "link-headers",
    player: "ann",
    trending: ["#17 Door squeaks"],
    profile: ["Ann B", "Oils *hinges*"],
    milestones: ["Quiet doors", "All of them."],
    links: { "/issues": '<https://api.workbench.example/issues?page=2>; rel="next"' },
  },
];

/** What each command can't do without. */
const commandOf = {
  "trending.list": "trending",
  "user.byId": "profile",
  "stats.account": "stats",
  "milestones.public": "milestones",
  progression: "progress",
  vault: "vault",
} as const;

const session = { cookie: () => undefined, csrf: () => undefined, authorization: () => "Bearer t" };

/** A member's own data as their session reads it. */
async function ownData(given: Profile): Promise<PrivateData & AsyncDisposable> {
  const connection = connectPlatform({
    profile: given,
    apiKey: undefined,
    clock: new ManualClock(),
    random: () => 0.01,
    log: silentLog,
    metrics: noMetrics,
    version: "1.2.3",
  });
  const client = createPrivateClient(connection);
  const account = await client.accountCurrent({ session });
  if (!account.isKnown) throw new Error("nobody says whose session it is");
  const [game] = account.accounts;
  if (game === undefined) throw new Error("no game account");
  return {
    ...fakeOwnData({
      account: { name: account.name },
      progression: () => client.progression({ ...game, session }),
      vault: () => client.vault({ membershipType: game.membershipType, session }),
    }),
    [Symbol.asyncDispose]: () => connection.close(),
  };
}

/** The services of a bot on a stand-in of this shape. */
async function opening({ name, links }: Shape) {
  const served = await standIn(name, links);
  const given = within(15)(loadProfile(profileFile(name), { baseUrl: served.origin }));
  const client = connect(served.origin, () => given);
  return {
    given,
    services: { ...fakeServices({ platform: client }), profile: given },
    async [Symbol.asyncDispose]() {
      await client.close();
      await served[Symbol.asyncDispose]();
    },
  };
}

/** Returns the words that a reader doesn't see, each with what they do see. */
function missingIn(reply: Reply, words: readonly string[] = []): readonly string[] {
  const text = seen(reply);
  return words.filter((one) => !text.includes(one)).map((one) => `${one}, in: ${text}`);
}

/** Returns what of a shape its commands don't show. */
async function missingOf(shape: Shape, services: Services): Promise<readonly string[]> {
  const { player, stats: totals, milestones: events, progress: steps, opened } = shape;
  const list = await run(trending, services);
  const missing = [
    missingIn(list, shape.trending),
    missingIn(await run(profile, services, { player }), shape.profile),
  ];
  if (totals) missing.push(missingIn(await run(stats, services, { player }), totals));
  if (events) missing.push(missingIn(await run(milestones, services), events));
  if (steps) missing.push(missingIn(await run(progress, services, { player, view: "overview" }), steps));
  if (opened) {
    const { choose, entries } = selectIn(list);
    const reply = await press(trending, services, { ...choose, chosen: entries[0]?.value });
    missing.push(missingIn(reply, opened));
  }
  return missing.flat();
}

describe.each(shapes)("a service of the shape $name", (shape) => {
  const { name } = shape;

  test("is told in 40 lines, of which the check says nothing", async () => {
    const file = profileFile(name);
    const { shown: output } = await milepost(["profile", "check", file]);
    expect(output).toMatch(/^Nothing is wrong/);
    expect(output).not.toContain("  note ");
    expect(readFileSync(file, "utf8").trimEnd().split("\n").length).toBeLessThanOrEqual(40);
  });

  test("has its commands work", async () => {
    await using table = await opening(shape);
    expect(await missingOf(shape, table.services)).toEqual([]);
  });

  test("offers no command that isn't shown here", () => {
    const { operations } = loadProfile(profileFile(name));
    const offered = Object.keys(operations).filter((id) => id in commandOf);
    const isShown = { ...shape, progress: shape.progress ?? shape.ownProgress };
    const shown = Object.entries(commandOf).filter(([, command]) => isShown[command] !== undefined);
    expect(offered.toSorted()).toEqual(shown.map(([id]) => id).toSorted());
  });
});

const withOwn = shapes.filter((shape) => shape.vault !== undefined);

test.each(withOwn)("a service of the shape $name shows members what is their own", async (shape) => {
  await using table = await opening(shape);
  await using data = await ownData(table.given);
  const services = { ...table.services, linking: linkingThat(async () => data) };
  const missing = [...missingIn(await run(vault, services), shape.vault)];
  if (shape.ownProgress)
    missing.push(...missingIn(await run(progress, services, { view: "quests" }), shape.ownProgress));
  expect(missing).toEqual([]);
});
