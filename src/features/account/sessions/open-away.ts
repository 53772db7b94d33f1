import type { SessionSummary } from "../../../sessions/session.ts";
import type { Away, AwayAsked, AwaySessions } from "../../shared/own-data/private-data.ts";
import { createPrivateData, snapshotsOf } from "./create-private-data.ts";
import type { MemberSessions } from "./member-sessions.ts";
import { type SessionInUse, useOpened } from "./session-in-use.ts";

export function createAwaySessions(sessions: MemberSessions): AwaySessions {
  const { client, snapshots } = sessions;
  return {
    async open(asked) {
      const used = await useAway(sessions, asked);
      if (used.state !== "open") return used;
      const { session, summary } = used;
      if (summary.state === "suspect") await session.probe(asked.signal);
      const kept = snapshotsOf(snapshots, summary);
      return { state: "open", data: createPrivateData({ session, client, snapshots: kept }) };
    },
    async probe(asked) {
      const used = await useAway(sessions, asked);
      if (used.state === "open") await used.session.probe(asked.signal);
    },
  };
}

type Used =
  | Exclude<Away, { state: "open" }>
  | { readonly state: "open"; readonly session: SessionInUse; readonly summary: SessionSummary };

/** The use is noted before it happens. */
async function useAway(
  sessions: MemberSessions,
  { memberId, for: command, reference }: AwayAsked,
): Promise<Used> {
  const { store } = sessions;
  const active = (await store.list(memberId)).find(({ isActive }) => isActive);
  if (active === undefined) return { state: "none" };
  if (active.state === "dead") return { state: "ended", since: active.stateSince };
  if (!active.consent.away) return { state: "no-consent" };
  const opened = await store.open({ discordId: memberId, id: active.id }, { command, isAway: true });
  if (opened === undefined) return { state: "none" };
  return { state: "open", session: useOpened(sessions, opened, reference), summary: opened.summary };
}
