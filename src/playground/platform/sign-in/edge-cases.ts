/** Operations that a member's session may call. */
const PRIVATE = [
  "account.current",
  "vault",
  "progression",
  "characters",
  "stats.account",
  "stats.character",
] as const;

/** All edge cases of the sign-in in the contract, and the steps they change, by the names faults use. */
const edgeCases = {
  /** E1 first redirects to the same path in another locale. */
  localeFirst: ["signIn"],
  /** The same with a relative Location; E2 too. */
  relativeLocation: ["signIn", "providerA.authorize"],
  /** Redirects from the profile's host to another name of the service. */
  bareHost: ["signIn"],
  redirectLoop: ["signIn"],
  maintenancePage: ["signIn"],
  maintenancePage503: ["signIn"],
  /** E1 redirects signed-in users to the same path in another locale instead of answering 200. */
  otherLocaleWhenSignedIn: ["signIn"],

  /** E1 with a code. */
  codeRefused: ["signIn.finish"],
  register: ["signIn.finish"],
  noCookies: ["signIn.finish"],
  cookieWithoutPath: ["signIn.finish"],
  oldCookieBeside: ["signIn", "signIn.finish"],
  withoutAccountCookie: ["signIn.finish"],
  withAccountCookie: ["signIn.finish"],
  /** Set-Cookie lines larger than clients should accept. */
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
  /** A page in between that submits itself. */
  interstitial: ["providerB.login"],
  /** The redirect has `code` before the other success query. */
  codeFirst: ["providerB.login"],

  /** The answer replaces the session's cookie; the old one expires five minutes later. */
  renewSession: PRIVATE,
  /** The session ends, and the answer says so. */
  endSession: PRIVATE,
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type EdgeCase = keyof typeof edgeCases;
export type EdgeCases = ReadonlySet<EdgeCase>;
export const edgeCaseNames = Object.keys(edgeCases) as [EdgeCase, ...EdgeCase[]];

export function isAt(edge: EdgeCase, operation: string): boolean {
  const steps: readonly string[] = edgeCases[edge];
  return steps.includes(operation);
}
