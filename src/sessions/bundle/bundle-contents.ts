import type { Secret } from "../../base/secret.ts";

/** What a sealed bundle holds: JSON of this, sealed as an age file. `expiresAt` is ISO 8601. */
export interface BundleContents {
  readonly cookies: Readonly<Record<string, string>>;
  readonly discordId: string;
  /** Origin of the platform's portal. */
  readonly origin: string;
  readonly expiresAt: string;
}

/** What opening a bundle came to. */
export type BundleOpening =
  | { readonly ok: true; readonly cookies: ReadonlyMap<string, Secret>; readonly missing: readonly string[] }
  | {
      readonly ok: false;
      /** unknown-key: sealed for another bot, or for a key that was retired. */
      readonly why: "damaged" | "unknown-key" | "other-member" | "other-platform" | "expired" | "no-cookies";
    };
