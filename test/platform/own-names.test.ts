import { describe, expect, test } from "vitest";

import milestones from "../../commands/milestones.ts";
import progress from "../../commands/progress.ts";
import { seen, run } from "../support/run-command.ts";
import { fakeServices } from "../support/fake-services.ts";
import { answering, otherProfile } from "./support/other-service.ts";
import { connect } from "./support/served.ts";

const profile = (origin: string, more: Record<string, unknown> = {}) =>
  otherProfile(origin, {
    wire: { ids: "text" },
    locale: { default: "en", query: "lang", codes: { "en-US": "en", de: "de" } },
    operations: {
      "user.byId": { path: "/users/{membershipId}" },
      "milestones.public": { path: "/events" },
      progression: { path: "/users/{id}/progress" },
    },
    renames: {
      GeneralUser: { membershipId: "id", displayName: "nick" },
      GamePublicMilestone: {
        milestoneHash: "id",
        name: "title",
        description: "briefing",
        icon: "art.small",
        endDate: "until",
      },
      CharacterProgressions: { data: "heroes" },
      GameCharacterProgressionComponent: { quests: "tasks" },
      GameQuestStatus: { questHash: "key", name: ["title", "key"] },
      GameObjectiveProgress: { objectiveHash: "goal", name: "goal", progress: "done", completionValue: "of" },
    },
    ...more,
  });

const event = {
  id: "harvest-26",
  title: "Harvest &amp; Moon",
  briefing: "Bring lanterns.",
  art: { small: "/a.png" },
};
const until = "2026-06-01T00:00:00Z";

describe("a name in the record itself", () => {
  test("is shown, without definitions and with others' gaps left to them", async () => {
    await using served = await answering(() => [
      { ...event, until },
      { id: 7, until },
    ]);
    const given = profile(served.origin);
    await using client = connect(served.origin, () => given);
    const services = { ...fakeServices({ platform: client }), profile: given };
    const shown = seen(await run(milestones, services));
    expect(shown).toContain("Harvest & Moon");
    expect(shown).toContain("7");
    expect(shown).not.toContain("harvest-26");
  });

  test("is the reader's, of a service that answers in several languages", async () => {
    await using served = await answering(({ url }) => [
      { ...event, title: url.includes("lang=de") ? "Erntemond" : "Harvest Moon", until },
    ]);
    await using client = connect(served.origin, () => profile(served.origin));
    const { data } = await client.milestonesPublic({ locale: "de" });
    const hash = Object.values(data)[0]?.milestoneHash ?? 0;
    const named = () => client.ownName({ table: "milestone", hash }, "en-US")?.name;
    expect(named()).toBeUndefined();
    await client.milestonesPublic({ locale: "en-US" });
    expect(named()).toBe("Harvest Moon");
    expect(client.ownName({ table: "milestone", hash }, "de")).toEqual({
      name: "Erntemond",
      description: "Bring lanterns.",
      iconUrl: `${served.origin}/a.png`,
    });
  });

  test("of a player's own answer is shown for that answer alone", async () => {
    await using served = await answering(({ url }) => {
      const of = url.includes("mary") ? "Mary" : "Max";
      if (!url.endsWith("progress")) return { id: of.toLowerCase(), nick: of };
      const tasks = [
        {
          key: 3,
          title: `Help ${of}`,
          stepObjectives: [{ goal: "Find keys", done: 1, of: 4 }],
          started: true,
        },
      ];
      return { heroes: { h1: { tasks } } };
    });
    const given = profile(served.origin);
    await using client = connect(served.origin, () => given);
    const services = { ...fakeServices({ platform: client }), profile: given };
    for (const player of ["mary", "max", "mary"]) {
      const shown = seen(await run(progress, services, { player, view: "quests" }));
      expect(shown).toContain(`Help ${player === "mary" ? "Mary" : "Max"}`);
      expect(shown).toContain("Find keys");
    }
    expect(client.ownName({ table: "quest", hash: 3 }, "en-US")).toBeUndefined();
  });

  test("is read only where the profile says where", async () => {
    await using served = await answering(() => [{ ...event, name: "Another", until }]);
    await using client = connect(served.origin, () =>
      profile(served.origin, { renames: { GamePublicMilestone: { milestoneHash: "id" } } }),
    );
    const dated = await client.milestonesPublic({});
    expect(dated.names).toBeUndefined();
    expect(await client.milestonesPublic({})).toEqual(dated);
  });

  test("that is no text costs the name alone", async () => {
    await using served = await answering(() => [{ ...event, title: 5 }, event]);
    await using client = connect(served.origin, () => profile(served.origin));
    const dated = await client.milestonesPublic({});
    expect(Object.keys(dated.data)).toHaveLength(1);
    expect([...(dated.names?.values() ?? [])].map(({ name }) => name)).toEqual(["Harvest &amp; Moon"]);
  });
});
