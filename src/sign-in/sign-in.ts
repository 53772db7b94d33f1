import type { Clock } from "../base/clock.ts";
import { isMilepostError } from "../base/errors.ts";
import { silentLog } from "../base/log.ts";
import { noMetrics } from "../base/metrics.ts";
import type { Secret } from "../base/secret.ts";
import { connectPlatform } from "../platform/connection.ts";
import { createCookieCredential } from "../platform/cookies.ts";
import { wantedCookies } from "../platform/cookie-rules.ts";
import { createDispatcher } from "../platform/http/transport.ts";
import { createPrivateClient } from "../platform/private/create-client.ts";
import { type Hosts, resolveHosts } from "../platform/profile/hosts.ts";
import type { Profile } from "../platform/profile/schema.ts";
import { fillTemplate } from "../platform/profile/template.ts";
import { Browser } from "./browser.ts";
import { Flow } from "./flow.ts";
import { Jars } from "./jars.ts";
import { type Credentials, type SignInOutcome, Stop, type Stopped } from "./outcome.ts";
import { createProvider, type ProviderId } from "./provider.ts";

export interface SignInOptions {
  readonly profile: Profile;
  readonly provider: ProviderId;
  readonly credentials: Credentials;
  /** RememberSignIn and KMSI of the contract. */
  readonly isRemembered: boolean;
  /** Without it only E1 proves the session. */
  readonly apiKey: Secret | undefined;
  readonly clock: Clock;
  readonly version: string;
  /** The deadline of the whole flow. */
  readonly withinMs: number;
  readonly signal?: AbortSignal;
}

/**
 * Signs a player in at a login provider and on the service, on this machine. Contacts only the
 * profile's hosts; name and password go only to the picked provider's. Stores nothing.
 */
export async function signIn(options: SignInOptions): Promise<SignInOutcome> {
  const { profile } = options;
  const hosts = resolveHosts(profile);
  const dispatcher = createDispatcher(2);
  const late = AbortSignal.timeout(options.withinMs);
  const signal = options.signal === undefined ? late : AbortSignal.any([late, options.signal]);
  let flow: Flow | undefined;
  try {
    const jars = new Jars();
    const userAgent = fillTemplate(profile.headers.userAgent, { version: options.version }) ?? "Milepost";
    const browser = new Browser({ dispatcher, jars, allowed: hosts.allowed, userAgent, signal });
    flow = new Flow({
      profile,
      hosts,
      browser,
      jars,
      providerId: options.provider,
      provider: createProvider(options.provider, profile, hosts),
      login: { credentials: options.credentials, isRemembered: options.isRemembered },
    });
    const cookies = await flow.run();
    return await prove(options, hosts, { cookies, signal });
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return { outcome: "stopped", reason: error.reason, stage: flow?.stage ?? "service", host: error.host };
  } finally {
    await dispatcher.destroy();
  }
}

/** Uses the session as the bot will: with only the named cookies. */
async function prove(
  { profile, apiKey, clock, version }: SignInOptions,
  hosts: Hosts,
  { cookies, signal }: { readonly cookies: ReadonlyMap<string, Secret>; readonly signal: AbortSignal },
): Promise<SignInOutcome> {
  const options = { profile, apiKey, clock, version, random: () => 0.5, log: silentLog, metrics: noMetrics };
  const connection = connectPlatform(options);
  const stopped = (reason: Stopped["reason"]): Stopped => {
    return { outcome: "stopped", reason, stage: "proof", host: new URL(hosts.portal).host };
  };
  try {
    const wanted = wantedCookies(profile, hosts);
    if (wanted === undefined) return stopped("not-offered");
    const session = createCookieCredential(cookies, { wanted, hosts, clock });
    const check = await createPrivateClient(connection).checkSession({ session, signal });
    if (check.outcome === "valid") {
      const { account } = check;
      const name = account?.isKnown === true ? account.name : undefined;
      return { outcome: "signed-in", cookies, proof: account === undefined ? "page" : "private-call", name };
    }
    if (check.outcome === "ended") return stopped("not-a-session");
    if (check.outcome === "not-registered") return stopped("not-registered");
    if (check.error.code !== "platform-key") return stopped(check.outcome);
    return { outcome: "signed-in", cookies, proof: "page", name: undefined };
  } catch (error) {
    if (signal.aborted || isMilepostError(error)) return stopped(signal.aborted ? "timeout" : "unavailable");
    throw error;
  } finally {
    await connection.close();
  }
}
