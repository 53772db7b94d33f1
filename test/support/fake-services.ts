import { createRecentPlayers } from "../../src/features/profile/recent-players.ts";
import type { Operator } from "../../src/features/kit/command/services.ts";
import type { Services } from "../../src/features/services.ts";
import { MilepostError } from "../../src/base/errors.ts";
import type { Definitions } from "../../src/definitions/definitions.ts";
import { messagesFor } from "../../src/messages/catalog.ts";
import type { Dated, TrendingListing, PlatformClient } from "../../src/platform/client.ts";
import { loadProfile } from "../../src/platform/profile/load.ts";
import { TrendingEntry, TrendingStub } from "../../src/platform/resources/trending.ts";
import { idleServices } from "./idle-services.ts";

const AT = Date.UTC(2026, 4, 20, 11);

export function dated<T>(data: T, age: Partial<Dated<T>> = {}): Dated<T> {
  return { data, at: AT, isStale: false, ...age };
}

const refuse = (operation: string) => async () => {
  throw new MilepostError("not-offered", { operation });
};

/** A platform that offers and answers just this; everything else fails as "not-offered". */
export function fakePlatform(answers: Partial<PlatformClient>, offered: readonly string[]): PlatformClient {
  return {
    trendingList: refuse("trending.list"),
    trendingEntry: refuse("trending.entry"),
    contentById: refuse("content.byId"),
    contentSearch: refuse("content.search"),
    userById: refuse("user.byId"),
    userSearch: refuse("user.search"),
    accountsOf: refuse("accounts.of"),
    characters: refuse("characters"),
    progression: refuse("progression"),
    statsAccount: refuse("stats.account"),
    statsCharacter: refuse("stats.character"),
    milestonesPublic: refuse("milestones.public"),
    milestonesContent: refuse("milestones.content"),
    definitionsManifest: refuse("definitions.manifest"),
    definitionsOne: refuse("definitions.one"),
    definitionsFile: refuse("definitions.file"),
    ownName: () => undefined,
    offers: (operation) => offered.includes(operation),
    imageUrl: (path) => (path ? new URL(path.slice(0, 100), "https://content.example").href : undefined),
    close: async () => {},
    ...answers,
  };
}

export interface FakeParts {
  readonly platform: PlatformClient;
  readonly definitions?: Definitions;
  readonly operator?: Operator;
}

export function fakeServices({ platform, definitions, operator = {} }: FakeParts): Services {
  return {
    platform,
    profile: loadProfile("neutral"),
    definitions: definitions ?? { lookUp: async () => new Map(), search: async () => [] },
    recentPlayers: createRecentPlayers(),
    labels: () => undefined,
    pageLinks: {
      article: () => undefined,
      profile: () => undefined,
      of: (link) => link,
      mayLink: () => true,
    },
    operator,
    messages: messagesFor,
    ...idleServices(),
  };
}

/** A list of stubs or details in pages of `size`. */
export function listing(
  gives: "stubs" | "details",
  entries: readonly object[],
  size = 25,
): PlatformClient["trendingList"] {
  return async ({ page = 0 }) => {
    const part = entries.slice(page * size, (page + 1) * size);
    const hasMore = entries.length > (page + 1) * size;
    const data: TrendingListing =
      gives === "stubs"
        ? { gives, entries: part.map((entry) => TrendingStub.parse(entry)), hasMore }
        : { gives, entries: part.map((entry) => TrendingEntry.parse(entry)), hasMore };
    return dated(data);
  };
}
