import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { MilepostError } from "../../base/errors.ts";
import { findFaults, type ProfileFault } from "./faults.ts";
import { keyPath } from "./key-path.ts";
import { type Profile, ProfileSchema } from "./schema.ts";

export { resolveHosts } from "./hosts.ts";

export interface LoadOptions {
  /** PLATFORM_BASE_URL: replaces the profile's portal. */
  readonly baseUrl?: string | undefined;
}

/** The profiles that ship with Milepost. */
export const shippedProfiles = ["neutral", "lookalike"] as const;

export type ProfileReading =
  | { readonly profile: Profile; readonly faults: readonly [] }
  | { readonly profile?: undefined; readonly faults: readonly ProfileFault[] };

/** Reads a shipped profile by name, or one of one's own by file. Throws "bad-settings" that lists every fault. */
export function loadProfile(nameOrFile: string, options: LoadOptions = {}): Profile {
  const { profile, faults } = readProfile(nameOrFile, options);
  if (profile !== undefined) return profile;
  const lines = faults.map(({ path, problem, mend }) => `\n  ${path}: ${problem}; ${mend}`);
  throw new MilepostError("bad-settings", {
    reason: `the profile ${nameOrFile} can't be used:${lines.join("")}`,
  });
}

/** The same without throwing: the profile, or everything that is wrong. */
export function readProfile(nameOrFile: string, options: LoadOptions = {}): ProfileReading {
  const file = isShipped(nameOrFile)
    ? fileURLToPath(new URL(`profiles/${nameOrFile}.json`, import.meta.url))
    : nameOrFile;
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    const mend = `give a file that exists, or one of ${shippedProfiles.join(", ")}`;
    return { faults: [{ path: "PLATFORM_PROFILE", problem: "no file there that can be read", mend }] };
  }
  return parseProfile(text, options);
}

/** Checks the text of a profile. */
export function parseProfile(text: string, options: LoadOptions = {}): ProfileReading {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    return { faults: [{ path: "the file", problem: "not JSON", mend: jsonHint(error) }] };
  }
  const parsed = ProfileSchema.safeParse(raw);
  if (!parsed.success) return { faults: parsed.error.issues.flatMap(faultsOf) };
  const profile = withBaseUrl(parsed.data, options.baseUrl);
  const faults = findFaults(profile).map((fault) =>
    options.baseUrl !== undefined && fault.path === "hosts.portal"
      ? { ...fault, path: "PLATFORM_BASE_URL" }
      : fault,
  );
  return faults.length === 0 ? { profile, faults: [] } : { faults };
}

function withBaseUrl(profile: Profile, baseUrl: string | undefined): Profile {
  if (baseUrl === undefined) return profile;
  return { ...profile, hosts: { ...profile.hosts, portal: baseUrl } };
}

function isShipped(name: string): boolean {
  return shippedProfiles.some((shipped) => shipped === name);
}

/** Where JSON.parse stopped, without the text it quotes. */
function jsonHint(error: unknown): string {
  const place = /line \d+ column \d+|position \d+/.exec(error instanceof Error ? error.message : "");
  return place === null ? "look for a missing comma or bracket" : `look at ${place[0]}`;
}

type Issue = NonNullable<ReturnType<typeof ProfileSchema.safeParse>["error"]>["issues"][number];

function faultsOf(issue: Issue): readonly ProfileFault[] {
  const path = keyPath(issue.path);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      path: keyPath([...issue.path, key]),
      problem: "unknown key",
      mend: "take it out, or correct its spelling",
    }));
  }
  const isMissing = issue.code === "invalid_type" && issue.message.endsWith("received undefined");
  const problem = isMissing ? "missing" : issue.message;
  const mend = isMissing ? "every profile needs it" : "see the README's table of keys";
  return [{ path: path === "" ? "the file" : path, problem, mend }];
}
