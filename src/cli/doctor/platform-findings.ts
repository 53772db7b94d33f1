import type { Settings } from "../../config/settings.ts";
import { isOfVersion } from "../../definitions/definition-rows.ts";
import { resolveHosts } from "../../platform/profile/hosts.ts";
import { loadProfile } from "../../platform/profile/load.ts";
import type { Profile } from "../../platform/profile/schema.ts";
import type { Trial } from "../live/trial.ts";
import { tryOperations } from "../live/try-operations.ts";
import { fromDatabase } from "./database-findings.ts";
import { type Finding, look, ok, said, wrong } from "./finding.ts";

/** Reserved domains (RFC 2606), as in a template. */
const PLACEHOLDER_HOST = /(^|\.)(example(\.(com|net|org))?|invalid|test)$/;

export async function platformFindings(settings: Settings): Promise<readonly Finding[]> {
  const { platform } = settings;
  if (platform.profile === undefined && platform.baseUrl === undefined) {
    return [look("PLATFORM_PROFILE is not set: the playground's own is used")];
  }
  const profile = loadProfile(platform.profile ?? "neutral", { baseUrl: platform.baseUrl });
  const placeholders = placeholdersIn(profile);
  if (placeholders.length > 0) {
    const hosts = placeholders.join(", ");
    const fix = "Write your platform's into it, or set PLATFORM_BASE_URL.";
    return [wrong(`profile "${profile.id}" still has a placeholder host: ${hosts}. ${fix}`)];
  }
  const { trials, version } = await tryOperations(profile, platform);
  const failed = trials.filter(({ outcome }) => outcome === "failed");
  const answered = trials.filter(({ outcome }) => outcome === "answered").length;
  const words = `profile "${profile.id}": ${answered} operations answer`;
  const stale = version === undefined ? undefined : await staleFinding(settings, version);
  if (failed.length === 0) return said(ok(words), stale);
  return said(wrong([words, ...failed.map(trialLine), remedyOf(failed, profile)].join("\n")), stale);
}

function placeholdersIn(profile: Profile): readonly string[] {
  const { portal, api, content } = resolveHosts(profile);
  const hosts = new Set([portal, api, content].map((address) => new URL(address).hostname));
  return [...hosts].filter((host) => PLACEHOLDER_HOST.test(host));
}

const trialLine = ({ operation, words }: Trial) => `${operation} fails: ${words}`;

function remedyOf(failed: readonly Trial[], { clientCredentials }: Profile): string {
  const says = (pattern: RegExp) => failed.some(({ words }) => pattern.test(words));
  if (says(/ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)/))
    return "What answers speaks no TLS there: correct the port or the https of the profile's hosts or PLATFORM_BASE_URL.";
  if (says(/CERT|SSL|TLS/))
    return "Its certificate is not trusted: correct PLATFORM_BASE_URL, or name your authority's file in NODE_EXTRA_CA_CERTS.";
  const key =
    clientCredentials === undefined ? "PLATFORM_API_KEY to the key" : "PLATFORM_CLIENT_SECRET to the secret";
  if (says(/platform-key/)) return `Set ${key} the platform gave you.`;
  if (failed.every(({ words }) => /platform-(unavailable|timeout|maintenance)/.test(words)))
    return "Is it down? Then wait: members get the last good copy. Else look at the profile's hosts and this machine's network.";
  return "`milepost profile check FILE --live` shows more.";
}

/** Item names read from an older version of the game. */
async function staleFinding(settings: Settings, version: string): Promise<Finding | undefined> {
  const files = await fromDatabase(settings, (queries) =>
    queries.selectFrom("definition_files").select(["table_name", "version"]).execute(),
  );
  const stale = new Set(
    files?.filter((file) => !isOfVersion(file.version, version)).map(({ table_name: name }) => name),
  );
  if (stale.size === 0) return undefined;
  return look(
    `names of an older version of the game are stored (${[...stale].join(", ")}): the bot looks every 6 hours. If it ` +
      'lasts, search its log for "Definitions".',
  );
}
