import { timingSafeEqual } from "node:crypto";

import { Secret } from "../../base/secret.ts";
import type { Hosts } from "../profile/hosts.ts";
import type { OAuthProfile } from "../profile/schema.ts";
import { redirectUri } from "../profile/oauth-addresses.ts";

/** A sign-in under way, which the landing address has to match. */
export interface PendingSignIn {
  /** 128 bits. */
  readonly state: string;
  readonly verifier: Secret;
  /** Where the member signs in. */
  readonly address: string;
}

export type Landing =
  | { readonly kind: "code"; readonly code: Secret }
  /** From another or an expired sign-in. */
  | { readonly kind: "stale" }
  /** An incomplete address, of an unknown sign-in. */
  | { readonly kind: "unknown" }
  /** The member declined, or the platform did. */
  | { readonly kind: "denied" }
  | { readonly kind: "broken" };

/** Longer pastes are something else. */
const LONGEST = 4_000;

/**
 * Reads the address a member landed on (RFC 6749, 4.1.2; RFC 9207). Returns undefined for anything else: another host
 * or path, or a code alone.
 */
export function readLanding(
  pasted: string,
  { oauth, hosts }: { readonly oauth: OAuthProfile; readonly hosts: Hosts },
  pending: PendingSignIn | undefined,
): Landing | undefined {
  const ours = new URL(redirectUri(oauth, hosts));
  const url = addressIn(pasted, ours.protocol);
  if (url?.origin !== ours.origin || url.pathname !== ours.pathname) return undefined;
  const all = (name: string) => url.searchParams.getAll(name);
  const [states, codes, issuers] = [all("state"), all("code"), all("iss")];
  // Anyone can send a browser there: only someone who knows the state may end the sign-in.
  if (states.length !== 1) return { kind: "unknown" };
  if (pending === undefined || !isSame(states[0] ?? "", pending.state)) return { kind: "stale" };
  if (url.username !== "" || url.password !== "" || codes.length > 1 || issuers.length > 1)
    return { kind: "broken" };
  if (oauth.issuer !== undefined && issuers.length > 0 && issuers[0] !== oauth.issuer)
    return { kind: "broken" };
  if (all("error").length > 0) return { kind: "denied" };
  const [code = ""] = codes;
  return code === "" ? { kind: "broken" } : { kind: "code", code: new Secret(code) };
}

/** Returns the only URL in a paste, without what people and chats put around it. */
function addressIn(pasted: string, protocol: string): URL | undefined {
  if (pasted.length > LONGEST) return undefined;
  const bare = pasted.replaceAll(/[\s\u200B-\u200D\uFEFF]/g, "").replace(/^[<"'“`]+/, "");
  const text = bare.replace(/[>"'”`]+$/, "");
  // Browsers hide the scheme, so it may be missing in what is copied.
  const whole = /^https?:\/\//i.test(text) ? text : `${protocol}//${text}`;
  return URL.parse(whole) ?? undefined;
}

function isSame(given: string, known: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(known)];
  return a.length === b.length && timingSafeEqual(a, b);
}
