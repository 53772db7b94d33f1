import type { GeneralUser } from "../platform/resources/user.ts";
import { toTime } from "./times.ts";

/** How the signed-in member stands to a player. Undefined: the platform does not say. */
export interface Relation {
  readonly isFollowing: boolean | undefined;
  readonly isIgnored: boolean | undefined;
  /** The service hides this player from everybody until then. */
  readonly hiddenUntil: number | undefined;
}

/** Undefined where the platform says nothing at all of it. */
export function toRelation({ context }: GeneralUser, now: number): Relation | undefined {
  if (context === null || context === undefined) return undefined;
  const { isFollowing, ignoreStatus, globalIgnoreEndDate } = context;
  const until = toTime(globalIgnoreEndDate);
  const relation: Relation = {
    isFollowing: isFollowing ?? undefined,
    isIgnored: ignoreStatus?.isIgnored ?? undefined,
    hiddenUntil: until !== undefined && until > now ? until : undefined,
  };
  return Object.values(relation).every((part) => part === undefined) ? undefined : relation;
}
