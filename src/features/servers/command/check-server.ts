import {
  missing,
  neededToPost,
  neededToWrite,
  type PermissionName,
  type SeenChannel,
} from "../../../discord/rest/permissions.ts";
import type { Refusal } from "../../../discord/rest/refusal.ts";
import type { ChannelUse, CheckedChannel, CheckView } from "../view/setup-parts.ts";
import { currentState } from "../../posts/command/post-trouble.ts";
import { inBatches } from "../../../base/async/map-in-batches.ts";
import type { ReminderView } from "../../posts/reminder-service.ts";
import { ofServer } from "./show-panel.ts";
import type { CommandContext } from "../services.ts";

const MOST_CHECKED = 20;
const AT_ONCE = 4;

/** Checks the bot's permissions in every channel in use; posts that waited for one that was fixed are retried. */
export async function checkServer(context: CommandContext): Promise<CheckView> {
  const { guildId } = ofServer(context);
  const { channels, signal } = context;
  const used = [...(await usesOf(context))];
  channels.forget(guildId);
  const checked = await inBatches(
    used.slice(0, MOST_CHECKED),
    AT_ONCE,
    async ([id, use]): Promise<CheckedChannel> => {
      const seen = await channels.in({ guildId, channelId: id }, signal);
      return { id, uses: [...use.for], state: stateOf(seen, use) };
    },
  );
  for (const { id, state } of checked) if (state.kind === "fine") await retryIn(context, guildId, id);
  const handsOutRoles = used.some(([, use]) => use.handsOutRoles);
  return { handsOutRoles, channels: checked, more: Math.max(0, used.length - MOST_CHECKED) };
}

/** How long the overview waits to learn where posts are stuck. */
const LOOK_WITHIN_MS = 1_500;

/** Returns the channels of announcements and boards in which the bot can't post, as far as that is known in time. */
export async function stuckChannels(context: CommandContext): Promise<readonly string[]> {
  const { guildId } = ofServer(context);
  const { channels } = context;
  const soon = AbortSignal.timeout(LOOK_WITHIN_MS);
  const signal = AbortSignal.any([context.signal, soon]);
  const looking = async () => {
    const used = [...(await usesOf(context))].filter(([, use]) => isPostedIn(use)).slice(0, MOST_CHECKED);
    const stuck = await inBatches(used, AT_ONCE, async ([channelId]) =>
      isStuck(await channels.in({ guildId, channelId }, signal)) ? [channelId] : [],
    );
    return stuck.flat();
  };
  const late = new Promise<readonly string[]>((resolve) => {
    soon.addEventListener("abort", () => resolve([]));
  });
  return Promise.race([looking(), late]);
}

function isPostedIn(use: Use): boolean {
  return use.for.has("announcements") || use.for.has("boards");
}

function isStuck(seen: SeenChannel | Refusal): boolean {
  if (seen.kind === "refused") return seen.name === "channel-gone" || seen.name === "missing-access";
  return missing(seen.permissions, neededToWrite(seen)).length > 0;
}

async function retryIn(
  { reminders, boards, signal }: CommandContext,
  guildId: string,
  channelId: string,
): Promise<void> {
  await reminders.retryDestination(channelId);
  for (const board of await boards.ofGuild(guildId)) {
    if (board.channelId === channelId && board.state === "held") await boards.retry(board.id, signal);
  }
}

/** What a channel is used for, and what that needs besides posting. */
interface Use {
  readonly for: Set<ChannelUse>;
  readonly roles: Set<string>;
  hasPins: boolean;
  handsOutRoles: boolean;
}

/** Returns the channels by id, with their uses. */
async function usesOf(context: CommandContext): Promise<ReadonlyMap<string, Use>> {
  const { guildId, settings } = ofServer(context);
  const uses = new Map<string, Use>();
  const add = (id: string, what: ChannelUse): Use => {
    const use = uses.get(id) ?? { for: new Set(), roles: new Set(), hasPins: false, handsOutRoles: false };
    uses.set(id, use);
    use.for.add(what);
    return use;
  };
  for (const { destinations, content } of await announcing(context, guildId)) {
    for (const { kind, target } of destinations) {
      const use = kind === "channel" ? add(target, "announcements") : undefined;
      if (content.roleId !== undefined) use?.roles.add(content.roleId);
      if (use !== undefined) use.handsOutRoles ||= content.offers?.roleId !== undefined;
    }
  }
  for (const { channelId, isPinned } of await context.boards.ofGuild(guildId)) {
    const use = add(channelId, "boards");
    use.hasPins ||= isPinned;
  }
  for (const id of settings.memberRemindersIn) add(id, "members");
  if (settings.publicIn !== "everywhere") for (const id of settings.publicIn) add(id, "answers");
  return uses;
}

/** Returns announcements that post, or have a post waiting. */
async function announcing({ reminders }: CommandContext, guildId: string): Promise<readonly ReminderView[]> {
  const all = await reminders.ofGuild(guildId);
  const states = await inBatches(all, AT_ONCE, (one) => currentState(one, reminders));
  return all.filter((_, index) => states[index] !== "ended" && states[index] !== "paused");
}

function stateOf(seen: SeenChannel | Refusal, use: Use): CheckedChannel["state"] {
  // Replies to commands need no permission.
  const isForAnswersAlone = use.for.size === 1 && use.for.has("answers");
  if (seen.kind === "refused") {
    if (seen.name === "channel-gone") return { kind: "gone" };
    if (seen.name !== "missing-access") return { kind: "unknown" };
    return { kind: isForAnswersAlone ? "fine" : "unseen" };
  }
  const lacking = isForAnswersAlone ? [] : missing(seen.permissions, neededFor(seen, use));
  return lacking.length === 0 ? { kind: "fine" } : { kind: "lacks", permissions: lacking };
}

function neededFor(seen: SeenChannel, { roles, hasPins }: Use): readonly PermissionName[] {
  const isRoleClosed = [...roles].some((id) => !seen.mentionable.has(id));
  return [
    ...neededToPost(seen),
    ...(isRoleClosed ? (["mentionRoles"] as const) : []),
    ...(hasPins ? (["pinMessages"] as const) : []),
  ];
}
