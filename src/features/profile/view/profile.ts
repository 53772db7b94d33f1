import { DAY_MS } from "../../../base/duration.ts";
import { type Markdown, joinMarkdown, md, timestamp } from "../../../base/markdown.ts";
import {
  actionButton,
  section,
  text as textOf,
  thumbnail,
  reply,
  select,
} from "../../../discord/reply/build.ts";
import type { ActionCall, Block, Reply, SelectEntry } from "../../../discord/reply/reply.ts";
import type { Player, PlayerGame } from "../../../game/player.ts";
import {
  type Age,
  type ViewContext,
  inName,
  inPlain,
  mentionOf,
  personMention,
  small,
  playerName,
} from "../../kit/view/view-context.ts";
import {
  ageLine,
  buttonRow,
  facts,
  joined,
  lines,
  notice,
  pageLinkButton,
  playerContentButtons,
} from "../../kit/view/parts.ts";
import { readableStart } from "../../kit/view/readable.ts";
import { profileCalls } from "./calls.ts";
import { figuresLine, gameLines } from "./player-game.ts";
import { profileCardBlock } from "./profile-card.ts";

const STATUS_LENGTH = 150;
/** Longer bans count as permanent. */
const FOR_GOOD_YEARS = 50;
const YEAR_MS = 365.25 * DAY_MS;
const MAX_ENTRIES = 25;

export interface ProfileView {
  readonly player: Player;
  readonly game?: PlayerGame | undefined;
  readonly pageUrl?: string | undefined;
  readonly age?: Age | undefined;
  /** The visible member whose account this is. */
  readonly memberId?: string | undefined;
  /** Whether the button for what is between the two is shown. */
  readonly hasRelation?: boolean;
}

export interface KnownPlayer {
  readonly id: string;
  readonly name: string;
}

export function profileReply(view: ProfileView, context: ViewContext): Reply {
  const { player } = view;
  const { profile } = context.texts;
  const isDeleted = player.standing.state === "deleted";
  const { memberId, hasRelation = false } = view;
  const footer = lines([
    memberId !== undefined && small(profile.foundHere(personMention(memberId))),
    small(md`${profile.id(player.id)}`),
    ageLine(context, view.age),
  ]);
  const figures = figuresLine(view.game, context);
  const card = profileCardBlock(
    view,
    joined([playerWords(player, context), figures, themeLine(player, context)]),
    context,
  );
  const hasCard = card.length > 0;
  return {
    ...(player.standing.state !== "active" && { tone: "notice" }),
    // A player found as a member would have to be found by name the next time.
    ...(memberId === undefined && { again: profileCalls.open({ player: player.id }) }),
    ...reply(
      // A name must not be in a picture only.
      ...(hasCard
        ? [textOf(md`**${playerName(player, context)}**`), ...card]
        : [playerBlock(player, context)]),
      ...(isDeleted ? [] : profileTexts(view, hasCard, context).map(textOf)),
      ...(footer === undefined ? [] : [textOf(footer)]),
      ...buttonRow([
        actionButton(profile.compare, profileCalls.compare({ player: player.id })),
        hasRelation && actionButton(profile.relation.button, profileCalls.relation({ player: player.id })),
        pageLinkButton(context, view.pageUrl),
        ...(isDeleted
          ? []
          : playerContentButtons(context, {
              report: profileCalls.report({ player: player.id }),
              hide: profileCalls.hide(),
            })),
      ]),
    ),
  };
}

/** Returns name, title, standing and status beside the picture. */
export function playerBlock(player: Player, context: ViewContext): Block {
  const { profile } = context.texts;
  const isDeleted = player.standing.state === "deleted";
  const url = isDeleted ? undefined : context.imageUrl(player.picture ?? player.widePicture);
  const description = profile.picture(playerName(player, context));
  return section(playerWords(player, context), url === undefined ? undefined : thumbnail(url, description));
}

function playerWords(player: Player, context: ViewContext): Markdown {
  const name = playerName(player, context);
  const isDeleted = player.standing.state === "deleted";
  return joined([
    md`## ${name}`,
    !(isDeleted || player.title === undefined) && md`**${inName(player.title)}**`,
    standingLine(player, context),
    !isDeleted && statusLine(player, context),
  ]);
}

function standingLine({ standing }: Player, context: ViewContext): Markdown | undefined {
  const { profile } = context.texts;
  if (standing.state === "active") return undefined;
  if (standing.state === "deleted") return md`${profile.deleted}`;
  const isForGood = standing.until - context.now > FOR_GOOD_YEARS * YEAR_MS;
  return isForGood ? md`${profile.bannedForGood}` : profile.bannedUntil(timestamp(standing.until, "f"));
}

function statusLine({ status }: Player, context: ViewContext): Markdown | undefined {
  if (status === undefined) return undefined;
  const words = inPlain(status.text, STATUS_LENGTH);
  if (words === "") return undefined;
  if (status.since === undefined) return md`*${words}*`;
  return md`*${words}*\n-# ${context.texts.profile.statusSince(timestamp(status.since, "R"))}`;
}

