import { LRUCache } from "lru-cache";

/** Players a member looked at lately, newest first; kept in memory and small. */
export type RecentPlayers = ReturnType<typeof createRecentPlayers>;

type Known = { readonly id: string; readonly name: string };

const NOBODY: readonly Known[] = [];

/**
 * In the memory of one process: gone with it. Other processes suggest those a member looked at there. Beyond so many
 * members, who was quiet longest is forgotten first.
 */
export function createRecentPlayers({ perMember, members } = { perMember: 10, members: 5_000 }) {
  const byMember = new LRUCache<string, readonly Known[]>({ max: members });
  const of = (memberId: string) => byMember.peek(memberId) ?? NOBODY;
  return {
    of,
    forget: (memberId: string) => void byMember.delete(memberId),
    /** Somebody was forgotten by another process, and nobody says who. */
    forgetAll: () => byMember.clear(),
    add(memberId: string, { id, name }: Known): void {
      const others = of(memberId).filter((known) => known.id !== id);
      byMember.set(memberId, [{ id, name }, ...others].slice(0, perMember));
    },
  };
}
