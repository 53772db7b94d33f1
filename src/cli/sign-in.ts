import { systemClock } from "../base/clock.ts";
import { resolveHosts } from "../platform/profile/hosts.ts";
import { PROVIDER_TITLES } from "../platform/profile/sign-in-schema.ts";
import type { Profile } from "../platform/profile/schema.ts";
import type { SignedIn, StopReason, Stopped } from "../sign-in/outcome.ts";
import { passwordOrigin, type ProviderId } from "../sign-in/provider.ts";
import { signIn } from "../sign-in/sign-in.ts";
import { type CliContext, endWith, readArguments, secretIn } from "./subcommand.ts";
import { BUNDLE_OPTIONS, bundleTarget, type BundleTarget, profileNamed, writeBundle } from "./link-bundle.ts";
import { openTerminal, type Terminal } from "./terminal.ts";
import { packageVersion } from "../config/package-version.ts";

const WITHIN_MS = 90_000;

export const usage = `Usage: milepost sign-in (--recipient KEY --member ID | --show) [options]

Signs you in on this machine and prints sealed text for /link. It asks for your name and password here, sends them to
your login provider only, and stores nothing.

  --recipient KEY   the bot's public key, from /link (age1...)
  --member ID       your Discord ID, from /link: only you can use the sealed text
  --show            print the cookies instead of sealed text
  --provider NAME   ProviderA (console account) or ProviderB (desktop account); without it, you pick one
  --profile FILE    the platform's profile: a file, neutral or lookalike (default: PLATFORM_PROFILE, else neutral)
  --remember        stay signed in for as long as the site allows
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
  /** Undefined: print the cookies. */
  readonly seal: BundleTarget | undefined;
}

/** `milepost sign-in`: fails without a session. Only the result is on stdout. */
export async function run(args: readonly string[], context: CliContext): Promise<number> {
  const { stderr, env, stdin } = context;
  const read = argumentsOf(args, env);
  if (typeof read === "string") return endWith(2, stderr, `${read}\n\n${usage}`);
  const profile = profileNamed(read.profile, context);
  if (profile === undefined) return 2;
  const terminal = openTerminal(stdin, context.echo ?? stderr);
  if (terminal === undefined) {
    return endWith(
      2,
      stderr,
      "Run this in a terminal: it asks for your password there, and never shows it.\n",
    );
  }
  return askAndSignIn({ ...read, profile }, terminal, context);
}

type Ready = Omit<Arguments, "profile"> & { readonly profile: Profile };

async function askAndSignIn(ready: Ready, terminal: Terminal, context: CliContext): Promise<number> {
  const { stderr, env } = context;
  const { profile } = ready;
  const provider = await chooseProvider(profile, ready.provider, terminal);
  if (provider === undefined)
    return endWith(2, stderr, `No such login provider. Pick one of: ${providerNames(profile).join(", ")}.\n`);
  const origin = passwordOrigin(resolveHosts(profile), provider);
  stderr.write(
    `Your name and password go to ${origin} only.\n` +
      `Signing in to "${plain(profile.name).replaceAll('"', "")}" with a ${PROVIDER_TITLES[provider]}.\n`,
  );
  const login = (await terminal.ask("Name or email at the provider: "))?.trim();
  const password =
    login === undefined || login === "" ? undefined : await terminal.askSecret("Password (not shown): ");
  if (login === undefined || password === undefined || password.reveal() === "") {
    return endWith(1, stderr, "Stopped. Nothing was sent.\n");
  }
  const outcome = await signIn({
    profile,
    provider,
    credentials: { login, password },
    isRemembered: ready.isRemembered,
    apiKey: secretIn(env, "PLATFORM_API_KEY"),
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
      ? "your own data came back"
      : "the site accepts the cookies, and the bot checks the rest";
  stderr.write(`Signed in${as}: ${proof}.\n`);
  if (seal === undefined) {
    stderr.write("These cookies open your account. Paste them into /link, nowhere else:\n");
    for (const [name, value] of found.cookies) stdout.write(`${name}=${value.reveal()}\n`);
    return 0;
  }
  return writeBundle(context, { ...seal, portal: resolveHosts(profile).portal }, found.cookies);
}

function argumentsOf(args: readonly string[], env: CliContext["env"]): Arguments | string {
  const values = readArguments(args, OPTIONS)?.values;
  if (values === undefined) {
    // Node's message would repeat what was typed, possibly a password.
    return "An option is unknown or has no value. Never type your name or password as options.";
  }
  const { recipient, member, show = false } = values;
  const profile = values.profile ?? (env["PLATFORM_PROFILE"] || "neutral");
  const common = { profile, provider: values.provider, isRemembered: values.remember ?? false };
  if (show) {
    const isBoth = recipient !== undefined || member !== undefined;
    return isBoth
      ? "--show prints the cookies unencrypted: leave out --recipient and --member."
      : { ...common, seal: undefined };
  }
  if (recipient === undefined || member === undefined) return "Add --recipient and --member, or --show.";
  const seal = bundleTarget(recipient, member);
  return typeof seal === "string" ? seal : { ...common, seal };
}

async function chooseProvider(
  profile: Profile,
  given: string | undefined,
  terminal: Terminal,
): Promise<ProviderId | undefined> {
  // The schema allows only these keys.
  const all = Object.keys(profile.providers) as ProviderId[];
  if (given !== undefined) return named(profile, all, given);
  if (all.length <= 1) return all[0];
  const listed = all.map((id, index) => `  ${index + 1}  ${PROVIDER_TITLES[id]}\n`);
  const answer = (await terminal.ask(`Login provider:\n${listed.join("")}Pick one: `))?.trim() ?? "";
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

/** Returns what `--provider` accepts; a title would need quotes. */
function providerNames({ providers }: Profile): string[] {
  const all = Object.keys(providers) as ProviderId[];
  return all.map((id) => `${id} (${PROVIDER_TITLES[id]})`);
}

/** Returns a text of the platform or profile on one line, without control characters. */
function plain(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}\p{P}\p{Zs}]/gu, "").slice(0, 60);
}