/** Leaves out what the card already shows. */
function profileTexts(
  { player, game }: ProfileView,
  hasCard: boolean,
  context: ViewContext,
): readonly Markdown[] {
  const { profile } = context.texts;
  const { about, firstSeen, lastSeen } = player;
  const names = platformNames(player, context);
  const seen = facts([
    firstSeen !== undefined && profile.firstSeen(timestamp(firstSeen, "D")),
    lastSeen !== undefined && profile.lastSeen(timestamp(lastSeen, "R")),
  ]);
  return [
    about === undefined ? undefined : readableStart(about),
    gameLines(game, context, !hasCard),
    names.length === 0 ? undefined : joinMarkdown([md`**${profile.rows.names}**`, ...names]),
    lines([seen, !(hasCard && isThemeDrawn(game)) && themeLine(player, context)]),
  ].filter((text) => text !== undefined);
}

/** Figures take the place of what else a card says of a player. */
function isThemeDrawn(game: PlayerGame | undefined): boolean {
  return game?.state !== "shown" || game.figures.length === 0;
}

function themeLine({ theme }: Player, { texts }: ViewContext): Markdown | undefined {
  return theme === undefined ? undefined : md`${texts.profile.theme(inName(theme))}`;
}

/** `isBehind`: a label precedes them. */
export function platformNames(player: Player, context: ViewContext, isBehind = false): readonly Markdown[] {
  const { platforms, nameOn } = context.texts.profile;
  const { labelled } = context.texts.shared;
  return player.platformNames.map(({ platform, name: own }) => {
    const [word, name] = [context.label?.(`${platform}DisplayName`) ?? platforms[platform], inName(own)];
    return isBehind ? nameOn(name, word) : labelled(word, md`**${name}**`);
  });
}

/**
 * Says how to name a player, and lists recent ones. In a public reply `recents` is undefined, and a button shows them
 * privately.
 */
export function whoseProfileReply(
  { recents, canLink }: { readonly recents: readonly KnownPlayer[] | undefined; readonly canLink: boolean },
  context: ViewContext,
): Reply {
  const { profile } = context.texts;
  const { title, next, own: byLink, type } = profile.whose;
  const byName = actionButton(type, profileCalls.name(), { style: "primary" });
  const own =
    recents === undefined
      ? buttonRow([byName, actionButton(profile.showRecents, profileCalls.recents())])
      : [...playerSelect(profile.recents, recents), ...buttonRow([byName])];
  const said = [next(mentionOf(context, "profile")), canLink && byLink(mentionOf(context, "link"))];
  return notice({ title, next: joined(said) }, own);
}

export function recentsReply(recents: readonly KnownPlayer[], context: ViewContext): Reply {
  const { profile } = context.texts;
  const { title, next } = profile.noRecents;
  if (recents.length === 0) return notice({ title, next: next(mentionOf(context, "profile")) });
  return reply(textOf(md`**${profile.recents}**`), ...playerSelect(profile.pick, recents));
}

/**
 * The same text for members who are hidden or have nothing linked.
 * @param command the one that finds a player by name instead
 */
export function noMemberReply(context: ViewContext, command = "profile"): Reply {
  const { title, next, byName } = context.texts.profile.noMember;
  const said = joinMarkdown([next(mentionOf(context, "account")), byName(mentionOf(context, command))]);
  return { ...notice({ title, next: said }), isForAsker: true };
}

/** A player was named both by text and as a member. */
export function oneOnlyReply(context: ViewContext): Reply {
  return { ...notice(context.texts.profile.oneOnly), isForAsker: true };
}

export function tooManyReply(context: ViewContext): Reply {
  return { ...notice(context.texts.profile.tooMany), isForAsker: true };
}

export interface Matches {
  readonly players: readonly Player[];
  readonly hasMore: boolean;
  /** Whom the picked player is compared with. */
  readonly other?: string | undefined;
  /** The call for the picked player, instead of their profile. */
  readonly choose?: ActionCall;
}

export function matchesReply(typed: string, found: Matches, context: ViewContext): Reply {
  const { profile } = context.texts;
  const name = inName(typed);
  if (found.players.length === 0)
    return { ...notice({ title: profile.nobody.title(name), next: profile.nobody.next }), isForAsker: true };
  const hasMore = found.hasMore || found.players.length > MAX_ENTRIES;
  return reply(
    textOf(md`**${profile.several(name)}**${hasMore ? md`\n-# ${profile.severalMore}` : ""}`),
    select(
      profile.pick,
      found.choose ??
        (found.other === undefined ? profileCalls.open() : profileCalls.with({ player: found.other })),
      found.players.slice(0, MAX_ENTRIES).map((player) => matchEntry(player, context)),
    ),
  );
}

function matchEntry(player: Player, context: ViewContext): SelectEntry {
  const details = [player.uniqueName, player.title, context.texts.profile.id(player.id)];
  const description = details.filter((text) => text !== undefined && text !== player.name).join(" · ");
  return { label: playerName(player, context), value: player.id, description: inPlain(description, 100) };
}

/** Returns a select of players; nothing without any. */
export function playerSelect(
  placeholder: string,
  players: readonly KnownPlayer[],
  choose: ActionCall = profileCalls.open(),
): readonly Block[] {
  if (players.length === 0) return [];
  return [
    select(
      placeholder,
      choose,
      players.slice(0, MAX_ENTRIES).map(({ id, name }) => ({ label: inName(name) || id, value: id })),
    ),
  ];
}
