import { defineAction, defineCommand } from "../src/features/shared/define-command.ts";
import { withOwnData } from "../src/features/shared/own-data/with-own-data.ts";
import type { PrivateData } from "../src/features/shared/own-data/private-data.ts";
import { numberIn } from "../src/features/shared/state.ts";
import { type StatsWish, compareCharacters, readOwnStats } from "../src/features/stats/read-stats.ts";
import type { ActionInvocation } from "../src/discord/command/command.ts";
import { choice, text } from "../src/discord/command/options.ts";
import type { ActionState, Reply } from "../src/discord/reply/reply.ts";
import { statPeriods, toStatPeriod } from "../src/game/stats-period.ts";
import { ALL_CHARACTERS } from "../src/features/shared/view/progress-words.ts";
import { ALL_MODES, ALL_STATS } from "../src/features/stats/view/controls.ts";
import { comparedReply, exportReply, privateStatsReply } from "../src/features/stats/view/files.ts";
import { takenBackReply } from "../src/features/progress/view/share.ts";
import { askToShareStatsReply, sharedStatsReply } from "../src/features/stats/view/share.ts";
import { statsReply } from "../src/features/stats/view/stats.ts";
import type { StatsView } from "../src/features/stats/view/stats-view.ts";
import type { CommandContext } from "../src/features/shared/command-context.ts";

const TYPED_LENGTH = 100;

export default defineCommand({
  name: "stats",
  visibility: "private",
  options: {
    stat: text({ maxLength: TYPED_LENGTH }),
    period: choice(statPeriods),
    character: text({ maxLength: TYPED_LENGTH }),
  },
  actions: {
    page: defineAction({
      for: "owner",
      answer: "edit",
      run: (context) => showStats(context, wishOf(context.state), numberIn(context.state, "page")),
    }),
    period: defineAction({
      for: "owner",
      answer: "edit",
      run: (context) =>
        showStats(context, { ...wishOf(context.state), period: toStatPeriod(context.chosen) }),
    }),
    stat: defineAction({
      for: "owner",
      answer: "edit",
      run: (context) => showStats(context, { ...wishOf(context.state), stat: unless(ALL_STATS, context) }),
    }),
    mode: defineAction({
      for: "owner",
      answer: "edit",
      run: (context) => showStats(context, { ...wishOf(context.state), mode: unless(ALL_MODES, context) }),
    }),
    character: defineAction({
      for: "owner",
      answer: "edit",
      run: (context) =>
        showStats(context, { ...wishOf(context.state), character: unless(ALL_CHARACTERS, context) }),
    }),
    compare: defineAction({
      for: "owner",
      answer: "edit",
      run: (context) =>
        fromStats(context, wishOf(context.state), async (view, own) =>
          comparedReply(await compareCharacters(context, own, view.mode), view, context.view),
        ),
    }),
    share: defineAction({
      for: "owner",
      answer: "edit",
      run: (context) =>
        fromStats(context, wishOf(context.state), async (view) =>
          askToShareStatsReply(view, numberIn(context.state, "page"), context.view),
        ),
    }),
    post: defineAction({
      for: "owner",
      answer: "public",
      run: (context) =>
        fromStats(context, wishOf(context.state), async (view) =>
          sharedStatsReply(view, numberIn(context.state, "page"), context.view),
        ),
    }),
    takeBack: defineAction({
      for: "owner",
      answer: "edit",
      run: async (context) => takenBackReply(context.view),
    }),
    csv: defineAction({ for: "owner", answer: "private", run: (context) => exportStats(context, "csv") }),
    json: defineAction({ for: "owner", answer: "private", run: (context) => exportStats(context, "json") }),
  },

  run: (context) => {
    const { stat, period = "all", character } = context.options;
    return showStats(context, { stat, period, character });
  },
});

function showStats(context: CommandContext, wish: StatsWish, page = 0): Promise<Reply> {
  return fromStats(context, wish, async (view) => statsReply(view, page, context.view));
}

function exportStats(context: CommandContext & ActionInvocation, format: "csv" | "json"): Promise<Reply> {
  return fromStats(context, wishOf(context.state), async (view) => exportReply(view, format, context.view));
}

function fromStats(
  context: CommandContext,
  wish: StatsWish,
  answer: (view: StatsView, own: PrivateData) => Promise<Reply>,
): Promise<Reply> {
  return withOwnData(context, "stats", async (own) => {
    const view = await readOwnStats(context, own, wish);
    return view === "private" ? privateStatsReply(context.view) : answer(view, own);
  });
}

function wishOf({ period, stat, mode, character }: ActionState): StatsWish {
  return {
    period: toStatPeriod(period),
    stat: typeof stat === "string" ? stat : undefined,
    mode: typeof mode === "string" ? mode : undefined,
    character: typeof character === "string" ? character : undefined,
  };
}

/** What was chosen; undefined for the entry that means all. */
function unless(all: string, { chosen }: ActionInvocation): string | undefined {
  return chosen === all ? undefined : chosen;
}
