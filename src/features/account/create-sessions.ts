import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { Secret } from "../../base/secret.ts";
import { messagesFor, type Messages } from "../../messages/catalog.ts";
import type { PlatformConnection } from "../../platform/connection.ts";
import type { SessionScope } from "../../platform/cookies.ts";
import { wantedCookies } from "../../platform/cookie-rules.ts";
import { keyScope } from "../../platform/member-key.ts";
import { createOAuthClient } from "../../platform/oauth/oauth-client.ts";
import { createPrivateClient } from "../../platform/private/create-client.ts";
import type { Keyring } from "../../sessions/keyring/keyring.ts";
import { keyFingerprint } from "../../sessions/bundle/key-fingerprint.ts";
import { bundleIdentities, bundleRecipient, openBundle } from "../../sessions/bundle/open-bundle.ts";
import { createSealPages, type SealPageTexts } from "../../sessions/seal-page/seal-page.ts";
import { createSnapshotStore } from "../../sessions/store/snapshot-store.ts";
import { createGameChoice } from "../../sessions/store/game-choice.ts";
import { createSessionStore } from "../../sessions/store/session-store.ts";
import { createTemporarySecrets } from "../../sessions/store/temporary-secrets.ts";
import type { Database } from "../../storage/database.ts";
import { keyringChecks } from "../../sessions/keyring/keyring-checks.ts";
import { createDiscoverableMembers } from "../../sessions/store/discoverable-members.ts";
import { landingOf } from "./link/own-page-addresses.ts";
import {
  createMemberSessions,
  type LinkAccepts,
  type MemberSessions,
  type SessionParts,
} from "../../sessions/use/member-sessions.ts";
import { listWords } from "../../base/list-words.ts";

export interface MemberSessionsOptions {
  readonly connection: PlatformConnection;
  /** The application's OAuth client secret. */
  readonly clientSecret?: Secret | undefined;
  /** Where the bot's own pages are reached. */
  readonly publicUrl?: string | undefined;
  readonly database: Database;
  readonly keyring: Keyring;
  readonly accepts: () => LinkAccepts;
  readonly idleDays: number;
  readonly clock: Clock;
  readonly log: Log;
}

/** Returns members' sessions on this platform; undefined where its profile has none, or turns them off. */
export function createSessions(wiring: MemberSessionsOptions): MemberSessions | undefined {
  const { connection, clock, database, keyring, idleDays, accepts, log, publicUrl } = wiring;
  const { profile, hosts } = connection;
  const cookies = wantedCookies(profile, hosts);
  const oauth = createOAuthClient(connection, wiring.clientSecret, publicUrl && landingOf(publicUrl));
  const key = keyScope(profile.signIn.key, hosts);
  const isLinkable = [cookies, oauth, key].some((way) => way !== undefined);
  if (!isLinkable || profile.features.private === false) return undefined;
  if (oauth !== undefined && oauth.oauth.clientAuth !== "none" && wiring.clientSecret === undefined)
    log.warn("signIn.oauth needs PLATFORM_CLIENT_SECRET, which isn't set: nobody can link");
  const wanted = cookies ?? { cookies: [], hosts: [new URL(hosts.portal).hostname] };
  const place: SessionScope = { wanted, hosts, clock, ids: profile.wire.ids, oauth: oauth?.oauth, key };
  const options = { database, keyring, place, clock };
  const store = createSessionStore({ ...options, idleDays });
  return createMemberSessions({
    store,
    snapshots: createSnapshotStore(options),
    games: createGameChoice(options),
    found: createDiscoverableMembers(database, originOf(place)),
    client: createPrivateClient(connection),
    oauth,
    publicUrl,
    place,
    bundles: bundlesOf(wiring, place),
    sealPage: sealPageOf(profile.name, place),
    accepts,
    idleDays,
    clock,
    log,
    secrets: createTemporarySecrets(options),
    nodes: database.nodes,
  });
}

function bundlesOf(
  { keyring, database, clock }: MemberSessionsOptions,
  place: SessionScope,
): SessionParts["bundles"] {
  const checks = keyringChecks(database.queries);
  return {
    recipient: () => bundleRecipient(keyring),
    async open(text, discordId) {
      const now = clock.now();
      const identities = await bundleIdentities(keyring, checks, now);
      return openBundle(text, { identities, discordId, origin: originOf(place), wanted: place.wanted, now });
    },
  };
}

function sealPageOf(platform: string, place: SessionScope): SessionParts["sealPage"] {
  const pages = createSealPages();
  const { host } = new URL(place.hosts.portal);
  const names = place.wanted.cookies.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return (discordId, recipient, locale) => {
    const forWhom = [platform, host, discordId, keyFingerprint(recipient)] as const;
    const texts = sealPageTexts(messagesFor(locale), { forWhom, host, names });
    return pages.make({ wanted: place.wanted, recipient, discordId, origin: originOf(place), texts });
  };
}

function originOf({ hosts }: SessionScope): string {
  return new URL(hosts.portal).origin;
}

interface SealPageFacts {
  readonly forWhom: Readonly<Parameters<Messages["sealPage"]["forWhom"]>>;
  readonly host: string;
  /** The names of the required cookies. */
  readonly names: readonly string[];
}

/** Returns the texts of a member's seal page in one language; the page fills the placeholders in braces. */
export function sealPageTexts(messages: Messages, { forWhom, host, names }: SealPageFacts): SealPageTexts {
  const { sealPage: words, link } = messages;
  const { missing, otherHost, recognised } = link.incomplete;
  return {
    ...words,
    lang: messages.language,
    forWhom: words.forWhom(...forWhom),
    steps: words.steps.map((step) => step(host, listWords(names, messages.language))),
    phone: link.guide.phone,
    recognised: recognised("{form}"),
    found: words.found("{name}"),
    optional: words.optional("{name}"),
    forms: link.forms,
    missing: Object.fromEntries(Object.entries(missing).map(([why, say]) => [why, say("{name}", "{word}")])),
    otherHost: otherHost("{host}"),
    unreadable: titlesOf(link.unreadable),
    refusedAs: titlesOf(link.refused),
  };
}

function titlesOf(texts: Readonly<Record<string, { readonly title: string }>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([why, { title }]) => [why, title]));
}
