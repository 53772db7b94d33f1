import type { Reply } from "../../discord/reply/reply.ts";
import { endsSoon } from "../../sessions/store/session-notices.ts";
import { type SessionNotice, withNoticesAbove } from "./view/session-notices.ts";
import type { MemberSessions } from "../../sessions/use/member-sessions.ts";
import type { CommandContext } from "./services.ts";

/** Adds notices about the member's sessions above a reply, once. */
export async function addNotices({ linking, member, view }: CommandContext, reply: Reply): Promise<Reply> {
  if (linking === undefined) return reply;
  const { sessions } = linking;
  const told = await sessions.takeNotices(member.id);
  const end = told.includes("expires-soon") ? await nextEnd(sessions, member.id) : undefined;
  const notices = told.flatMap((notice): readonly SessionNotice[] => {
    if (notice !== "expires-soon") return [{ notice }];
    return end === undefined ? [] : [{ notice, at: end }];
  });
  return withNoticesAbove(notices, reply, view);
}

/** Returns when the active session ends, unless its cookies were renewed since. */
async function nextEnd({ store, clock }: MemberSessions, memberId: string): Promise<number | undefined> {
  const linked = await store.list(memberId);
  const active = linked.find(({ isActive, state }) => isActive && state !== "dead");
  return active !== undefined && endsSoon(active, clock.now()) ? active.expiresAt : undefined;
}
