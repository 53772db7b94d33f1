import { readFileSync, statSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { extname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { MilepostError } from "../../base/errors.ts";
import { systemCode } from "../../base/system-code.ts";
import { findFaults } from "./faults.ts";
import { jsonFaults } from "./json-text.ts";
import { type Profile, ProfileSchema } from "./schema.ts";
import { shapeFaults, type ProfileFault } from "./shape-faults.ts";
import { withoutEndSlashes } from "../../base/address.ts";

/**
 * Returns a profile all of whose requests go to one base: the portal is it, and every other whole address keeps its path
 * there. Links for members stay.
 */
function movedTo(base: string, profile: Profile): Profile {
  const move = (address: string) => moved(base, address, profile.hosts.portal);
  const maybe = (address: string | undefined) => (address === undefined ? undefined : move(address));
  const { hosts, signIn, clientCredentials, providers, images } = profile;
  const { oauth } = signIn;
  return {
    ...profile,
    hosts: {
      ...hosts,
      portal: base,
      api: move(hosts.api),
      content: move(hosts.content),
      more: Object.fromEntries(Object.entries(hosts.more).map(([name, address]) => [name, move(address)])),
      providers: { ProviderA: maybe(hosts.providers.ProviderA), ProviderB: maybe(hosts.providers.ProviderB) },
      allow: [],
    },
    signIn:
      oauth === undefined
        ? signIn
        : {
            ...signIn,
            oauth: {
              ...oauth,
              authorizeUrl: move(oauth.authorizeUrl),
              tokenUrl: move(oauth.tokenUrl),
              ...(oauth.revokeUrl !== undefined && { revokeUrl: move(oauth.revokeUrl) }),
            },
          },
    ...(clientCredentials !== undefined && {
      clientCredentials: { ...clientCredentials, tokenUrl: move(clientCredentials.tokenUrl) },
    }),
    providers: Object.fromEntries(
      Object.entries(providers).map(([id, provider]) => [
        id,
        { ...provider, authorizeUrl: move(provider.authorizeUrl), loginUrl: move(provider.loginUrl) },
      ]),
    ),
    images: { ...images, base: move(images.base) },
  };
}

/** What begins with a parameter follows the host that it names; one inside a host's name goes with that. */
function moved(base: string, address: string, portal: string): string {
  const [, rest] = /^https?:\/\/(?:[^/?#{]|\{[^{}]*\})*(.*)$/is.exec(address) ?? [];
  if (rest === undefined) return address;
  const within = withoutEndSlashes(portal);
  if (address === within || address.startsWith(`${within}/`))
    return withoutEndSlashes(base) + address.slice(within.length);
  const origin = URL.parse(base)?.origin ?? base;
  return origin + rest;
}

export { resolveHosts } from "./hosts.ts";

export interface LoadOptions {
  /** PLATFORM_BASE_URL: replaces the profile's portal, and the origins of all its other hosts. */
  readonly baseUrl?: string | undefined;
}

export const shippedProfiles = ["neutral", "lookalike"] as const;

const LARGEST_BYTES = 1024 * 1024;
/** Extensions of profiles written as modules. */
const MODULES: ReadonlySet<string> = new Set([".ts", ".mts", ".js", ".mjs"]);
const DEFINE = new URL("define-platform.ts", import.meta.url).href;

export type ProfileReading =
  | { readonly profile: Profile; readonly faults: readonly [] }
  | { readonly profile?: undefined; readonly faults: readonly ProfileFault[] };

/** Loads a shipped profile by name, or a file. Throws "bad-settings" that lists every fault. */
export function loadProfile(nameOrFile: string, options: LoadOptions = {}): Profile {
  const { profile, faults } = readProfile(nameOrFile, options);
  if (profile !== undefined) return profile;
  throw new MilepostError("bad-settings", { reason: describeFaults(nameOrFile, faults) });
}

/** Returns why a profile can't be used: a summary line, and one line per fault. */
export function describeFaults(nameOrFile: string, faults: readonly ProfileFault[]): string {
  const lines = faults.map(({ path, problem, fix }) => `\n  ${path}: ${problem}; ${fix}`);
  return `The profile ${nameOrFile} can't be used:${lines.join("")}`;
}

/** Returns the profile or its faults, without throwing. */
export function readProfile(nameOrFile: string, options: LoadOptions = {}): ProfileReading {
  const file = shippedProfiles.some((name) => name === nameOrFile)
    ? fileURLToPath(new URL(`profiles/${nameOrFile}.json`, import.meta.url))
    : nameOrFile;
  const text = textOf(file);
  if (typeof text !== "string") return { faults: [text] };
  if (!MODULES.has(extname(file))) return parseProfile(text, options);
  const loaded = loadModule(file);
  return "value" in loaded ? checkProfile(loaded.value, options) : { faults: [loaded] };
}

/** Returns a profile without its functions, which is what the embedded platform can serve. */
export function withoutCode(profile: Profile): Profile {
  const operations = Object.entries(profile.operations).map(([id, operation]) => {
    const { read: _read, request: _request, ...template } = operation ?? {};
    return [id, template];
  });
  const { sign: _sign, ...headers } = profile.headers;
  // The same operations without optional fields.
  return { ...profile, headers, operations: Object.fromEntries(operations) as Profile["operations"] };
}

/** Returns a file's text, or why it can't be read. */
function textOf(file: string): string | ProfileFault {
  const path = "the file";
  const fix = `give a file that exists, or one of ${shippedProfiles.join(", ")}`;
  try {
    const { size } = statSync(file);
    if (size > LARGEST_BYTES) return { path, problem: "larger than 1 MB", fix: "is it the right file?" };
    const bytes = readFileSync(file);
    const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    return isWide ? { path, problem: "written as UTF-16", fix: "save it as UTF-8" } : bytes.toString("utf8");
  } catch (error) {
    const code = systemCode(error) ?? "";
    const isMissing = code === "ENOENT" || code === "ENOTDIR";
    if (isMissing) return { path, problem: `there is none at ${resolve(file)}`, fix };
    const problem = code === "EISDIR" ? "a folder" : `can't be read (${code})`;
    return { path, problem, fix: code === "EISDIR" ? fix : "let this user read it" };
  }
}

/** Returns a profile module's default export, or why it has none. Runs the operator's own code. */
function loadModule(file: string): { readonly value: unknown } | ProfileFault {
  // Lets a profile outside this package import definePlatform by the same name as one inside.
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === "milepost/platform" ? { url: DEFINE, shortCircuit: true } : next(specifier, context),
  });
  try {
    const path = resolve(file);
    const loaded: unknown = createRequire(pathToFileURL(path))(path);
    if (typeof loaded === "object" && loaded !== null && "default" in loaded)
      return { value: loaded.default };
    return { path: "the file", problem: "exports no profile", fix: "export default definePlatform({ ... })" };
  } catch (error) {
    const problem = `can't be loaded: ${error instanceof Error ? error.message : "it throws"}`;
    return { path: "the file", problem, fix: "correct it where the message says" };
  } finally {
    hooks.deregister();
  }
}

export function parseProfile(text: string, options: LoadOptions = {}): ProfileReading {
  const json = text.replace(/^\uFEFF/, "");
  const unreadable = jsonFaults(json);
  if (unreadable.length > 0) return { faults: unreadable };
  return checkProfile(JSON.parse(json), options);
}

function checkProfile(value: unknown, options: LoadOptions): ProfileReading {
  const parsed = ProfileSchema.safeParse(value);
  if (!parsed.success) return { faults: shapeFaults(parsed.error.issues) };
  const { data } = parsed;
  const { baseUrl } = options;
  const profile = baseUrl === undefined ? data : movedTo(baseUrl, data);
  const faults = findFaults(profile).map((fault) =>
    baseUrl !== undefined && fault.path === "hosts.portal" ? { ...fault, path: "PLATFORM_BASE_URL" } : fault,
  );
  return faults.length === 0 ? { profile, faults: [] } : { faults };
}
