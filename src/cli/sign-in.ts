import { systemClock } from "../base/clock.ts";
import { Secret } from "../base/secret.ts";
import { describeFaults, readProfile } from "../platform/profile/load.ts";
import { resolveHosts } from "../platform/profile/hosts.ts";
import { PROVIDER_TITLES } from "../platform/profile/provider-titles.ts";
import type { Profile } from "../platform/profile/schema.ts";
import type { SignedIn, StopReason, Stopped } from "../sign-in/outcome.ts";
import { passwordOrigin, type ProviderId } from "../sign-in/provider.ts";
import { signIn } from "../sign-in/sign-in.ts";
import { type CliContext, endWith, readArguments } from "./subcommand.ts";
import { BUNDLE_OPTIONS, bundleTarget, type BundleTarget, writeBundle } from "./link-bundle.ts";
import { openTerminal, type Terminal } from "./terminal.ts";
import { packageVersion } from "../config/package-version.ts";

const WITHIN_MS = 90_000;

export const usage = `Usage: milepost sign-in (--recipient KEY --member ID | --show) [options]

Signs you in on this machine and makes what /link takes. Your name and password go to your login provider, to
nobody else; they are asked for here, and kept nowhere.

  --recipient KEY   the bot's public key, from /link (age1...)
  --member ID       your Discord id, from /link: nobody else can use the bundle
  --show            print the cookies themselves instead of a sealed bundle
  --provider NAME   the login provider, ProviderA (console account) or ProviderB (desktop account); asked for when
                    there are several
  --profile FILE    the platform's profile, a file or a shipped name (PLATFORM_PROFILE, else neutral)
  --remember        ask provider and service to keep you signed in for long
`;

const OPTIONS = {
  ...BUNDLE_OPTIONS,
  show: { type: "boolean" },
  provider: { type: "string" },
  remember: { type: "boolean" },
} as const;

interface Arguments {
  readonly profile: string;
  readonly provider: string | undefined;
  readonly isRemembered: boolean;
  /** Undefined: show the cookies. */
  readonly seal: BundleTarget | undefined;
}

/** `milepost sign-in`: fails without a session. Only the result is on stdout. */
export async function run(args: readonly string[], context: CliContext): Promise<number> {
  const { stderr, env, stdin } = context;
  const read = argumentsOf(args, env);
  if (typeof read === "string") return endWith(2, stderr, `${read}\n\n${usage}`);
  const { profile, faults } = readProfile(read.profile, { baseUrl: env["PLATFORM_BASE_URL"] });
  if (profile === undefined) {
    return endWith(2, stderr, `${describeFaults(read.profile, faults)}\n`);
  }
  const terminal = openTerminal(stdin, context.echo ?? stderr);
  if (terminal === undefined) {
    return endWith(2, stderr, "Run this in a terminal: the password is asked for there and never shown.\n");
  }
  return askAndSignIn({ ...read, profile }, terminal, context);
}

type Ready = Omit<Arguments, "profile"> & { readonly profile: Profile };

async function askAndSignIn(ready: Ready, terminal: Terminal, context: CliContext): Promise<number> {
  const { stderr, env } = context;
  const { profile } = ready;
  const provider = await chooseProvider(profile, ready.provider, terminal);
  if (provider === undefined)
    return endWith(2, stderr, `Login providers: ${providerNames(profile).join(", ")}.\n`);
  const origin = passwordOrigin(resolveHosts(profile), provider);
  stderr.write(
    `Signing in to ${plain(profile.name)} with a ${PROVIDER_TITLES[provider]}. ` +
      `Name and password go to ${origin} alone.\n`,
  );
  const login = (await terminal.ask("Name or e-mail at the provider: "))?.trim();
  const password =
    login === undefined || login === "" ? undefined : await terminal.askSecret("Password (not shown): ");
  if (login === undefined || password === undefined || password.reveal() === "") {
    return endWith(1, stderr, "Nothing was sent.\n");
  }
  const key = env["PLATFORM_API_KEY"];
  const outcome = await signIn({
    profile,
    provider,
    credentials: { login, password },
    isRemembered: ready.isRemembered,
    apiKey: key === undefined || key === "" ? undefined : new Secret(key),
    clock: systemClock,
    version: packageVersion(),
    withinMs: WITHIN_MS,
  });
  if (outcome.outcome === "signed-in") return deliver(ready, outcome, context);
  return endWith(1, stderr, explainStop(outcome));
}

async function deliver({ profile, seal }: Ready, found: SignedIn, context: CliContext): Promise<number> {
  const { stdout, stderr } = context;
  const as = found.name === undefined ? "" : ` as ${plain(found.name)}`;
  const proof =
    found.proof === "private-call"
      ? "a private call confirmed it"
      : "its sign-in page takes the cookies; the bot checks the rest";
  stderr.write(`Signed in${as}: ${proof}.\n`);
  if (seal === undefined) {
    stderr.write("These cookies are a key to your account. Paste them into /link, and nowhere else:\n");
    for (const [name, value] of found.cookies) stdout.write(`${name}=${value.reveal()}\n`);
    return 0;
  }
  return writeBundle(context, { ...seal, portal: resolveHosts(profile).portal }, found.cookies);
}

