import { missing, neededToPost, type SeenChannel } from "../../discord/permissions.ts";
import type { Refusal } from "../../discord/refusal.ts";
import type { ChannelUse, CheckedChannel, CheckView } from "../../views/setup-check.ts";
import { inBatches } from "../in-batches.ts";
import { type Context, ofServer } from "./panel.ts";

const MOST_CHECKED = 20;
const AT_ONCE = 4;
const UNKNOWN_CHANNEL = 10_003;
const NO_ACCESS = 50_001;

/** How the bot stands in every channel that is in use; what waited for one that is mended is tried at once. */
export async function checkServer(context: Context): Promise<CheckView> {
  const { guildId } = ofServer(context);
  const { channels, signal } = context;
  if (channels === undefined) return { channels: [] };
  const used = [...(await usesOf(context))];
  channels.forget(guildId);
  const checked = await inBatches(
    used.slice(0, MOST_CHECKED),
    AT_ONCE,
    async ([id, uses]): Promise<CheckedChannel> => {
      const seen = await channels.in({ guildId, channelId: id }, signal);
      return { id, uses: [...uses], state: stateOf(seen, uses) };
    },
  );
  for (const { id, state } of checked) if (state.kind === "fine") await retryIn(context, guildId, id);
  return { channels: checked, more: Math.max(0, used.length - MOST_CHECKED) };
}

async function retryIn(
  { reminders, boards, signal }: Context,
  guildId: string,
  channelId: string,
): Promise<void> {
  await reminders?.retryPlace(channelId);
  for (const board of (await boards?.ofGuild(guildId)) ?? []) {
    if (board.channelId === channelId && board.state === "held") await boards?.retry(board.id, signal);
  }
}

/** Channels by id, with what each is for. */
async function usesOf(context: Context): Promise<ReadonlyMap<string, ReadonlySet<ChannelUse>>> {
  const { guildId, settings } = ofServer(context);
  const uses = new Map<string, Set<ChannelUse>>();
  const add = (use: ChannelUse, ids: readonly string[]) => {
    for (const id of ids) uses.set(id, (uses.get(id) ?? new Set<ChannelUse>()).add(use));
  };
  const announcements = (await context.reminders?.ofGuild(guildId)) ?? [];
  const places = announcements.flatMap((one) => one.places).filter(({ kind }) => kind === "channel");
  add(
    "announcements",
    places.map(({ target }) => target),
  );
  add(
    "boards",
    ((await context.boards?.ofGuild(guildId)) ?? []).map(({ channelId }) => channelId),
  );
  add("members", settings.memberRemindersIn);
  add("answers", settings.publicIn === "everywhere" ? [] : settings.publicIn);
  return uses;
}

function stateOf(seen: SeenChannel | Refusal, uses: ReadonlySet<ChannelUse>): CheckedChannel["state"] {
  if (seen.kind === "refused") {
    if (seen.code === UNKNOWN_CHANNEL) return { kind: "gone" };
    if (seen.code !== NO_ACCESS) return { kind: "unknown" };
    return { kind: isForAnswersAlone(uses) ? "fine" : "unseen" };
  }
  const lacking = isForAnswersAlone(uses) ? [] : missing(seen.permissions, neededToPost(seen));
  return lacking.length === 0 ? { kind: "fine" } : { kind: "lacks", permissions: lacking };
}

/** Answers to commands need no permission of the bot's own. */
function isForAnswersAlone(uses: ReadonlySet<ChannelUse>): boolean {
  return uses.size === 1 && uses.has("answers");
}
