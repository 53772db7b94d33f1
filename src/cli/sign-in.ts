import { systemClock } from "../base/clock.ts";
import { Secret } from "../base/secret.ts";
import { readProfile } from "../platform/profile/load.ts";
import { resolveHosts } from "../platform/profile/hosts.ts";
import { PROVIDER_TITLES } from "../platform/profile/provider-titles.ts";
import type { Profile } from "../platform/profile/schema.ts";
import type { SignedIn } from "../sign-in/outcome.ts";
import type { ProviderId } from "../sign-in/provider.ts";
import { signIn } from "../sign-in/sign-in.ts";
import { readArguments } from "./arguments.ts";
import type { CliContext } from "./context.ts";
import { isRecipient, sealForLink } from "./sign-in-bundle.ts";
import { explainStop } from "./sign-in-words.ts";
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
  recipient: { type: "string" },
  member: { type: "string" },
  show: { type: "boolean" },
  provider: { type: "string" },
  profile: { type: "string" },
  remember: { type: "boolean" },
} as const;

interface Arguments {
  readonly profile: string;
  readonly provider: string | undefined;
  readonly isRemembered: boolean;
  /** Undefined: show the cookies. */
  readonly seal: { readonly recipient: string; readonly member: string } | undefined;
}

/** `milepost sign-in`: 0 with a session, 1 without one, 2 when called wrongly. Only the result is on stdout. */
export async function runSignIn(args: readonly string[], context: CliContext): Promise<number> {
  const { stderr, env, stdin } = context;
  const read = argumentsOf(args, env);
  if (typeof read === "string") return wrongly(stderr, `${read}\n\n${usage}`);
  const { profile, faults } = readProfile(read.profile, { baseUrl: env["PLATFORM_BASE_URL"] });
  if (profile === undefined) {
    const lines = faults.map(({ path, problem, fix }) => `  ${path}: ${problem}; ${fix}\n`);
    return wrongly(stderr, `The profile ${read.profile} can't be used:\n${lines.join("")}`);
  }
  const terminal = openTerminal(stdin, stderr);
  if (terminal === undefined) {
    return wrongly(stderr, "Run this in a terminal: the password is asked for there and never shown.\n");
  }
  return run({ ...read, profile }, terminal, context);
}

type Ready = Omit<Arguments, "profile"> & { readonly profile: Profile };

async function run(ready: Ready, terminal: Terminal, context: CliContext): Promise<number> {
  const { stderr, env } = context;
  const { profile } = ready;
  const provider = await chooseProvider(profile, ready.provider, terminal);
  if (provider === undefined)
    return wrongly(stderr, `Login providers: ${providerNames(profile).join(", ")}.\n`);
  const host = new URL(resolveHosts(profile).providers[provider] ?? "http://localhost").host;
  stderr.write(
    `Signing in to ${profile.name} with a ${PROVIDER_TITLES[provider]}. Name and password go to ${host} alone.\n`,
  );
  const login = (await terminal.ask("Name or e-mail at the provider: "))?.trim();
  const password =
    login === undefined || login === "" ? undefined : await terminal.askSecret("Password (not shown): ");
  if (login === undefined || password === undefined || password.reveal() === "") {
    stderr.write("Nothing was sent.\n");
    return 1;
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
  stderr.write(explainStop(outcome));
  return 1;
}

async function deliver(
  { profile, seal }: Ready,
  found: SignedIn,
  { stdout, stderr }: CliContext,
): Promise<number> {
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
  const { portal } = resolveHosts(profile);
  stdout.write(`${await sealForLink({ ...seal, portal, clock: systemClock }, found.cookies)}\n`);
  stderr.write("Paste this into /link within the hour. Only the bot can open it, and only for you.\n");
  return 0;
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
  if (!isRecipient(recipient)) return "--recipient is the key that /link shows, whole: age1...";
  if (!/^\d{15,20}$/.test(member)) return "--member is your Discord id: 15 to 20 digits.";
  return { ...common, seal: { recipient, member } };
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

/** The platform's text, without what could move a terminal's cursor. */
function plain(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}\p{P}\p{Zs}]/gu, "").slice(0, 60);
}

function wrongly(stderr: CliContext["stderr"], text: string): number {
  stderr.write(text);
  return 2;
}
