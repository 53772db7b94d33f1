import type { Reply } from "../../discord/reply/reply.ts";
import { meReply, myDataReply } from "./view/account.ts";
import { withSessions } from "./link/link-steps.ts";
import { waitingIn, accountChoices, chooseOwn } from "../kit/own-data/own-accounts.ts";
import type { accountCalls, AccountSection } from "../kit/view/calls/account.ts";
import type { InvocationContext } from "../../discord/command/invocation-context.ts";
import { type FoundView, unprovenReply } from "./view/discoverability.ts";
import type { MemberSessions } from "../../sessions/use/member-sessions.ts";
import { mustBeOnHere } from "../kit/settings/server-visibility.ts";
import { orElse } from "../../base/errors.ts";
import { nameToBeFoundBy, playerById } from "../kit/read/find-player.ts";
import type { PrivateData } from "../../sessions/use/private-data.ts";
import type { ActionContext, CommandContext } from "./services.ts";

/** Shows one section of the panel. Without linking there is only the stored data. */
export async function showAccount(context: CommandContext, section: AccountSection): Promise<Reply> {
  const { cardMode } = await context.memberSettings.of(context.member.id);
  if (context.linking === undefined) return myDataReply(cardMode, context.view);
  return withSessions(context, async (sessions) => {
    const { store, idleDays, waiting } = sessions;
    const { member } = context;
    const accounts = await store.list(member.id);
    const active = accounts.find(({ isActive }) => isActive);
    const uses = active === undefined ? [] : await store.uses({ discordId: member.id, id: active.id });
    const hasOnce = (await waiting.once.get(member.id)) !== undefined;
    const choices = section === "accounts" ? await accountChoices(context) : [];
    const found = section === "privacy" ? await foundView(context, sessions) : undefined;
    return meReply({ section, accounts, choices, found, uses, idleDays, hasOnce, cardMode }, context.view);
  });
}

/** Saves how pictures look; without a choice, as the server has them. */
export async function chooseCardMode(context: ActionContext): Promise<Reply> {
  const cardMode = context.chosen === "dark" || context.chosen === "light" ? context.chosen : null;
  await context.memberSettings.change(context.member.id, { cardMode });
  return showAccount(context, "accounts");
}

/** Makes another account the one that private commands show. */
export async function chooseAccount(context: CommandContext, value: string | undefined): Promise<Reply> {
  await chooseOwn(context, value);
  return showAccount(context, "accounts");
}

/** Does the same from under a private reply, and runs its command again. */
export async function switchAccount(context: ActionContext<typeof accountCalls.switch>): Promise<Reply> {
  await chooseOwn(context, context.chosen);
  const waiting = waitingIn(context.state);
  return waiting === undefined ? showAccount(context, "accounts") : context.rerun(waiting);
}

/** Turns background use or snapshots on or off; turning snapshots off deletes them. */
export function setConsent(
  context: CommandContext,
  id: string,
  consent: { readonly away?: boolean; readonly snapshots?: boolean },
): Promise<Reply> {
  return withSessions(context, async ({ store }) => {
    await store.consent({ discordId: context.member.id, id }, consent);
    return showAccount(context, "privacy");
  });
}

/** Returns where the member is visible, as seen from this server. */
async function foundView(
  { member, site }: InvocationContext,
  { found, store }: MemberSessions,
): Promise<FoundView> {
  const [all, linked] = await Promise.all([found.of(member.id), store.list(member.id)]);
  const here = all.find(({ guildId }) => guildId === site.guildId);
  const active = linked.find(({ isActive }) => isActive);
  return {
    isInServer: site.guildId !== undefined,
    here: here && { name: here.name ?? here.membershipId, isByActive: here.sessionId === active?.id },
    elsewhere: all.length - (here === undefined ? 0 : 1),
  };
}

/**
 * Makes the member visible in this server by the account in use. Asks the platform for its identity, so that nobody
 * appears as someone else.
 */
export function becomeDiscoverable(context: CommandContext): Promise<Reply> {
  return withSessions(context, async ({ found, store }) => {
    const { member, site, linking, now } = context;
    mustBeOnHere(context);
    if (site.guildId === undefined || linking === undefined) return showAccount(context, "privacy");
    const linked = (await store.list(member.id)).find(({ isActive }) => isActive);
    const own = linked && (await linking.openPrivate(context, "account"));
    if (own === undefined || linked === undefined) return showAccount(context, "privacy");
    const membershipId = await provenId(context, own);
    if (membershipId === undefined || membershipId !== linked.account.membershipId) {
      return unprovenReply(context.view);
    }
    const profile = await playerById(context, membershipId);
    const name = profile && nameToBeFoundBy(context, profile.player);
    const { guildId } = site;
    const ids = { guildId, discordId: member.id, sessionId: linked.id, membershipId };
    await found.start({ ...ids, name, since: now });
    return showAccount(context, "privacy");
  });
}

/** Hides the member here, or in every server. */
export function endDiscoverability(context: CommandContext, where: "here" | "everywhere"): Promise<Reply> {
  return withSessions(context, async ({ found }) => {
    const { member, site } = context;
    if (where === "everywhere") await found.end(member.id);
    else if (site.guildId !== undefined) await found.end(member.id, site.guildId);
    return showAccount(context, "privacy");
  });
}

async function provenId({ signal }: CommandContext, own: PrivateData): Promise<string | undefined> {
  const owner = await orElse(own.owner({ signal }), undefined, "not-offered");
  return owner?.isKnown === true && owner.source === "service" ? owner.membershipId : undefined;
}
