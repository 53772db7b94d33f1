import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { packageRoot } from "../../src/base/package-root.ts";
import { modules } from "../support/import-graph.ts";

/**
 * Who asks what time it is, and why monotonic time would be wrong there: people, other programs or a later start read
 * it. A folder stands for all in it. What only waits asks `monotonic()`: test/clock/steps.test.ts sets the clock under it.
 */
const WALL_TIME: Readonly<Record<string, string>> = {
  "src/base/clock.ts": "is the clock",
  "src/cli": "compares dates in the database and of this machine with what Discord says",
  "src/cluster/postgres": "compares with the database server's time",
  "src/compose/bot.ts": "compares with when the platform says that what is on changes",
  "src/compose/compose.ts": "looks in the ledger for the post that comes next by the demo's clock",
  "src/compose/login-guard.ts": "keeps the times of logins in the database; those to come are left out",
  "src/compose/parts.ts": "compares with when a renewal was begun, which is kept in the database",
  "src/compose/watch-vitals.ts": "compares with when posts were due, and notes the time of a write",
  "src/definitions": "keeps when a name was read in the database; days to come count as old",
  "src/discord/emoji/keep-uploaded.ts": "waits until the platform's date of a change",
  "src/discord/endpoint": "Discord says when it signed what it posts",
  "src/discord/interaction/custom-id.ts": "writes until when a state is kept in the database",
  "src/discord/interaction/invocation.ts": "gives commands the time they show",
  "src/discord/post/poster.ts": "looks for messages by Discord's ids, which are dates",
  "src/discord/rest/look-up-bot.ts": "compares this machine's clock with Discord's",
  "src/discord/rest/permissions.ts": "Discord says until when a time-out lasts",
  "src/features/account": "shows when sessions end, and keeps their uses in the database",
  "src/features/posts":
    "posts are due at a time on the wall, tries and dates of the platform are kept in the database; what is ahead counts as due or anew",
  "src/features/ranking": "statistics are kept in the database by the day",
  "src/features/servers": "keeps in the database when a server was last there; days to come count as none",
  "src/observability/log.ts": "people read it",
  "src/platform/cookies.ts": "cookies end at dates, and their jar is stored",
  "src/platform/oauth/tokens.ts": "tokens end at dates, and are stored with them",
  "src/platform/images/picture-folder.ts": "compares with dates of files",
  "src/platform/calls.ts": "when nobody was found where one record stands for a list",
  "src/platform/player-client.ts": "people read since when a user's account is known",
  "src/platform/http/answer.ts": "people read when an answer came",
  "src/playground": "stands in for services of the world, whose dates people read",
  "src/sessions": "kept in the database, or in files beside others' dates",
  "src/storage": "compares with dates in the database, and with those of files",
};

const ASKS = /\b[cC]lock(?:\(\))?\.now\(\)|\bDate\.now\(\)|\bnew Date\(\)/;
const asking = modules().filter((path) => ASKS.test(readFileSync(packageRoot + path, "utf8")));
const isIn = (path: string, place: string) => path === place || path.startsWith(`${place}/`);

describe("the time on the wall", () => {
  it("is asked only by those who have a reason, and each reason has one who asks", () => {
    const places = Object.keys(WALL_TIME);
    expect(asking.filter((path) => !places.some((place) => isIn(path, place)))).toEqual([]);
    expect(places.filter((place) => !asking.some((path) => isIn(path, place)))).toEqual([]);
  });

  it("is asked of the clock that was given: nobody else reads the system's", () => {
    const reading = asking
      .filter((path) => !isIn(path, "src/playground") && path !== "src/base/clock.ts")
      .filter((path) => /\bDate\.now\(\)|\bnew Date\(\)/.test(readFileSync(packageRoot + path, "utf8")));
    expect(reading).toEqual([
      // Both clocks of the machine, whatever the bot's own says: one of them stands still while a machine sleeps.
      "src/cluster/postgres/held-lease.ts",
      // It starts where the system's is.
      "src/cluster/postgres/node-statements.ts",
      // It runs in a browser.
      "src/sessions/seal-page/page.js",
    ]);
  });
});
