import { DAY_MS } from "../../../base/duration.ts";
import { type Markdown, joinMarkdown, md, timestamp } from "../../../base/markdown.ts";
import { actionButton, divider, peopleSelect, text as textOf } from "../../../discord/reply/build.ts";
import type { ActionButton, Reply } from "../../../discord/reply/reply.ts";
import type { Player } from "../../../game/player.ts";
import { type Age, type ViewContext, count, inPlain, mentionOf } from "../../shared/view/view-context.ts";
import { ageLine, buttonRow, lines, notice, playerContentButtons } from "../../shared/view/parts.ts";
import { type KnownPlayer, noMemberReply, platformNames, playerBlock } from "./profile.ts";
import { playersCardBlock } from "./compare-card.ts";
import { playerName } from "../../shared/view/player-name.ts";
import { profileCalls } from "./calls.ts";

const MAX_ENTRIES = 25;
const NAME_LENGTH = 60;

/** Whom a player may be compared with. */
export interface Comparable {
  readonly recents: readonly KnownPlayer[];
  /** There is a server, whose members may have chosen to be found. */
  readonly hasMembers: boolean;
}

/** Whom to compare a player with: the member's recents, members of the server, or how to name somebody else. */
export function pickComparedReply(
  player: KnownPlayer,
  { recents, hasMembers }: Comparable,
  context: ViewContext,
): Reply {
  const { profile } = context.texts;
  const others = recents.filter(({ id }) => id !== player.id).slice(0, MAX_ENTRIES);
  const command = mentionOf(context, "profile");
  const name = inPlain(player.name, NAME_LENGTH);
  const how = others.length === 0 ? profile.compareNobody(command) : profile.compareHow(command);
  return {
    blocks: [
      textOf(md`**${profile.compareWith(name)}**\n${how}`),
      ...(others.length === 0
        ? []
        : [
            {
              type: "select" as const,
              placeholder: profile.pick,
              choose: profileCalls.with({ player: player.id }),
              entries: others.map((other) => ({
                label: inPlain(other.name, NAME_LENGTH) || other.id,
                value: other.id,
              })),
            },
          ]),
      ...(hasMembers
        ? [peopleSelect(profile.pickMember, profileCalls.withMember({ player: player.id }))]
        : []),
      ...buttonRow([backButton(player.id, context)]),
    ],
  };
}

/** A member was chosen to compare with, who can't be found. */
export function noMemberToCompareReply(player: string, context: ViewContext): Reply {
  const reply = noMemberReply(context);
  return { ...reply, blocks: [...reply.blocks, ...buttonRow([backButton(player, context)])] };
}

export interface Comparison {
  readonly first: Player;
  readonly second: Player;
  readonly age?: Age | undefined;
}

/** Two players side by side: each row under its name, so that a phone shows it whole. */
export function compareReply({ first, second, age }: Comparison, context: ViewContext): Reply {
  if (first.id === second.id) return { ...notice(context.texts.profile.samePlayer), isForAsker: true };
  const stale = ageLine(context, age);
  const card = playersCardBlock([first, second], context);
  return {
    blocks: [
      ...(card.length > 0
        ? [textOf(md`**${playerName(first, context)}** · **${playerName(second, context)}**`), ...card]
        : [playerBlock(first, context), playerBlock(second, context), divider()]),
      ...rowsOf([first, second], card.length > 0, context).map(textOf),
      ...(stale === undefined ? [] : [textOf(stale)]),
      ...buttonRow([
        backButton(first.id, context),
        ...playerContentButtons(context, {
          report: profileCalls.report({ player: first.id }),
          hide: profileCalls.hide(),
        }),
      ]),
    ],
  };
}

/** What is on the card need not be said again. */
function rowsOf(
  [first, second]: readonly [Player, Player],
  hasCard: boolean,
  context: ViewContext,
): readonly Markdown[] {
  const { rows } = context.texts.profile;
  const row = (heading: string, read: (player: Player) => Markdown | undefined) =>
    rowOf(heading, [read(first), read(second)], {
      names: [playerName(first, context), playerName(second, context)],
      context,
    });
  return [
    hasCard
      ? undefined
      : row(rows.firstSeen, ({ firstSeen }) =>
          firstSeen === undefined ? undefined : timestamp(firstSeen, "D"),
        ),
    row(rows.lastSeen, ({ lastSeen }) => (lastSeen === undefined ? undefined : timestamp(lastSeen, "R"))),
    row(rows.names, (player) => {
      const names = player.standing.state === "deleted" ? [] : platformNames(player, context);
      return names.length === 0 ? undefined : joinMarkdown(names, " · ");
    }),
    hasCard
      ? undefined
      : row(rows.theme, ({ theme }) =>
          theme === undefined ? undefined : md`${inPlain(theme, NAME_LENGTH)}`,
        ),
    earlierLine(first, second, context),
  ].filter((text) => text !== undefined);
}

/** A row only where at least one of the two has something to say. */
function rowOf(
  heading: string,
  [left, right]: readonly [Markdown | undefined, Markdown | undefined],
  { names, context }: { readonly names: readonly [string, string]; readonly context: ViewContext },
): Markdown | undefined {
  if (left === undefined && right === undefined) return undefined;
  const { unknown } = context.texts.profile;
  return lines([
    md`**${heading}**`,
    md`${names[0]}: ${left ?? unknown}`,
    md`${names[1]}: ${right ?? unknown}`,
  ]);
}

function earlierLine(first: Player, second: Player, context: ViewContext): Markdown | undefined {
  if (first.firstSeen === undefined || second.firstSeen === undefined) return undefined;
  const { profile } = context.texts;
  const days = Math.floor(Math.abs(first.firstSeen - second.firstSeen) / DAY_MS);
  if (days === 0) return md`${profile.sameDay}`;
  const earlier = first.firstSeen < second.firstSeen ? first : second;
  return md`${profile.earlier(playerName(earlier, context), days, count(context, days))}`;
}

function backButton(player: string, context: ViewContext): ActionButton {
  return actionButton(context.texts.shared.back, profileCalls.open({ player }));
}
