import { LRUCache } from "lru-cache";

/** Players a member looked at recently, newest first; in memory only. */
export type RecentPlayers = ReturnType<typeof createRecentPlayers>;

type Known = { readonly id: string; readonly name: string };

const NOBODY: readonly Known[] = [];

/**
 * Lives in one process, which suggests what members looked at there. With too many members, the least active are
 * dropped.
 */
export function createRecentPlayers({ perMember, members } = { perMember: 10, members: 5_000 }) {
  const byMember = new LRUCache<string, readonly Known[]>({ max: members });
  const of = (memberId: string) => byMember.peek(memberId) ?? NOBODY;
  return {
    of,
    forget: (memberId: string) => void byMember.delete(memberId),
    /** Another process forgot a member without saying whom. */
    forgetAll: () => byMember.clear(),
    add(memberId: string, { id, name }: Known): void {
      const others = of(memberId).filter((known) => known.id !== id);
      byMember.set(memberId, [{ id, name }, ...others].slice(0, perMember));
    },
  };
}
