import type { Secret } from "../base/secret.ts";

/** The player's own name and password at a login provider. They go to that provider's hosts, nowhere else. */
export interface Credentials {
  readonly login: string;
  readonly password: Secret;
}

/** Why a sign-in ended without a session. */
export type StopReason =
  /** The provider did not take name and password. */
  | "rejected"
  | "captcha"
  | "second-factor"
  /** The provider's login page has no form token (interface.md, Errors). */
  | "no-form-token"
  /** A page that is none of those known. */
  | "unknown-page"
  /** The provider answered with an error page: an unknown application, a form that was not whole. */
  | "provider-refused"
  /** Rule 4 of E1. */
  | "not-registered"
  /** The service shows a page instead of leading to the provider. */
  | "maintenance"
  | "unavailable"
  | "loop"
  /** A redirect, a form or a page led off the profile's hosts. */
  | "strayed"
  /** The service did not take the provider's grant code. */
  | "code-refused"
  /** The way ended where it should, but without all cookies. */
  | "no-cookies"
  /** There are cookies, but the service does not take them for a session. */
  | "not-a-session"
  /** More than is read of any page or header. */
  | "too-large"
  | "timeout"
  | "unreachable"
  /** The profile does not say all that the provider's flow needs. */
  | "not-offered";

/** How far the way led. */
export type Stage = "service" | "provider" | "after-login" | "return" | "proof";

export interface Stopped {
  readonly outcome: "stopped";
  readonly reason: StopReason;
  readonly stage: Stage;
  /** The host that answered last, or was led to. */
  readonly host: string;
}

export interface SignedIn {
  readonly outcome: "signed-in";
  /** By the profile's names, in its order: the cookies a session consists of. */
  readonly cookies: ReadonlyMap<string, Secret>;
  /** "page": E1 takes the cookies for a session; without an API key no private call could confirm it. */
  readonly proof: "private-call" | "page";
  /** The account's name, where the service said it. */
  readonly name: string | undefined;
}

export type SignInOutcome = SignedIn | Stopped;

/** Ends the flow from wherever it is. */
export class Stop extends Error {
  readonly reason: StopReason;
  readonly host: string;

  constructor(reason: StopReason, host: string) {
    super(reason);
    this.name = "Stop";
    this.reason = reason;
    this.host = host;
  }
}
