import { afterEach, beforeEach, describe, expect, it } from "vitest";

import type { NewReminder } from "../../../../src/features/posts/reminder-service.ts";
import { PublicMilestones } from "../../../../src/platform/resources/milestones.ts";
import { TrendingEntry, TrendingStub } from "../../../../src/platform/resources/trending.ts";
import { Ids } from "../../../../src/playground/discord/world/default-world.ts";
import { type Subject, watchOf } from "../../../../src/schedule/subject.ts";
import type { Watched } from "../../../../src/schedule/watched.ts";
import { dated } from "../../../support/fake-services.ts";
import { DAY, HOUR, MINUTE } from "../../../support/time.ts";
import { openWorld, START, type World } from "../posting-harness.ts";
import { contentOf } from "../reminder-service-harness.ts";

const CREATION = 5;
const UPDATE = 7;

let world: World;
let asked: string[];
let listed: { readonly id: string; readonly type?: number; readonly title: string }[];
/** By name: the modifiers and the vendor's item of a milestone that is on. */
let milestones: { readonly hash: number; readonly modifier?: number; readonly shows?: number }[];
const names = new Map([
  [1, "Harvest Week"],
  [2, "Ring of Ash"],
  [3, "String of Pearls"],
  [4, "Heavy Rain"],
]);

beforeEach(async () => {
  world = await openWorld();
  asked = [];
  listed = [{ id: "old", title: "Glass Orchard opens" }];
  milestones = [{ hash: 9 }];
  world.definitions.lookUp = async (_, hashes) =>
    new Map(hashes.flatMap((hash) => [[hash, { name: names.get(hash) ?? "" }] as const]));
  world.answers.trendingList = async ({ page = 0, locale }) => {
    asked.push(`list ${page} ${locale}`);
    const entries = page === 0 ? listed.map(stub) : [];
    return dated({ gives: "stubs" as const, entries, hasMore: false });
  };
  world.answers.trendingEntry = async ({ type, identifier }) => {
    asked.push(`entry ${identifier}`);
    const creation = { author: "Nilah Quick", title: identifier };
    return dated(TrendingEntry.parse({ entityType: type, identifier, creation }));
  };
  world.answers.milestonesPublic = async () =>
    dated(
      PublicMilestones.parse(
        Object.fromEntries(
          milestones.map(({ hash, modifier, shows }) => [
            String(hash),
            {
              milestoneHash: hash,
              activities: modifier === undefined ? [] : [{ activityHash: 0, modifierHashes: [modifier] }],
              vendors: shows === undefined ? [] : [{ vendorHash: 7, previewItemHash: shows }],
            },
          ]),
        ),
      ),
    );
});
afterEach(() => world.close());

function stub({ id, type = UPDATE, title }: (typeof listed)[number]) {
  return TrendingStub.parse({ identifier: id, entityType: type, displayName: title });
}

async function watch(of: Watched, name: string, more: Partial<NewReminder> = {}): Promise<string> {
  const subject: Subject = { kind: "watch", of, name, language: "en" };
  const made = await world.reminders.service.make({
    ownerId: Ids.admin,
    destinations: [{ kind: "dm", target: Ids.admin }],
    rule: { kind: "watch", what: watchOf(subject) ?? "" },
    content: contentOf({ subject, title: name }),
    ...more,
  });
  return "reminder" in made ? made.reminder.id : "";
}

/** Returns how often the platform is asked by all there is to do then. */
async function requestsAt(time: number): Promise<number> {
  asked = [];
  await world.at(time);
  return asked.length;
}

const dms = async () => (await world.dms(Ids.admin)).map((text) => text.split("\n")[0]);

