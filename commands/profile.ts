import { anyones, copied, moderators, own } from "../src/features/kit/command/define-command.ts";
import { textLine } from "../src/discord/command/controls.ts";
import {
  type Named,
  compareById,
  compareWithMember,
  pickCompared,
  playerIn,
  showNamed,
  showOne,
  showRecents,
  showRelation,
} from "../src/features/profile/show-profile.ts";
import { suggestPlayers } from "../src/features/profile/suggest-players.ts";
import { show, text, user } from "../src/discord/command/options.ts";
import { hiddenReply, reportReply } from "../src/features/kit/view/shared-replies.ts";
import { profileCalls } from "../src/features/profile/view/calls.ts";
import { capabilities } from "../src/features/kit/command/capabilities.ts";
import { defineCommand, defineModal } from "../src/features/profile/services.ts";

const NAME_LENGTH = 100;

export default defineCommand({
  name: "profile",
  capability: capabilities.profile,
  visibility: "public",
  isReadOnly: true,
  /** Nobody is named: it shows the member's own, or asks whose, and offers whom the member looked at lately. */
  isForMember: ({ player, member, compare }) => (player ?? member ?? compare) === undefined,
  options: {
    player: text({ maxLength: NAME_LENGTH, autocomplete: suggestPlayers }),
    member: user(),
    compare: text({ maxLength: NAME_LENGTH, autocomplete: suggestPlayers }),
    show: show(),
  },
  userMenu: "member",
  calls: profileCalls,
  controls: {
    open: {
      ...copied,
      run: async (context) => showOne(context, { typed: context.chosen ?? playerIn(context, context.state) }),
    },
    recents: { ...anyones, isReadOnly: true, run: async (context) => showRecents(context) },
    name: defineModal(profileCalls.name, {
      fields: { player: textLine({ required: true, maxLength: NAME_LENGTH }) },
      show: (context) => {
        const { type, label } = context.messages(context.locale).profile.whose;
        return { title: type, fields: { player: { label } } };
      },
      submitted: ({ fields, ...context }) => showOne(context, { typed: fields.player }),
    }),
    compare: {
      ...anyones,
      isReadOnly: true,
      run: async (context) => pickCompared(context, playerIn(context, context.state)),
    },
    with: {
      ...copied,
      run: async (context) => compareById(context, playerIn(context, context.state), context.chosen ?? ""),
    },
    compared: {
      ...copied,
      run: async (context) =>
        compareById(
          context,
          playerIn(context, context.state),
          playerIn(context, { player: context.state.other }),
        ),
    },
    withMember: {
      ...own,
      isReadOnly: true,
      run: async (context) =>
        compareWithMember(context, playerIn(context, context.state), context.chosen ?? ""),
    },
    relation: { ...anyones, run: async (context) => showRelation(context, playerIn(context, context.state)) },
    report: {
      ...anyones,
      isReadOnly: true,
      async run(context) {
        const { operator, pageLinks, locale, state } = context;
        const pageUrl = pageLinks.profile(playerIn(context, state), locale);
        return reportReply({ pageUrl, contact: operator.contact }, context.view);
      },
    },
    hide: { ...moderators, run: async (context) => hiddenReply(context.view) },
  },

  run(context) {
    const { player, member, compare } = context.options;
    const named: readonly (Named | undefined)[] = [
      player === undefined ? undefined : { typed: player },
      member === undefined ? undefined : { memberId: member },
      compare === undefined ? undefined : { typed: compare },
    ];
    return showNamed(
      context,
      named.filter((one) => one !== undefined),
    );
  },
});
