import type { Reply } from "../../discord/reply/reply.ts";
import { unprovenReply } from "./view/discoverability.ts";
import { mustBeOnHere } from "../shared/server-visibility.ts";
import { withSessions } from "./link/link-steps.ts";
import { showAccount } from "./show-account.ts";
import { orElse } from "../shared/or-else.ts";
import { nameToBeFoundBy, playerById } from "../shared/find-player.ts";
import type { PrivateData } from "../shared/own-data/private-data.ts";
import type { CommandContext } from "../shared/command-context.ts";

/**
 * Lets this server find the member by the account in use. Whose it is must be the platform's own word, asked for now:
 * nobody is found as somebody else.
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

/** Ends it here, or in every server. */
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
