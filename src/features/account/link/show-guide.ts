import { keyFingerprint } from "../../../sessions/bundle/key-fingerprint.ts";
import type { Attachment, Reply } from "../../../discord/reply/reply.ts";
import type { Profile } from "../../../platform/profile/schema.ts";
import { type LinkGuide, guideReply } from "../view/link.ts";
import type { WaitingState, LinkTab } from "../../kit/view/calls/link.ts";
import { mustBeOnHere } from "../../kit/settings/server-visibility.ts";
import type { MemberSessions } from "../../../sessions/use/member-sessions.ts";
import { carried, withSessions } from "./link-steps.ts";
import type { CommandContext } from "../services.ts";

export async function showGuide(
  context: CommandContext,
  { tab = "browser", ...state }: WaitingState & { readonly tab: LinkTab | undefined },
): Promise<Reply> {
  mustBeOnHere(context);
  return withSessions(context, async (sessions) => {
    const guide = await guideOf(context, sessions, tab);
    const portal = sessions.place.hosts.portal;
    const cookies = sessions.wanted.cookies.filter(({ isRequired }) => isRequired).map(({ name }) => name);
    const view = { cookies, state: carried(state), portal, guide };
    return guideReply(view, context.view);
  });
}

async function guideOf(context: CommandContext, sessions: MemberSessions, tab: LinkTab): Promise<LinkGuide> {
  if (tab === "desktop") return { tab, isSealedOnly: sessions.accepts() === "sealed" };
  const recipient = await sessions.bundles.recipient();
  const { member } = context;
  if (tab === "browser") {
    const sealPage = recipient === undefined ? undefined : await sealPageOf(context, sessions, recipient);
    return { tab, sealPage };
  }
  if (recipient === undefined) return { tab, terminal: undefined };
  const profile = profileFile(context.profile);
  const options = `--recipient ${recipient} --member ${member.id} --profile ${profile.name}`;
  const commands = [
    `npx --no-install milepost sign-in ${options}`,
    `npx --no-install milepost seal ${options}`,
  ] as const;
  return { tab, terminal: { commands, profile } };
}

async function sealPageOf(
  context: CommandContext,
  sessions: MemberSessions,
  recipient: string,
): Promise<{ readonly file: Attachment; readonly fingerprint: string }> {
  const { fileName } = context.messages(context.locale).link.browser;
  const bytes = await sessions.sealPage(context.member.id, recipient, context.locale);
  return { file: { name: fileName, bytes }, fingerprint: keyFingerprint(recipient) };
}

/** Returns the file that tells the command line about the platform. */
function profileFile(profile: Profile): Attachment {
  const name = profile.id.replaceAll(/[^\w-]/g, "") || "profile";
  return {
    name: `${name}.json`,
    bytes: Buffer.from(`${JSON.stringify(signInProfile(profile), undefined, 2)}\n`),
  };
}

/** A profile needs at least one operation, although signing in uses none. */
const OPERATIONS = { "user.byId": { path: "/{membershipId}" } };

/**
 * Returns the part of a profile that signing in needs: hosts, cookies and login providers. Everything else, such as a
 * secret in a header, stays here.
 */
export function signInProfile(profile: Profile): object {
  const { id, name, hosts, locale, cookies, headers } = profile;
  const { oauth: _oauth, ...signIn } = profile.signIn;
  const providers = Object.entries(profile.providers).map(([key, provider]) => {
    const { clientId: _id, scope: _scope, sessionCookie: _cookie, ...needed } = provider;
    return [key, needed];
  });
  const { links: _links, ...asked } = hosts;
  return {
    id,
    name,
    hosts: asked,
    locale: { default: locale.default },
    headers: { userAgent: headers.userAgent },
    ...(cookies !== undefined && { cookies }),
    signIn,
    providers: Object.fromEntries(providers),
    operations: OPERATIONS,
  };
}