describe("watching for a name", () => {
  it("tells of news with its words once, and of nothing that was there at the first look", async () => {
    await watch("news", "glass orchard");
    await world.at(START);
    listed.unshift({ id: "new", title: "Back to the Glass Orchard" }, { id: "other", title: "Patch notes" });
    await world.at(START + HOUR);
    await world.at(START + 2 * HOUR);
    expect(await dms()).toEqual([expect.stringContaining("Back to the Glass Orchard")]);
  });

  it("tells of a thing once while it stays, however the platform flickers, and again once it was gone", async () => {
    await watch("item", "ring");
    await world.at(START);
    const ring = { hash: 1, shows: 2 };
    milestones = [{ hash: 9 }, ring, { hash: 8, shows: 3 }];
    await world.at(START + HOUR);
    expect(await dms()).toEqual([expect.stringContaining("Ring of Ash")]);
    for (let hour = 2; hour < 12; hour += 1) {
      milestones = hour % 3 === 0 ? [{ hash: 9 }, ring] : [{ hash: 9 }];
      await world.at(START + hour * HOUR);
    }
    milestones = [{ hash: 9 }, ring];
    await world.at(START + DAY);
    expect(await dms()).toHaveLength(1);
    milestones = [{ hash: 9 }];
    for (let hour = 25; hour < 40; hour += 1) await world.at(START + hour * HOUR);
    milestones = [{ hash: 9 }, ring];
    await world.at(START + 40 * HOUR);
    expect(await dms()).toHaveLength(2);
  });

  it("takes nothing for gone that one look misses after days without any", async () => {
    await watch("milestone", "harvest week");
    await world.at(START);
    milestones = [{ hash: 9 }, { hash: 1 }];
    await world.at(START + HOUR);
    milestones = [{ hash: 9 }];
    await world.at(START + 3 * DAY);
    milestones = [{ hash: 9 }, { hash: 1 }];
    await world.at(START + 3 * DAY + HOUR);
    expect(await dms()).toEqual([expect.stringContaining("Harvest Week")]);
  });

  it("tells of a modifier and a returning milestone", async () => {
    await watch("modifier", "heavy rain");
    await watch("milestone", "Harvest Week");
    await world.at(START);
    milestones = [{ hash: 9 }, { hash: 1, modifier: 4 }];
    await world.at(START + HOUR);
    const posts = (await world.dms(Ids.admin)).toSorted();
    expect(posts).toEqual([
      expect.stringContaining("**Harvest Week** · Milestone"),
      expect.stringMatching(/Heavy Rain.+Modifier[^]*Harvest Week/),
    ]);
  });

  it("waits for a name that is not known yet", async () => {
    await watch("milestone", "Harvest Week");
    await world.at(START);
    milestones = [{ hash: 9 }, { hash: 1 }];
    names.delete(1);
    await world.at(START + HOUR);
    expect(await dms()).toEqual([]);
    names.set(1, "Harvest Week");
    await world.at(START + 2 * HOUR);
    expect(await dms()).toHaveLength(1);
  });

  it("tells of an author's creation, in a server only where admins let creations be posted", async () => {
    const inChannel = {
      guildId: Ids.harbour,
      destinations: [{ kind: "channel", target: Ids.general }] as const,
      content: contentOf({
        purpose: "announcement",
        subject: { kind: "watch", of: "creation", name: "nilah", language: "en" },
        title: "Nilah",
      }),
    };
    const id = await watch("creation", "nilah", inChannel);
    await watch("creation", "Nilah Quick");
    await world.at(START);
    listed.unshift({ id: "art", type: CREATION, title: "A lighthouse" });
    await world.at(START + HOUR);
    expect(await dms()).toEqual([expect.stringContaining("A lighthouse")]);
    expect(await world.reminders.service.history(id, 9)).toEqual([]);
    await world.guilds.change(
      { guildId: Ids.harbour, revision: world.guilds.of(Ids.harbour).revision, by: Ids.admin },
      { areCreationsOn: true },
    );
    listed.unshift({ id: "more", type: CREATION, title: "A harbour" });
    await world.at(START + 2 * HOUR);
    expect((await world.texts(Ids.general, Ids.admin)).at(-1)).toContain("A harbour");
  });

  it("asks the platform no more for many watches than for one", async () => {
    await watch("news", "first");
    await requestsAt(START);
    const alone = await requestsAt(START + 10 * MINUTE);
    for (let index = 0; index < 20; index += 1) await watch("news", `word ${index}`);
    expect(await requestsAt(START + 20 * MINUTE)).toBe(alone);
  });
});