function argumentsOf(args: readonly string[], env: CliContext["env"]): Arguments | string {
  const values = readArguments(args, OPTIONS)?.values;
  if (values === undefined) {
    // Node's message would repeat what was typed, a password perhaps.
    return "One of the options is not known, or lacks its value. Name and password are never options.";
  }
  const { recipient, member, show = false } = values;
  const profile = values.profile ?? (env["PLATFORM_PROFILE"] || "neutral");
  const common = { profile, provider: values.provider, isRemembered: values.remember ?? false };
  if (show) {
    const isBoth = recipient !== undefined || member !== undefined;
    return isBoth
      ? "--show prints the cookies as they are: leave --recipient and --member out."
      : { ...common, seal: undefined };
  }
  if (recipient === undefined || member === undefined) return "Give --recipient and --member, or --show.";
  const seal = bundleTarget(recipient, member);
  return typeof seal === "string" ? seal : { ...common, seal };
}

async function chooseProvider(
  profile: Profile,
  given: string | undefined,
  terminal: Terminal,
): Promise<ProviderId | undefined> {
  // The keys are the providers: the schema knows no others.
  const all = Object.keys(profile.providers) as ProviderId[];
  if (given !== undefined) return named(profile, all, given);
  if (all.length <= 1) return all[0];
  const listed = all.map((id, index) => `  ${index + 1}  ${PROVIDER_TITLES[id]}\n`);
  const answer = (await terminal.ask(`Login provider:\n${listed.join("")}Which one? `))?.trim() ?? "";
  return all[Number(answer) - 1] ?? named(profile, all, answer);
}

function named(profile: Profile, all: readonly ProviderId[], given: string): ProviderId | undefined {
  const asked = given.toLowerCase();
  return all.find((id) => {
    const { signInId = "", aliases = [] } = profile.providers[id] ?? {};
    return [id, signInId, ...aliases, PROVIDER_TITLES[id], id.slice(-1)].some(
      (name) => name.toLowerCase() === asked,
    );
  });
}

/** With what `--provider` takes: a title alone would have to be quoted. */
function providerNames({ providers }: Profile): string[] {
  const all = Object.keys(providers) as ProviderId[];
  return all.map((id) => `${id} (${PROVIDER_TITLES[id]})`);
}

/** A text of the platform's or the profile's on one line, of letters and signs alone. */
function plain(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}\p{P}\p{Zs}]/gu, "").slice(0, 60);
}

const PASTE = "Sign in with your browser instead and paste the cookies: /link shows how.";
const LATER = "Nothing is wrong with what you typed. Try again later.";

/** What happened, and what to do instead, for each way a sign-in can stop. */
const WORDS: Readonly<Record<StopReason, readonly [happened: string, instead: string]>> = {
  rejected: [
    "The login provider did not accept this name and password.",
    "Check them by signing in with your browser. Some providers say the same when they want a second step.",
  ],
  captcha: ["The login provider wants proof that a person is signing in (a captcha).", PASTE],
  "second-factor": ["The login provider asks for a second step: a code or a confirmation.", PASTE],
  "no-form-token": [
    "The login page is not built as expected: its form token is missing. Nothing was sent.",
    PASTE,
  ],
  "unknown-page": ["A page came that this program doesn't know: new terms, perhaps, or a notice.", PASTE],
  "provider-refused": ["The login provider answered with an error page.", PASTE],
  "not-registered": [
    "This account is not registered with the service, so there is no session to get.",
    "Register on the service's site first, or sign in with the account you use there.",
  ],
  maintenance: [
    "The service shows a page instead of the sign-in: it is most likely under maintenance.",
    LATER,
  ],
  unavailable: ["A server on the way is down.", LATER],
  loop: ["The sign-in leads in a circle.", PASTE],
  strayed: [
    "The sign-in led to a host that the profile doesn't name. Nothing was sent there.",
    "If that host is right, add it to the profile's hosts. Otherwise paste the cookies: /link shows how.",
  ],
  "code-refused": [
    "The login provider let you in, but the service did not take its word: the code was used before, or too old.",
    "Try once more. If it stays so, paste the cookies: /link shows how.",
  ],
  "no-cookies": ["The sign-in came to its end, but the service did not set all of its cookies.", PASTE],
  "not-a-session": ["The service set its cookies, but does not take them for a session.", PASTE],
  "too-large": ["An answer was larger than any page of a sign-in should be. It was not read.", PASTE],
  timeout: ["The sign-in took too long.", LATER],
  unreachable: ["A server on the way can't be reached.", "Check your connection, and try again."],
  "not-offered": ["The profile doesn't say all that a sign-in at this provider needs.", PASTE],
};

const STAGES: Readonly<Record<Stopped["stage"], string>> = {
  service: "before the login provider: your password was sent nowhere",
  provider: "at the login provider's page: your password was sent nowhere",
  "after-login": "after your name and password went to the login provider",
  return: "on the way back to the service",
  proof: "when the session was tried",
};

function explainStop({ reason, stage, host }: Stopped): string {
  const [happened, instead] = WORDS[reason];
  const at = host === "" ? "" : `, at ${host}`;
  return `${happened}\n(It stopped ${STAGES[stage]}${at}.)\n${instead}\n`;
}
