import { own } from "../src/features/kit/command/define-command.ts";
import type { PlayerData } from "../src/sessions/use/private-data.ts";
import { suggestPlayers } from "../src/features/profile/suggest-players.ts";
import { withDataOf, withNamedPlayer } from "../src/features/profile/with-player-data.ts";
import {
  type OwnProgress,
  type ProgressWish,
  pageOfProgress,
  readOwnProgress,
} from "../src/features/progress/read-progress.ts";
import { compareSince } from "../src/features/progress/snapshots.ts";
import { choice, text, user } from "../src/discord/command/options.ts";
import type { Reply } from "../src/discord/reply/reply.ts";
import { progressViews, toProgressView } from "../src/game/progress-entries.ts";
import { isSincePeriod } from "../src/game/since.ts";
import { progressReply } from "../src/features/progress/view/progress.ts";
import { ALL_CHARACTERS } from "../src/features/kit/view/progress-words.ts";
import { noPlayerDataReply, noProgressReply } from "../src/features/kit/view/own-data.ts";
import {
  nothingToShareReply,
  pickSharedReply,
  readPicked,
  sharedReply,
} from "../src/features/progress/view/share.ts";
import { takenBackReply } from "../src/features/kit/view/shared-replies.ts";
import { sinceReply } from "../src/features/progress/view/since.ts";
import { progressCalls } from "../src/features/progress/view/calls.ts";
import type { StateOf } from "../src/discord/reply/calls.ts";
import { capabilities } from "../src/features/kit/command/capabilities.ts";
import { defineCommand, type ActionContext, type CommandContext } from "../src/features/profile/services.ts";

const CHARACTER_LENGTH = 100;
const NAME_LENGTH = 100;

type Shown = OwnProgress & { readonly state: "shown" };

export default defineCommand({
  name: "progress",
  capability: capabilities.progress,
  aboutOthers: ["player", "member"],
  visibility: "private",
  options: {
    view: choice(progressViews),
    character: text({ maxLength: CHARACTER_LENGTH }),
    player: text({ maxLength: NAME_LENGTH, autocomplete: suggestPlayers }),
    member: user(),
  },
  calls: progressCalls,
  controls: {
    player: ({ chosen, ...context }) =>
      showProgress(context, { ...wishOf(context.state), player: chosen, page: 0 }),
    view: (context) =>
      showProgress(context, { ...wishOf(context.state), view: toProgressView(context.chosen), page: 0 }),
    character: ({ chosen, ...context }) =>
      showProgress(context, {
        ...wishOf(context.state),
        character: chosen === ALL_CHARACTERS ? undefined : chosen,
        page: 0,
      }),
    page: (context) => showProgress(context, wishOf(context.state)),
    since: showSince,
    share: (context) => askWhatToShare(context, []),
    pick: (context) => askWhatToShare(context, toggled(readPicked(context.state), context.chosen)),
    post: { ...own, answer: "public", run: postShared },
    takeBack: async (context) => takenBackReply(context.view),
  },

  run: (context) => {
    const { view = "next", character, ...named } = context.options;
    return withNamedPlayer(context, named, (player) =>
      showProgress(context, { view, character, player, page: 0 }),
    );
  },
});

function wishOf({
  view = "next",
  character,
  player,
  page,
}: StateOf<typeof progressCalls.page.shape>): ProgressWish {
  return { view, character, player, page };
}

/** Answers from the member's progress, or another player's, where there is any. */
function fromProgress(
  context: CommandContext,
  { player, view, character }: ProgressWish,
  answer: (shown: Shown, data: PlayerData, player?: string) => Promise<Reply>,
): Promise<Reply> {
  const choose = progressCalls.player({ view, character });
  return withDataOf(context, { command: "progress", player, choose }, async (data, id) => {
    const progress = await readOwnProgress(context, data);
    if (progress.state === "shown") return answer(progress, data, id);
    return id === undefined
      ? noProgressReply(progress.state, context.view)
      : noPlayerDataReply(progress.state, data.account.name ?? id, context.view);
  });
}

function showProgress(context: CommandContext, wish: ProgressWish): Promise<Reply> {
  return fromProgress(context, wish, async (progress, { account }, player) => {
    const { page, names } = await pageOfProgress(context, progress, { wish: { ...wish, player }, account });
    return progressReply(page, { ...context.view, names });
  });
}

function showSince(context: ActionContext<typeof progressCalls.since>): Promise<Reply> {
  const period = isSincePeriod(context.chosen) ? context.chosen : "yesterday";
  const wish = wishOf(context.state);
  const { view, character } = wish;
  return fromProgress(context, wish, async (progress, own) => {
    const { characters } = progress;
    const { compared, names } = await compareSince(context, own, progress, period);
    return sinceReply(
      { state: { view, character }, period, characters, compared },
      { ...context.view, names },
    );
  });
}

function askWhatToShare(
  context: ActionContext<typeof progressCalls.share>,
  picked: readonly string[],
): Promise<Reply> {
  const wish = wishOf(context.state);
  return fromProgress(context, wish, async (progress, { account }) => {
    const { page, names } = await pageOfProgress(context, progress, { wish, account });
    return pickSharedReply(page, picked, { ...context.view, names });
  });
}

/** Reads again, and posts of the same page what still bears the marks. */
function postShared(context: ActionContext<typeof progressCalls.post>): Promise<Reply> {
  const wish = wishOf(context.state);
  const picked = readPicked(context.state);
  return fromProgress(context, wish, async (progress, { account }) => {
    const { page, names } = await pageOfProgress(context, progress, { wish, account });
    const view = context.view;
    return sharedReply(page, picked, { ...view, names }) ?? nothingToShareReply(view);
  });
}

function toggled(picked: readonly string[], chosen: string | undefined): readonly string[] {
  if (chosen === undefined) return picked;
  return picked.includes(chosen) ? picked.filter((key) => key !== chosen) : [...picked, chosen];
}
