import { MilepostError } from "../../base/errors.ts";
import { toName } from "../../game/readable.ts";
import type { SessionHeaders } from "../../platform/http/request.ts";
import type { PrivateClient } from "../../platform/private/create-client.ts";
import type { SessionSummary } from "../session.ts";
import type { SnapshotStore } from "../store/snapshot-store.ts";
import type { KeptSnapshots, PrivateData } from "./private-data.ts";
import type { SessionInUse } from "./session-in-use.ts";

interface Parts {
  readonly session: Pick<SessionInUse, "account" | "ask">;
  readonly client: PrivateClient;
  /** `noSnapshots` for a session that is used once. */
  readonly snapshots: KeptSnapshots;
}

/** Returns the data of the session's first game account, the one the member picked. */
export function createPrivateData({ session, client, snapshots }: Parts): PrivateData {
  const { account } = session;
  const [game] = account.accounts;
  /** Where the account is unknown, the vault proved the session. */
  const vaultType = game?.membershipType ?? account.membershipTypes?.[0];
  const player = () => {
    if (game === undefined) throw new MilepostError("not-found", { reason: "no account of the game" });
    return { membershipType: game.membershipType, id: game.id };
  };
  return {
    account: { name: toName(game?.name) ?? toName(account.name), membershipId: account.membershipId },
    hasGameAccount: game !== undefined,
    hasVault: vaultType !== undefined,
    snapshots,
    owner: async ({ signal }) =>
      session.ask(signal, (headers) => client.accountCurrent({ session: headers, signal })),
    user: async ({ membershipId, signal }) =>
      session.ask(signal, (headers) => client.userById({ membershipId, session: headers, signal })),
    characters: async ({ signal }) =>
      session.ask(signal, (headers) => client.characters({ ...player(), session: headers, signal })),
    progression: async ({ signal }) =>
      session.ask(signal, (headers) => client.progression({ ...player(), session: headers, signal })),
    statsAccount: async ({ signal }) =>
      session.ask(signal, (headers) => client.statsAccount({ ...player(), session: headers, signal })),
    statsCharacter: async (query) =>
      session.ask(query.signal, (headers) =>
        client.statsCharacter({ ...player(), ...query, session: headers }),
      ),
    async vault({ signal }) {
      const membershipType = vaultType ?? player().membershipType;
      const ask = (headers: SessionHeaders) => client.vault({ membershipType, session: headers, signal });
      return session.ask(signal, ask, { isProof: true });
    },
  };
}

export function snapshotsOf(store: SnapshotStore, summary: SessionSummary): KeptSnapshots {
  return {
    areKept: summary.consent.snapshots,
    async since(at, isOurs = () => true) {
      const [newest] = await store.list(summary, { before: at + 1, limit: 1 });
      if (newest !== undefined && isOurs(newest.content)) return newest;
      const all = (await store.list(summary)).filter(({ content }) => isOurs(content));
      return all.find(({ takenAt }) => takenAt <= at) ?? all.at(-1);
    },
    async put(content) {
      await store.put(summary, content);
    },
  };
}
