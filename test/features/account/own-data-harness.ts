import type { KeptSnapshot, PrivateData } from "../../../src/sessions/use/private-data.ts";
import { MilepostError } from "../../../src/base/errors.ts";
import type { PlatformId } from "../../../src/base/int64.ts";
import type { PlatformClient } from "../../../src/platform/client.ts";

/** Snapshots in memory, taken by this clock. */
export function memorySnapshots(now: () => number, areKept = true) {
  const kept: KeptSnapshot[] = [];
  return {
    areKept,
    kept,
    async since(at: number): Promise<KeptSnapshot | undefined> {
      return kept.findLast(({ takenAt }) => takenAt <= at) ?? kept[0];
    },
    async put(content: string): Promise<void> {
      kept.push({ takenAt: now(), content });
    },
  };
}

const nothing = { areKept: false, since: async () => undefined, put: async () => {} };

/** A player's data as everybody may see it, in place of their own: the shapes are the same. */
export function publicData(
  platform: PlatformClient,
  account: { readonly membershipType: number; readonly id: PlatformId; readonly name?: string },
  snapshots: PrivateData["snapshots"] = nothing,
): PrivateData {
  return {
    account,
    hasGameAccount: true,
    hasVault: true,
    snapshots,
    owner: refuse("account.current"),
    user: ({ membershipId, signal }) => platform.userById({ membershipId, signal }),
    characters: ({ signal }) => platform.characters({ ...account, signal }),
    progression: ({ signal }) => platform.progression({ ...account, signal }),
    statsAccount: ({ signal }) => platform.statsAccount({ ...account, signal }),
    statsCharacter: (query) => platform.statsCharacter({ ...account, ...query }),
    vault: refuse("vault"),
  };
}

/** Answers just this; everything else is not offered. */
export function fakeOwnData(answers: Partial<PrivateData>): PrivateData {
  return {
    account: { name: "Ann" },
    hasGameAccount: true,
    hasVault: true,
    snapshots: nothing,
    owner: refuse("account.current"),
    user: refuse("user.byId"),
    characters: refuse("characters"),
    progression: refuse("progression"),
    statsAccount: refuse("stats.account"),
    statsCharacter: refuse("stats.character"),
    vault: refuse("vault"),
    ...answers,
  };
}

function refuse(operation: string) {
  return async (): Promise<never> => {
    throw new MilepostError("not-offered", { operation });
  };
}
