import { expect, it } from "vitest";

import { systemContext } from "../../../../src/features/posts/engine/system-context.ts";
import { silentLog } from "../../../../src/base/log.ts";
import {
  createSubjectList,
  readDatedSubjects,
} from "../../../../src/features/posts/content/read-dated-subjects.ts";
import { knownDateRows } from "../../../../src/features/posts/store/platform-rows.ts";
import { GamePublicMilestone } from "../../../../src/platform/resources/milestones.ts";
import { openDatabase } from "../../../../src/cluster/open-database.ts";
import { ManualClock } from "../../../support/manual-clock.ts";
import { dated, fakePlatform, fakeServices } from "../../../support/fake-services.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const empty = dated({ gives: "stubs" as const, entries: [], hasMore: false });
const hangs = ({ signal }: { readonly signal?: AbortSignal | undefined }) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason as Error));
  });

it("says why nothing was read when there was no time left for it, instead of failing", async () => {
  const platform = fakePlatform({ milestonesPublic: hangs, trendingList: async () => empty }, [
    "milestones.public",
    "trending.list",
  ]);
  const services = fakeServices({ platform });
  const signal = AbortSignal.timeout(5);
  const context = systemContext({ services, now: NOW, locale: "en-US", signal });
  const seen = await readDatedSubjects(context);
  expect(seen).toMatchObject({ subjects: [], failure: { code: "platform-timeout" } });
});

it("lists what one source gives while another hangs", async () => {
  const endDate = "2026-11-22T12:00:00Z";
  const milestone = GamePublicMilestone.parse({
    milestoneHash: 7,
    startDate: "2026-11-19T12:00:00Z",
    endDate,
  });
  const platform = fakePlatform(
    { milestonesPublic: async () => dated({ 7: milestone }), trendingList: hangs },
    ["milestones.public", "trending.list"],
  );
  const services = fakeServices({ platform });
  const database = await openDatabase({ url: ":memory:" });
  const list = createSubjectList({
    background: (signal, locale) => systemContext({ services, now: NOW, locale, signal }),
    known: knownDateRows(database.queries),
    clock: new ManualClock(NOW),
    log: silentLog,
  });
  const things = await list({ locale: "en-US", signal: new AbortController().signal, withinMs: 50 });
  expect(things).toMatchObject([{ subject: { kind: "milestone", hash: 7 }, endAt: Date.parse(endDate) }]);
  await database.close();
});
