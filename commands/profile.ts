import { ageOf } from "../src/app/dated.ts";
import { defineAction, defineCommand } from "../src/app/define-command.ts";
import { lookOf } from "../src/app/look.ts";
import {
  type FoundPlayer,
  type PlayerSearch,
  findPlayer,
  remember,
  suggestPlayers,
} from "../src/app/players.ts";
import type { Services } from "../src/app/services.ts";
import { MilepostError } from "../src/base/errors.ts";
import type { Asked } from "../src/discord/command.ts";
import { show, text } from "../src/discord/options.ts";
import type { ActionState, Reply } from "../src/discord/reply.ts";
import { compareReply, pickComparedReply } from "../src/views/compare.ts";
import { matchesReply, playerName, profileReply, whoseProfileReply } from "../src/views/profile.ts";
import { hiddenReply, reportReply } from "../src/views/report.ts";

const NAME_LENGTH = 100;

export default defineCommand({
  name: "profile",
  visibility: "public",
  options: {
    player: text({ maxLength: NAME_LENGTH, autocomplete: suggestPlayers }),
    compare: text({ maxLength: NAME_LENGTH, autocomplete: suggestPlayers }),
    show: show(),
  },
  actions: {
    open: defineAction({
      for: "owner",
      others: "copy",
      answer: "edit",
      run: async (context) => showProfile(context, context.chosen ?? playerIn(context.state)),
    }),
    compare: defineAction({
      for: "owner",
      others: "copy",
      answer: "edit",
      async run(context) {
        const { player } = await foundById(context, playerIn(context.state));
        const look = lookOf(context);
        const recents = context.recentPlayers.of(context.member.id);
        return pickComparedReply({ id: player.id, name: playerName(player, look) }, recents, look);
      },
    }),
    with: defineAction({
      for: "owner",
      others: "copy",
      answer: "edit",
      async run(context) {
        const [first, second] = await Promise.all([
          foundById(context, playerIn(context.state)),
          foundById(context, context.chosen ?? ""),
        ]);
        return showComparison(context, first, second);
      },
    }),
    report: defineAction({
      for: "anyone",
      answer: "private",
      async run(context) {
        const { operator, pageLinks, locale, state } = context;
        const pageUrl = pageLinks.profile(playerIn(state), locale);
        return reportReply({ pageUrl, contact: operator.contact }, lookOf(context));
      },
    }),
    hide: defineAction({
      for: "moderators",
      answer: "edit",
      run: async (context) => hiddenReply(lookOf(context)),
    }),
  },

  async run(context) {
    const { player, compare } = context.options;
    if (player === undefined && compare === undefined) {
      return whoseProfileReply(context.recentPlayers.of(context.member.id), lookOf(context));
    }
    if (player === undefined || compare === undefined) return showProfile(context, player ?? compare ?? "");
    const [first, second] = await Promise.all([findPlayer(context, player), findPlayer(context, compare)]);
    const look = lookOf(context);
    if (first.found === undefined) return matchesReply(player, { ...first, other: idOf(second) }, look);
    if (second.found === undefined) return matchesReply(compare, { ...second, other: idOf(first) }, look);
    return showComparison(context, first.found, second.found);
  },
});

function idOf({ found }: PlayerSearch): string | undefined {
  return found?.player.id;
}

async function showProfile(context: Services & Asked, typed: string): Promise<Reply> {
  const search = await findPlayer(context, typed);
  if (search.found === undefined) return matchesReply(typed, search, lookOf(context));
  const { player, dated } = search.found;
  remember(context, player);
  const pageUrl = context.pageLinks.profile(player.id, context.locale);
  return profileReply({ player, pageUrl, age: dated }, lookOf(context));
}

function showComparison(context: Services & Asked, first: FoundPlayer, second: FoundPlayer): Reply {
  remember(context, second.player);
  remember(context, first.player);
  const age = ageOf([first.dated, second.dated]);
  return compareReply({ first: first.player, second: second.player, age }, lookOf(context));
}

async function foundById(context: Services & Asked, id: string): Promise<FoundPlayer> {
  const { found } = await findPlayer(context, id);
  if (found === undefined) throw new MilepostError("not-found", { operation: "user.byId" });
  return found;
}

function playerIn({ player }: ActionState): string {
  if (typeof player !== "string" || !/^\d{1,20}$/.test(player)) {
    throw new MilepostError("bad-input", { reason: "not a player" });
  }
  return player;
}
