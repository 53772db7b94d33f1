import { systemClock } from "../../src/base/clock.ts";
import { Secret } from "../../src/base/secret.ts";
import { isRequired } from "../../src/platform/cookie-rules.ts";
import type { Profile } from "../../src/platform/profile/schema.ts";
import type { Platform } from "../../src/playground/platform/server.ts";
import type { SignInOutcome } from "../../src/sign-in/outcome.ts";
import type { ProviderId } from "../../src/sign-in/provider.ts";
import { signIn, type SignInOptions } from "../../src/sign-in/sign-in.ts";

const PASSWORD = "harbour-lights";

export const providers = ["ProviderA", "ProviderB"] as const;

/** Signs mira in, or somebody else, at a platform. */
export function signInAt(
  profile: Profile,
  provider: ProviderId,
  {
    login = "mira@harbour.test",
    password = PASSWORD,
    ...more
  }: Partial<SignInOptions> & {
    readonly login?: string;
    readonly password?: string;
  } = {},
): Promise<SignInOutcome> {
  return signIn({
    profile,
    provider,
    credentials: { login, password: new Secret(password) },
    isRemembered: false,
    apiKey: new Secret("playground"),
    clock: systemClock,
    version: "1",
    withinMs: 60_000,
    ...more,
  });
}

/** In a few words: `signed-in private-call`, or `captcha after-login`. */
export function told(outcome: SignInOutcome): string {
  if (outcome.outcome === "signed-in") return `signed-in ${outcome.proof}`;
  return `${outcome.reason} ${outcome.stage}`;
}

/** Names of the cookies a profile's session has to have. */
export function requiredCookies({ profile }: Platform): string[] {
  return Object.values(profile.cookies ?? {}).flatMap((role) =>
    role !== undefined && isRequired(role) ? [role.name] : [],
  );
}
