import { expect, test } from "vitest";

import { Decoders } from "../../../src/platform/decode/decoders.ts";
import { Enums } from "../../../src/platform/decode/enums.ts";
import { loadProfile } from "../../../src/platform/profile/load.ts";
import { TrendingEntry } from "../../../src/platform/resources/trending.ts";

const FIELDS = ["news", "gameItem", "creation", "stream"] as const;

/** A service that has what an entry's type fills at one place, whatever that is. */
const profile = {
  ...loadProfile("neutral"),
  enums: {
    TrendingEntryType: [
      { value: 0, name: "article", field: "news" },
      { value: 1, name: "gear", field: "gameItem" },
      { value: 5, name: "art", field: "creation" },
      { value: 6, name: "live", field: "stream" },
    ],
  },
  renames: {
    TrendingEntry: { entityType: "kind", ...Object.fromEntries(FIELDS.map((field) => [field, "detail"])) },
    TrendingEntryNews: { article: "" },
    ContentItemPublicContract: { contentId: "id", properties: "" },
    TrendingEntryGameItem: { itemHash: "id" },
    TrendingEntryCommunityCreation: { title: "name", author: "by" },
    TrendingEntryCommunityStream: { partnershipIdentifier: "channel" },
  },
};

test.each<[string | number, object, object]>([
  ["article", { id: 3, title: "Storm" }, { news: { article: { contentId: "3" } } }],
  ["gear", { id: 7 }, { gameItem: { itemHash: 7 } }],
  [5, { name: "Dusk", by: "Bo" }, { creation: { title: "Dusk", author: "Bo" } }],
  ["poll", { title: "Which?" }, {}],
  ["live", { title: "Ann", channel: "a" }, { stream: { title: "Ann", partnershipIdentifier: "a" } }],
])("an entry of type %s is read by what that fills alone", (kind, detail, expected) => {
  const losses: unknown[] = [];
  const onLoss = (_operation: string, lost: unknown) => void losses.push(lost);
  const decoders = new Decoders(profile, new Enums(profile), { onLoss });
  const entry = decoders.decode(TrendingEntry, { identifier: "x", kind, detail }, "trending.entry");
  expect(entry).toMatchObject(expected);
  expect(FIELDS.filter((field) => entry[field] != null)).toEqual(Object.keys(expected));
  expect(losses).toEqual([]);
});
