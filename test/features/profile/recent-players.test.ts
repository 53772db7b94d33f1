import { expect, it } from "vitest";

import { createRecentPlayers } from "../../../src/features/profile/recent-players.ts";

const ids = (recents: ReturnType<typeof createRecentPlayers>, member: string) =>
  recents.of(member).map(({ id }) => id);

it("keeps the newest first, each once, and only so many", () => {
  const recents = createRecentPlayers({ perMember: 3, members: 10 });
  for (const id of ["1", "2", "1", "3", "4"]) recents.add("m", { id, name: `P${id}` });
  expect(ids(recents, "m")).toEqual(["4", "3", "1"]);
});

it("forgets the member who was quiet longest", () => {
  const recents = createRecentPlayers({ perMember: 3, members: 2 });
  for (const member of ["a", "b", "a", "c"]) recents.add(member, { id: "1", name: "P" });
  expect([ids(recents, "a").length, ids(recents, "b").length, ids(recents, "c").length]).toEqual([1, 0, 1]);
});
