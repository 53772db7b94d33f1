import type { Secret } from "../base/secret.ts";

/** The player's name and password at a login provider. They go to that provider's hosts and nowhere else. */
export interface Credentials {
  readonly login: string;
  readonly password: Secret;
}

/** Why a sign-in ended without a session. */
export type StopReason =
  /** The provider rejected name and password. */
  | "rejected"
  | "captcha"
  | "second-factor"
  /** The provider's login page has no form token. */
  | "no-form-token"
  /** An unknown page. */
  | "unknown-page"
  /** The provider showed an error page: an unknown application, an incomplete form. */
  | "provider-refused"
  /** Rule 4 of E1. */
  | "not-registered"
  /** The service shows a page instead of redirecting to the provider. */
  | "maintenance"
  | "unavailable"
  | "loop"
  /** A redirect, form or page led off the profile's hosts. */
  | "strayed"
  /** The service rejected the provider's grant code. */
  | "code-refused"
  /** The flow ended where it should, but without all cookies. */
  | "no-cookies"
  /** There are cookies, but the service doesn't accept them as a session. */
  | "not-a-session"
  /** A page or header exceeds the limits. */
  | "too-large"
  | "timeout"
  | "unreachable"
  /** The profile lacks something the provider's flow needs. */
  | "not-offered";

/** How far the flow came. */
export type Stage = "service" | "provider" | "after-login" | "return" | "proof";

export interface Stopped {
  readonly outcome: "stopped";
  readonly reason: StopReason;
  readonly stage: Stage;
  /** The host of the last answer or redirect. */
  readonly host: string;
}

export interface SignedIn {
  readonly outcome: "signed-in";
  /** The session's cookies by the profile's names, in its order. */
  readonly cookies: ReadonlyMap<string, Secret>;
  /** "page": E1 accepts the cookies; without an API key no private call could confirm it. */
  readonly proof: "private-call" | "page";
  /** The account's name, where the service gave it. */
  readonly name: string | undefined;
}

export type SignInOutcome = SignedIn | Stopped;

/** Ends the flow from anywhere. */
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
