import { MilepostError, isMilepostError } from "../base/errors.ts";
import type { PrivateClient, PrivateOptions } from "../platform/private/client.ts";
import type { OpenSession, SessionStore, SnapshotStore } from "../sessions/session.ts";
import type { KeptSnapshots, OpenPrivateData, PrivateData } from "./private-data.ts";

interface Parts {
  readonly client: PrivateClient;
  readonly sessions: SessionStore;
  readonly snapshots: SnapshotStore;
}

/**
 * Opens a member's own data with the session they linked. What an answer renews is kept; a refusal is confirmed by
 * a probe before the session counts as ended.
 */
export function privateDataFrom(parts: Parts): OpenPrivateData {
  return async ({ member }, command) => {
    const use = { command: `/${command}`, isAway: false };
    const opened = await parts.sessions.open({ discordId: member.id }, use);
    return opened === undefined ? undefined : dataOf(parts, opened);
  };
}

function dataOf(parts: Parts, opened: OpenSession): PrivateData {
  const { client } = parts;
  const { account } = opened.summary;
  const [game] = account.accounts;
  const asking = new Asking(parts, opened);
  const player = () => {
    if (game === undefined) throw new MilepostError("not-found", { reason: "no account of the game" });
    return { membershipType: game.membershipType, id: game.id };
  };
  return {
    account: { name: game?.name ?? account.name },
    hasGameAccount: game !== undefined,
    snapshots: snapshotsOf(parts.snapshots, opened),
    characters: (given) =>
      asking.ask(given.signal, (session) => client.characters({ ...player(), ...session })),
    progression: (given) =>
      asking.ask(given.signal, (session) => client.progression({ ...player(), ...session })),
    statsAccount: (given) =>
      asking.ask(given.signal, (session) => client.statsAccount({ ...player(), ...session })),
    statsCharacter: ({ signal, ...query }) =>
      asking.ask(signal, (session) => client.statsCharacter({ ...player(), ...query, ...session })),
    vault: (given) => {
      const { membershipType } = player();
      return asking.ask(given.signal, (session) => client.vault({ membershipType, ...session }));
    },
  };
}

/** One session in use by one run: its calls share what they learn. */
class Asking {
  readonly #parts: Parts;
  readonly #opened: OpenSession;
  #probe: Promise<MilepostError> | undefined;

  constructor(parts: Parts, opened: OpenSession) {
    this.#parts = parts;
    this.#opened = opened;
  }

  async ask<T>(signal: AbortSignal, call: (options: PrivateOptions) => Promise<T>): Promise<T> {
    const { sessions } = this.#parts;
    const { jar, summary } = this.#opened;
    try {
      const answer = await call({ session: jar, signal });
      if (summary.state === "suspect") await sessions.mark(summary, "alive");
      return answer;
    } catch (error) {
      if (!isMilepostError(error, "sign-in-needed")) throw error;
      throw await (this.#probe ??= this.#confirm(error, signal));
    } finally {
      if (jar.isChanged) await sessions.renew(this.#opened);
    }
  }

  /** What the member is told: that the session ended only if the platform says so twice. */
  async #confirm(refusal: MilepostError, signal: AbortSignal): Promise<MilepostError> {
    const { sessions, client } = this.#parts;
    const { jar, summary } = this.#opened;
    await sessions.mark(summary, "suspect");
    const check = await client.checkSession({ session: jar, signal });
    switch (check.outcome) {
      case "ended":
      case "not-registered":
        await sessions.mark(summary, "dead");
        return refusal;
      case "valid":
        await sessions.mark(summary, "alive");
        return new MilepostError("platform-error", { reason: "refused a session that is valid" });
      case "maintenance":
      case "unavailable":
      case "loop":
      case "strayed":
        return check.error;
    }
  }
}

function snapshotsOf(store: SnapshotStore, { summary }: OpenSession): KeptSnapshots {
  return {
    areKept: summary.consent.snapshots,
    async since(at) {
      const [newest] = await store.list(summary, { before: at + 1, limit: 1 });
      return newest ?? (await store.list(summary)).at(-1);
    },
    async put(content) {
      await store.put(summary, content);
    },
  };
}
