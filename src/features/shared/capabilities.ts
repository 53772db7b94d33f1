import { MilepostError } from "../../base/errors.ts";
import type { Services } from "../services.ts";

/** What a command shows, the switch of the profile for it, and the operation it has nothing to show without. */
const NEEDS = {
  trending: { feature: "trending", operation: "trending.list" },
  milestones: { feature: "milestones", operation: "milestones.public" },
  profile: { feature: "profiles", operation: "user.byId" },
  progress: { feature: "private", operation: "progression" },
  stats: { feature: "private", operation: "stats.account" },
  vault: { feature: "private", operation: "vault" },
} as const;
type Subject = keyof typeof NEEDS;

type Place = Pick<Services, "platform" | "profile">;

/** Whether this platform can answer a command, and its profile lets it. */
export function hasCapability({ platform, profile }: Place, subject: Subject): boolean {
  const { feature, operation } = NEEDS[subject];
  return profile.features[feature] !== false && platform.offers(operation);
}

/** Throws "not-offered" where it isn't. */
export function requireCapability(place: Place, subject: Subject): void {
  if (!hasCapability(place, subject))
    throw new MilepostError("not-offered", { operation: NEEDS[subject].operation });
}
