import { MilepostError } from "../../base/errors.ts";
import type { OperationId } from "../../platform/profile/schema.ts";
import type { Services } from "../services.ts";

/** What the platform must offer: the profile's switch for it, and the operation there is nothing to show without. */
export interface Capability {
  readonly feature: keyof Services["profile"]["features"];
  readonly operation: OperationId;
}

/** Those that more than one command or service asks for. */
export const capabilities = {
  trending: { feature: "trending", operation: "trending.list" },
  milestones: { feature: "milestones", operation: "milestones.public" },
  profile: { feature: "profiles", operation: "user.byId" },
  progress: { feature: "profiles", operation: "progression" },
  stats: { feature: "profiles", operation: "stats.account" },
  vault: { feature: "private", operation: "vault" },
} as const satisfies Readonly<Record<string, Capability>>;

type Place = Pick<Services, "platform" | "profile">;

/** Returns whether the platform can answer it, and its profile lets it. */
export function hasCapability({ platform, profile }: Place, { feature, operation }: Capability): boolean {
  return profile.features[feature] !== false && platform.offers(operation);
}

/** What a command needs beside Discord. */
export interface CommandNeeds {
  /** What the platform must offer for it. */
  readonly capability?: Capability;
  /**
   * Of members' linked accounts: "account" looks after them, "own-data" shows what is theirs, which a server may
   * switch off. Neither is there where private commands are off.
   */
  readonly of?: "account" | "own-data";
  /** Options that name whom it is about: they go where the platform answers for one's own session alone. */
  readonly aboutOthers?: readonly string[];
  /** Of options with choices: those the platform has an answer to, where it may lack some. */
  readonly choices?: (profile: Services["profile"]) => Readonly<Record<string, readonly string[]>>;
  /**
   * By subcommand, option and choice: what the platform must offer for the choice. A subcommand is there as long as each
   * option it can't do without has one left.
   */
  readonly choicesOf?: Readonly<
    Record<string, Readonly<Record<string, Readonly<Record<string, Capability>>>>>
  >;
}

/** Returns whether the platform answers it for a member's own session alone. */
export function isOnlyOwn({ operations }: Place["profile"], { operation }: Capability): boolean {
  return operations[operation]?.class === "private";
}

/** Returns whether a bot with these services can answer the command at all: else it is not registered. */
export function isAnswerable(
  { capability, of }: CommandNeeds,
  services: Place & Pick<Services, "linking">,
): boolean {
  if (capability !== undefined) {
    if (!hasCapability(services, capability)) return false;
    if (isOnlyOwn(services.profile, capability) && services.linking === undefined) return false;
  }
  return of === undefined || services.linking !== undefined;
}

/** Throws "not-offered" where it can't. */
export function requireCapability(place: Place, capability: Capability): void {
  if (!hasCapability(place, capability))
    throw new MilepostError("not-offered", { operation: capability.operation });
}