const PASTE = "Sign in with your browser and paste the cookies instead: /link shows how.";
const LATER = "It isn't what you typed. Try again later.";

/** What happened, and what to do, for each way a sign-in can end. */
const WORDS: Readonly<Record<StopReason, readonly [happened: string, instead: string]>> = {
  rejected: [
    "The login provider didn't accept this name and password.",
    "Check them by signing in with your browser. Some providers also say this when they want a second step.",
  ],
  captcha: ["The login provider wants a captcha solved.", PASTE],
  "second-factor": ["The login provider wants a second step: a code or a confirmation.", PASTE],
  "no-form-token": ["The login page has changed: its form token is missing. Nothing was sent.", PASTE],
  "unknown-page": ["The site showed an unknown page: maybe new terms, or a notice.", PASTE],
  "provider-refused": ["The login provider showed an error page.", PASTE],
  "not-registered": [
    "This account isn't registered on the site.",
    "Register there first, or sign in with the account you use there.",
  ],
  maintenance: ["The site shows no sign-in: it's probably in maintenance.", LATER],
  unavailable: ["A server isn't responding.", LATER],
  loop: ["The sign-in goes in circles.", PASTE],
  strayed: [
    "The sign-in led to a host the profile doesn't name. Nothing was sent there.",
    "If that host is right, add it to the profile's hosts. If not, paste the cookies: /link shows how.",
  ],
  "code-refused": [
    "The login provider let you in, but the site refused its code: used before, or too old.",
    "Try once more. If it happens again, paste the cookies: /link shows how.",
  ],
  "no-cookies": ["You signed in, but the site didn't set all its cookies.", PASTE],
  "not-a-session": ["The site set its cookies, but doesn't accept them.", PASTE],
  "too-large": ["A page was too large for a sign-in, so it wasn't read.", PASTE],
  timeout: ["The sign-in took too long.", LATER],
  unreachable: ["A server can't be reached.", "Check your connection, then try again."],
  "not-offered": ["The profile doesn't describe signing in at this provider.", PASTE],
};

const STAGES: Readonly<Record<Stopped["stage"], string>> = {
  service: "before the login provider",
  provider: "at the login provider's page",
  "after-login": "after your name and password went to the login provider",
  return: "on the way back to the site",
  proof: "while checking the session",
};

function explainStop({ reason, stage, host }: Stopped): string {
  const [happened, instead] = WORDS[reason];
  const at = host === "" ? "" : `, at ${host}`;
  const unsent = stage === "service" || stage === "provider" ? " Your password wasn't sent." : "";
  return `${happened}\nIt stopped ${STAGES[stage]}${at}.${unsent}\n${instead}\n`;
}
