import type { PlatformId } from "../../base/int64.ts";
import type { MilepostError } from "../../base/errors.ts";
import type { CallOptions } from "../client.ts";
import type { NamedAccount, SessionHeaders } from "../http/request.ts";
import type { GameAccount } from "../resources/user.ts";

/** Options of every private call. A refusal is never retried, in the background either. */
export interface PrivateOptions extends CallOptions {
  /** Gets every renewed cookie through `take`. */
  readonly session: SessionHeaders;
}

/** The account of a session. Its private data is the session's, whoever says so. */
export type SignedInAccount =
  | (NamedAccount & {
      readonly isKnown: true;
      readonly name: string | undefined;
      readonly accounts: readonly GameAccount[];
    })
  /** Proved by E5 only: these membership types answered. */
  | {
      readonly isKnown: false;
      readonly membershipTypes: readonly number[];
      readonly membershipId?: undefined;
    };

/** Whose session it is; undefined where nobody says. */
export interface SessionOwner {
  readonly membershipId?: PlatformId | undefined;
}

/**
 * The verdict of E1 and one private call. `account` is absent where the profile has no operation to prove it. Outcomes
 * other than "valid", "ended" and "not-registered" say nothing about the session.
 */
export type SessionCheck =
  | { readonly outcome: "valid"; readonly account: SignedInAccount | undefined }
  /** Rule 2: the member would have to sign in again. */
  | { readonly outcome: "ended" }
  /** Rule 4. */
  | { readonly outcome: "not-registered" }
  | {
      readonly outcome: "maintenance" | "unavailable" | "loop" | "strayed";
      readonly error: MilepostError;
    };

/** Returns whether a session still belongs to the account it was linked for. */
export function compareAccounts(
  linked: { readonly membershipId?: PlatformId },
  found: SessionOwner | SignedInAccount,
): "same" | "other" | "unknown" {
  if (linked.membershipId === undefined || found.membershipId === undefined) return "unknown";
  return linked.membershipId === found.membershipId ? "same" : "other";
}
