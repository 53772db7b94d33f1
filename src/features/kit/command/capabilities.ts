import { MilepostError } from "../../../base/errors.ts";
import type { OperationId, Profile } from "../../../platform/profile/schema.ts";
import type { KitServices } from "./services.ts";

/** What a command needs of the platform: the profile's switch and the operation it can't do without. */
export interface Capability {
  readonly feature: keyof Profile["features"];
  readonly operation: OperationId;
}

/** Those that several commands or services need. */
export const capabilities = {
  trending: { feature: "trending", operation: "trending.list" },
  milestones: { feature: "milestones", operation: "milestones.public" },
  profile: { feature: "profiles", operation: "user.byId" },
  progress: { feature: "profiles", operation: "progression" },
  stats: { feature: "profiles", operation: "stats.account" },
  vault: { feature: "private", operation: "vault" },
} as const satisfies Readonly<Record<string, Capability>>;

type Place = Pick<KitServices, "platform" | "profile">;

/** Returns whether the platform has the operation and the profile's switch is on. */
export function hasCapability({ platform, profile }: Place, { feature, operation }: Capability): boolean {
  return profile.features[feature] !== false && platform.offers(operation);
}

/** What a command needs besides Discord. */
export interface CommandNeeds {
  readonly capability?: Capability;
  /**
   * Set where the command is about linked accounts: "account" manages them, "own-data" shows a member's own data, which
   * a server may switch off. Without private commands neither is registered.
   */
  readonly of?: "account" | "own-data";
  /** Whether it is about several players: left out where the platform answers for one's own session only. */
  readonly isAboutOthers?: boolean;
  /** Options that name another player: left out where the platform answers for one's own session only. */
  readonly aboutOthers?: readonly string[];
  /** Returns, for options with choices, the choices the profile supports. */
  readonly choices?: (profile: Profile) => Readonly<Record<string, readonly string[]>>;
  /**
   * What each choice needs, by subcommand, option and choice. A subcommand is registered only if each of its required
   * options has a choice left.
   */
  readonly choicesOf?: Readonly<
    Record<string, Readonly<Record<string, Readonly<Record<string, Capability>>>>>
  >;
}

/** Returns whether the platform answers the operation for a member's own session only. */
export function isOnlyOwn({ operations }: Profile, { operation }: Capability): boolean {
  return operations[operation]?.class === "private";
}

/** Returns whether the command works with these services; if not, it is not registered. */
export function isAnswerable(
  { capability, of, isAboutOthers = false }: CommandNeeds,
  services: Place & { readonly linking?: unknown },
): boolean {
  if (capability !== undefined) {
    if (!hasCapability(services, capability)) return false;
    const isBare = isAboutOthers || services.linking === undefined;
    if (isBare && isOnlyOwn(services.profile, capability)) return false;
  }
  return of === undefined || services.linking !== undefined;
}

/** Throws "not-offered" where the capability is missing. */
export function requireCapability(place: Place, capability: Capability): void {
  if (!hasCapability(place, capability))
    throw new MilepostError("not-offered", { operation: capability.operation });
}
