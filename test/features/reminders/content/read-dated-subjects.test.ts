import { expect, it } from "vitest";

import { systemContext } from "../../../../src/features/shared/system-context.ts";
import { readDatedSubjects } from "../../../../src/features/reminders/content/read-dated-subjects.ts";
import type { PlatformClient } from "../../../../src/platform/create-client.ts";
import { dated, fakePlatform, fakeServices } from "../../../support/fake-services.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const empty = dated({ gives: "stubs" as const, entries: [], hasMore: false });
const hangs: PlatformClient["milestonesPublic"] = ({ signal }) =>
  new Promise((_, reject) => {
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
