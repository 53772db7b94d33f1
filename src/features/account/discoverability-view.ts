import type { InvocationContext } from "../../discord/command/invocation-context.ts";
import type { FoundView } from "./view/discoverability.ts";
import type { MemberSessions } from "./sessions/member-sessions.ts";

/** Where the member is found, as seen from the place they ask in. */
export async function foundView(
  { member, site }: InvocationContext,
  { found, store }: MemberSessions,
): Promise<FoundView> {
  const [all, linked] = await Promise.all([found.of(member.id), store.list(member.id)]);
  const here = all.find(({ guildId }) => guildId === site.guildId);
  const active = linked.find(({ isActive }) => isActive);
  return {
    isInServer: site.guildId !== undefined,
    here: here && { name: here.name ?? here.membershipId, isByActive: here.sessionId === active?.id },
    elsewhere: all.length - (here === undefined ? 0 : 1),
  };
}
