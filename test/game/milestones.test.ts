import { expect, it } from "vitest";

import { hashesOf, sortMilestones, toMilestone } from "../../src/game/milestones.ts";

const at = (day: number) => new Date(Date.UTC(2026, 4, day)).toISOString();
const now = Date.UTC(2026, 4, 10);
const milestone = (milestoneHash: number, startDate?: string, endDate?: string) =>
  toMilestone({ milestoneHash, startDate, endDate });

it("sorts by what ends soonest, then what is always on, what comes and what is over", () => {
  const sorted = sortMilestones(
    [
      milestone(1, at(1), at(5)),
      milestone(2, at(15), at(20)),
      milestone(3),
      milestone(4, at(1), at(18)),
      milestone(5, at(1), at(12)),
      milestone(6, at(12), at(13)),
      milestone(7, at(1), at(9)),
      milestone(8, at(1)),
    ],
    now,
  );
  expect(sorted.map(({ hash }) => hash)).toEqual([5, 4, 8, 3, 6, 2, 7, 1]);
});

it("reads both shapes: empty members null or left out", () => {
  const bare = toMilestone({ milestoneHash: 1 });
  const nulls = toMilestone({
    milestoneHash: 1,
    availableQuests: null,
    vendorHashes: null,
    vendors: null,
    startDate: null,
    endDate: null,
    activities: null,
    order: null,
  });
  expect(nulls).toEqual(bare);
});

it("takes 0 for no hash, and a vendor named twice for one", () => {
  const read = toMilestone({
    milestoneHash: 1,
    vendorHashes: [7, 0],
    vendors: [
      { vendorHash: 7, previewItemHash: 0 },
      { vendorHash: 8, previewItemHash: 9 },
    ],
    availableQuests: [
      { questItemHash: 5, activity: { activityHash: 0 }, challenges: [{ objectiveHash: 0 }] },
    ],
  });
  expect(read.vendors).toEqual([
    { hash: 7, preview: undefined },
    { hash: 8, preview: 9 },
  ]);
  expect(hashesOf(read)).toEqual({
    quest: [5],
    item: [9],
    activity: [],
    objective: [],
    modifier: [],
    vendor: [7, 8],
  });
});
