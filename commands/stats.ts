import { own } from "../src/features/kit/command/define-command.ts";
import type { PlayerData } from "../src/sessions/use/private-data.ts";
import { suggestPlayers } from "../src/features/profile/suggest-players.ts";
import { noPlayerDataReply } from "../src/features/kit/view/own-data.ts";
import { withDataOf } from "../src/features/profile/with-player-data.ts";
import {
  type StatsWish,
  compareCharacters,
  readOwnStats,
  offeredPeriods,
} from "../src/features/stats/read-stats.ts";
import { choice, text } from "../src/discord/command/options.ts";
import type { Reply } from "../src/discord/reply/reply.ts";
import { statPeriods, toStatPeriod } from "../src/game/stats-period.ts";
import { ALL_CHARACTERS } from "../src/features/kit/view/progress-words.ts";
import { ALL_MODES, ALL_STATS, type StatsView } from "../src/features/stats/view/controls.ts";
import { comparedReply, exportReply, privateStatsReply } from "../src/features/stats/view/files.ts";
import { takenBackReply } from "../src/features/kit/view/shared-replies.ts";
import { statsReply, askToShareStatsReply, sharedStatsReply } from "../src/features/stats/view/stats.ts";
import { statsCalls } from "../src/features/stats/view/calls.ts";
import type { StateOf } from "../src/discord/reply/calls.ts";
import { capabilities } from "../src/features/kit/command/capabilities.ts";
import { defineCommand, type ActionContext, type CommandContext } from "../src/features/profile/services.ts";

const TYPED_LENGTH = 100;

export default defineCommand({
  name: "stats",
  capability: capabilities.stats,
  aboutOthers: ["player"],
  choices: (profile) => ({ period: offeredPeriods(profile) }),
  visibility: "private",
  options: {
    stat: text({ maxLength: TYPED_LENGTH }),
    period: choice(statPeriods),
    character: text({ maxLength: TYPED_LENGTH }),
    player: text({ maxLength: TYPED_LENGTH, autocomplete: suggestPlayers }),
  },
  calls: statsCalls,
  controls: {
    player: (context) => showStats(context, { ...wishOf(context.state), player: context.chosen }),
    page: (context) => showStats(context, wishOf(context.state), context.state.page),
    period: (context) =>
      showStats(context, { ...wishOf(context.state), period: toStatPeriod(context.chosen) }),
    stat: (context) => showStats(context, { ...wishOf(context.state), stat: unless(ALL_STATS, context) }),
    mode: (context) => showStats(context, { ...wishOf(context.state), mode: unless(ALL_MODES, context) }),
    character: (context) =>
      showStats(context, { ...wishOf(context.state), character: unless(ALL_CHARACTERS, context) }),
    compare: (context) =>
      fromStats(context, wishOf(context.state), async (view, own) =>
        comparedReply(await compareCharacters(context, own, view), view, context.view),
      ),
    share: (context) =>
      fromStats(context, wishOf(context.state), async (view) =>
        askToShareStatsReply(view, context.state.page, context.view),
      ),
    post: {
      ...own,
      answer: "public",
      run: (context) =>
        fromStats(context, wishOf(context.state), async (view) =>
          sharedStatsReply(view, context.state.page, context.view),
        ),
    },
    takeBack: async (context) => takenBackReply(context.view),
    csv: { ...own, answer: "private", run: (context) => exportStats(context, "csv") },
    json: { ...own, answer: "private", run: (context) => exportStats(context, "json") },
  },

  run: (context) => {
    const { stat, period = "all", character, player } = context.options;
    return showStats(context, { stat, period, character, player });
  },
});

function showStats(context: CommandContext, wish: StatsWish, page = 0): Promise<Reply> {
  return fromStats(context, wish, async (view) => statsReply(view, page, context.view));
}

function exportStats(context: ActionContext<typeof statsCalls.csv>, format: "csv" | "json"): Promise<Reply> {
  return fromStats(context, wishOf(context.state), async (view) => exportReply(view, format, context.view));
}

function fromStats(
  context: CommandContext,
  wish: StatsWish,
  answer: (view: StatsView, data: PlayerData) => Promise<Reply>,
): Promise<Reply> {
  const { player, ...shown } = wish;
  const asked = { command: "stats", player, choose: statsCalls.player(shown) } as const;
  return withDataOf(context, asked, async (data, id) => {
    const view = await readOwnStats(context, data, { ...wish, player: id });
    if (view !== "private") return answer(view, data);
    return id === undefined
      ? privateStatsReply(context.view)
      : noPlayerDataReply("private", data.account.name ?? id, context.view);
  });
}

type Shown = StateOf<typeof statsCalls.csv.shape>;

function wishOf({ period = "all", stat, mode, character, player }: Shown): StatsWish {
  return { period, stat, mode, character, player };
}

/** What was chosen; undefined for the entry that means all. */
function unless(all: string, { chosen }: ActionContext): string | undefined {
  return chosen === all ? undefined : chosen;
}
