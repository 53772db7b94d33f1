import type { Reply } from "../../discord/reply/reply.ts";
import { meReply, myDataReply } from "./view/account.ts";
import { withSessions } from "./link/link-steps.ts";
import { waitingIn } from "../shared/interrupted-command.ts";
import { accountChoices, chooseOwn } from "../shared/own-data/own-accounts.ts";
import type { ActionContext, CommandContext } from "../shared/command-context.ts";
import type { accountCalls, AccountSection } from "../shared/view/calls/account.ts";
import type { InvocationContext } from "../../discord/command/invocation-context.ts";
import type { FoundView } from "./view/discoverability.ts";
import type { MemberSessions } from "./sessions/member-sessions.ts";

/** One section of the panel. Where nothing can be linked, there is only what else is kept. */
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

/** Pictures look as chosen from now on; as the server has them where neither was. */
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

/** The same, from under a private answer: the command it answered runs anew. */
export async function switchAccount(context: ActionContext<typeof accountCalls.switch>): Promise<Reply> {
  await chooseOwn(context, context.chosen);
  const waiting = waitingIn(context.state);
  return waiting === undefined ? showAccount(context, "accounts") : context.rerun(waiting);
}

/** Follows a yes or no to away use or snapshots; a no to snapshots deletes them. */
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

/** Where the member is found, as seen from the place they ask in. */
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
