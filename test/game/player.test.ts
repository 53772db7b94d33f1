import { describe, expect, it } from "vitest";

import { int64 } from "../../src/base/int64.ts";
import { bestMatches, toPlayer } from "../../src/game/player.ts";

const now = Date.UTC(2026, 4, 10);
const player = (fields: object, id = "1") => toPlayer({ membershipId: int64(id), ...fields }, now);

describe("a player's standing", () => {
  it.each([
    [{}, { state: "active" }],
    [{ isDeleted: true, profileBanExpire: "2027-01-01T00:00:00Z" }, { state: "deleted" }],
    [{ profileBanExpire: "2026-05-09T00:00:00Z" }, { state: "active" }],
    [{ profileBanExpire: "0001-01-01T00:00:00Z" }, { state: "active" }],
    [{ profileBanExpire: null }, { state: "active" }],
    [{ profileBanExpire: "12/11/2026" }, { state: "active" }],
    [{ profileBanExpire: "2026-05-11T00:00:00Z" }, { state: "banned", until: Date.UTC(2026, 4, 11) }],
    [{ profileBanExpire: "9999-01-01T00:00:00Z" }, { state: "banned", until: Date.UTC(9999, 0, 1) }],
  ])("of %j is %j", (fields, standing) => {
    expect(player(fields).standing).toEqual(standing);
  });
});

it("takes blank texts for none", () => {
  expect(player({ displayName: " ", uniqueName: "ann#1", about: "", statusText: "\n" })).toMatchObject({
    name: "ann#1",
    about: undefined,
    status: undefined,
  });
});

it("reads what old sites escape in names, and tags in titles", () => {
  expect(
    player({
      displayName: "K&ouml;nig &amp; Co <3",
      uniqueName: "k&#246;nig",
      userTitleDisplay: "<b>Mayor</b> &copy;",
      pcDisplayName: "a&lt;b",
    }),
  ).toMatchObject({
    name: "König & Co <3",
    uniqueName: "könig",
    title: "Mayor ©",
    platformNames: [{ platform: "pc", name: "a<b" }],
  });
});

describe("the best matches of a typed name", () => {
  const found = [
    player({ displayName: "Ann", uniqueName: "ann-1" }, "1"),
    player({ displayName: "ANN", uniqueName: "ann-2" }, "2"),
    player({ displayName: "Annabel", uniqueName: "annabel" }, "3"),
  ];
  it.each([
    ["annabel", ["3"]],
    ["ann", ["1", "2"]],
    ["Ann-2", ["2"]],
    ["an", ["1", "2", "3"]],
  ])("%s", (typed, ids) => {
    expect(bestMatches(found, typed).map(({ id }) => id)).toEqual(ids);
  });
});
