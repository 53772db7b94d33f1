import type { Int64 } from "../../base/int64.ts";
import type { MilepostError } from "../../base/errors.ts";
import type { CallOptions } from "../client.ts";
import type { NamedAccount, SessionHeaders } from "../http/request.ts";
import type { GameAccount } from "../resources/user.ts";

/** What every private call takes. In the background too, a refusal is never tried again. */
export interface PrivateOptions extends CallOptions {
  /** Told by `take` of every cookie the platform renews. */
  readonly session: SessionHeaders;
}

/** Who a session belongs to. The private data is the session's, whoever says so. */
export type SignedInAccount =
  | (NamedAccount & {
      readonly isKnown: true;
      readonly name: string | undefined;
      readonly accounts: readonly GameAccount[];
    })
  /** Proved by E5 alone: these membership types answered. */
  | {
      readonly isKnown: false;
      readonly membershipTypes: readonly number[];
      readonly membershipId?: undefined;
    };

/** Whose session it is; undefined where nobody says. */
export interface SessionOwner {
  readonly membershipId?: Int64 | undefined;
}

/**
 * What E1 and one private call said of a session. `account` is absent where the profile has no operation that
 * could prove it. Everything but "valid", "ended" and "not-registered" says nothing about the session.
 */
export type SessionCheck =
  | { readonly outcome: "valid"; readonly account: SignedInAccount | undefined }
  /** Rule 2: it would have to sign in again. */
  | { readonly outcome: "ended" }
  /** Rule 4. */
  | { readonly outcome: "not-registered" }
  | {
      readonly outcome: "maintenance" | "unavailable" | "loop" | "strayed";
      readonly error: MilepostError;
    };

/** Whether a session still belongs to the account it was linked for. */
export function compareAccounts(
  linked: { readonly membershipId?: Int64 },
  found: SessionOwner | SignedInAccount,
): "same" | "other" | "unknown" {
  if (linked.membershipId === undefined || found.membershipId === undefined) return "unknown";
  return linked.membershipId === found.membershipId ? "same" : "other";
}
