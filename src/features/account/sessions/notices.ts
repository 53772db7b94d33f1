import type { Reply } from "../../../discord/reply/reply.ts";
import { endsSoon } from "../../../sessions/store/session-notices.ts";
import { type SessionNotice, withNoticesAbove } from "../view/session-notices.ts";
import type { MemberSessions } from "./member-sessions.ts";
import type { CommandContext } from "../../shared/command-context.ts";

/**
 * An answer only the member sees, with what they have to be told above it, once. Where the database fails the
 * answer goes without; what could not be settled is told the next time.
 */
export async function addNotices(context: CommandContext, reply: Reply): Promise<Reply> {
  const { linking, member, isPrivate, reference } = context;
  if (linking === undefined || !isPrivate) return reply;
  const { sessions } = linking;
  try {
    const told = await sessions.takeNotices(member.id);
    const end = told.includes("expires-soon") ? await nextEnd(sessions, member.id) : undefined;
    const notices = told.flatMap((notice): readonly SessionNotice[] => {
      if (notice !== "expires-soon") return [{ notice }];
      return end === undefined ? [] : [{ notice, at: end }];
    });
    return withNoticesAbove(notices, reply, context.view);
  } catch (error) {
    sessions.log.error("What a member has to be told could not be looked up", { reference }, error);
    return reply;
  }
}

/** When the active session ends, unless its cookies were renewed since that was noted. */
async function nextEnd({ store, clock }: MemberSessions, memberId: string): Promise<number | undefined> {
  const linked = await store.list(memberId);
  const active = linked.find(({ isActive, state }) => isActive && state !== "dead");
  return active !== undefined && endsSoon(active, clock.now()) ? active.expiresAt : undefined;
}
