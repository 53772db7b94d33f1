/** Where in the sign-in, or on which private call, an edge is played. */
const PRIVATE = [
  "account.current",
  "vault",
  "progression",
  "characters",
  "stats.account",
  "stats.character",
] as const;

/** Every edge of platform.md's table of the sign-in, and the steps it changes, by the names faults aim at. */
const edgeCases = {
  /** E1 leads to the same path in another locale before anything else. */
  localeFirst: ["signIn"],
  /** The same with a Location that is no whole address; so does E2. */
  relativeLocation: ["signIn", "providerA.authorize"],
  /** From the profile's host to another name of the service. */
  bareHost: ["signIn"],
  redirectLoop: ["signIn"],
  maintenancePage: ["signIn"],
  maintenancePage503: ["signIn"],
  /** E1 for somebody who is signed in: to the same path in another locale instead of 200. */
  otherLocaleWhenSignedIn: ["signIn"],

  /** E1 with a code. */
  codeRefused: ["signIn.finish"],
  register: ["signIn.finish"],
  noCookies: ["signIn.finish"],
  cookieWithoutPath: ["signIn.finish"],
  oldCookieBeside: ["signIn", "signIn.finish"],
  withoutAccountCookie: ["signIn.finish"],
  withAccountCookie: ["signIn.finish"],
  /** Set-Cookie lines that no client should take whole. */
  oversizedCookies: ["signIn.finish"],

  signedInAtProvider: ["providerA.authorize", "providerB.page"],
  unknownClient: ["providerA.authorize", "providerB.page"],
  paramsMissing: ["providerA.login"],
  wrongPassword: ["providerA.login", "providerB.login"],
  captcha: ["providerA.login", "providerB.login"],
  secondFactor: ["providerA.login", "providerB.login"],
  unknownPage: ["providerA.login", "providerB.login"],
  twoStepLocation: ["providerA.login"],
  codeInHeader: ["providerA.grant"],
  codeInLocation: ["providerA.grant"],
  headerCase: ["providerA.grant"],

  tokenAttributeOrder: ["providerB.page"],
  tokenSingleQuotes: ["providerB.page"],
  tokenUnquoted: ["providerB.page"],
  tokenUpperCase: ["providerB.page"],
  tokenManyLines: ["providerB.page"],
  tokenEntities: ["providerB.page"],
  tokenInScript: ["providerB.page"],
  tokenInJson: ["providerB.page"],
  tokenDecoyFirst: ["providerB.page"],
  tokenTwice: ["providerB.page"],
  noPostAddress: ["providerB.page"],
  noToken: ["providerB.page"],
  /** A page in between that sends itself on. */
  interstitial: ["providerB.login"],
  /** The way back has `code` first, not the other success query. */
  codeFirst: ["providerB.login"],

  /** A private answer replaces the session's value by Set-Cookie: the old one ends five minutes later. */
  renewSession: PRIVATE,
  /** A private answer ends the session, with a word to that effect. */
  endSession: PRIVATE,
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type EdgeCase = keyof typeof edgeCases;
export type EdgeCases = ReadonlySet<EdgeCase>;
export const edgeCaseNames = Object.keys(edgeCases) as [EdgeCase, ...EdgeCase[]];

export function isAt(edge: EdgeCase, operation: string): boolean {
  const steps: readonly string[] = edgeCases[edge];
  return steps.includes(operation);
}
