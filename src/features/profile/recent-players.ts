/** Players a member looked at lately, newest first; kept in memory and small. */
export type RecentPlayers = ReturnType<typeof createRecentPlayers>;

export interface RecentPlayersRules {
  /** How many players are kept of one member. */
  readonly perMember: number;
  /** How many members; who was quiet longest is forgotten first. */
  readonly members: number;
}

type Known = { readonly id: string; readonly name: string };

const NOBODY: readonly Known[] = [];

/** In the memory of one process: gone with it. Other processes suggest those a member looked at there. */
export function createRecentPlayers(
  { perMember, members }: RecentPlayersRules = { perMember: 10, members: 5_000 },
) {
  const byMember = new Map<string, readonly Known[]>();
  return {
    of: (memberId: string): readonly Known[] => byMember.get(memberId) ?? NOBODY,
    forget: (memberId: string) => void byMember.delete(memberId),
    /** Somebody was forgotten by another process, and nobody says who. */
    forgetAll: () => byMember.clear(),
    add(memberId: string, player: Known): void {
      const others = (byMember.get(memberId) ?? NOBODY).filter(({ id }) => id !== player.id);
      byMember.delete(memberId);
      byMember.set(memberId, [{ id: player.id, name: player.name }, ...others].slice(0, perMember));
      const [quietest] = byMember.keys();
      if (byMember.size > members && quietest !== undefined) byMember.delete(quietest);
    },
  };
}
