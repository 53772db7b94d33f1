import { Markdown, md } from "../../../base/markdown.ts";
import { cleanText, clip } from "../../../base/text.ts";
import type { Names } from "../../../game/names.ts";
import { toLine } from "../../../game/readable.ts";
import type { Emoji } from "../../../discord/reply/reply.ts";
import type { Messages } from "../../../messages/catalog.ts";
import type { Pictures } from "../../../pictures/pictures.ts";
import type { CardLook, PictureBytes } from "../../../pictures/card.ts";
import type { Player } from "../../../game/player.ts";

/** What an icon shows, and where the icon is. */
export interface WithIcon {
  readonly name: string;
  readonly iconUrl?: string | undefined;
}

/** Who reads it and when. */
export interface ViewContext {
  readonly texts: Messages;
  readonly locale: string;
  readonly now: number;
  /** The zone of dates in pictures, as IANA name and city; UTC by default. */
  readonly zone?: { readonly id: string; readonly name: string } | undefined;
  /** The platform's language, named in the reader's; undefined where they are the same. */
  readonly foreign?: string | undefined;
  /** Whether others see the reply, too, so that moderators need a way to hide it. */
  readonly isShared: boolean;
  /** Returns whether members may be sent to a URL. */
  readonly mayLink: (url: URL) => boolean;
  /** Draws cards in this reader's mode; undefined where pictures are off. */
  readonly cards?: CardDrawing | undefined;
  imageUrl(path: string | null | undefined): string | undefined;
  /** Returns the profile's label for one of the platform's names. */
  readonly label?: ((name: string) => string | undefined) | undefined;
  /** Returns the emoji of a thing's icon; texts must make sense without. */
  readonly icon?: (shown: WithIcon | undefined) => Emoji | undefined;
  /** Returns a clickable mention of one of our commands. */
  mention(command: string): string;
}

/** With the names of the definitions shown. */
export interface NamedContext extends ViewContext {
  readonly names: Names;
}

/** How old the data is, and how much of it is missing. */
export interface Age {
  readonly at: number;
  readonly isStale: boolean;
  readonly isMaintenance?: boolean | undefined;
  /** How many entries of the platform's answer were unreadable. */
  readonly unread?: number | undefined;
}

export const TITLE_LENGTH = 120;

/** Returns HTML from the platform as one plain line of at most `max` characters. */
export function inOneLine(text: string, max: number): string {
  return clip(toLine(text), max);
}

/** Returns a name from the platform as one line; not parsed as HTML, so that `<Ann>` stays. */
export function inPlain(text: string, max: number): string {
  return clip(cleanText(text).replaceAll(/\s+/g, " ").trim(), max);
}

/** Returns the name of a player, an account or a service. */
export function inName(text: string): string {
  return inPlain(text, 60);
}

/** Returns a written text with its line breaks and at most one blank line in a row. */
export function inLines(text: string, max: number): string {
  const tidied = cleanText(text)
    .replaceAll(/[^\S\n]+/g, " ")
    .replaceAll(/ ?\n ?/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n");
  return clip(tidied.trim(), max);
}

export function mentionOf(context: ViewContext, command: string): Markdown {
  return Markdown.trusted(context.mention(command));
}

const mentionBy = (mark: string) => (id: string) =>
  /^\d{1,20}$/.test(id) ? Markdown.trusted(`<${mark}${id}>`) : md`${id}`;

/** A mention that notifies nobody. */
export const personMention = mentionBy("@");
export const channelMention = mentionBy("#");
export const roleMention = mentionBy("@&");

/** Returns the URL of a message at Discord. */
export function messageUrl(
  { channelId, messageId }: { readonly channelId: string; readonly messageId: string },
  guildId = "@me",
): string {
  return `https://discord.com/channels/${guildId}/${channelId}/${messageId}`;
}

export function small(text: Markdown): Markdown {
  return md`-# ${text}`;
}

/** Creating one takes longer than the rest of a reply. */
const formats = new Map<string, Intl.NumberFormat>();
const MOST_FORMATS = 64;

/** Returns a whole number in the reader's format. */
export function count(context: Pick<ViewContext, "locale">, value: number): string {
  return Math.abs(value) < 1000 ? String(value) : formatIn(context.locale).format(value);
}

function formatIn(locale: string): Intl.NumberFormat {
  const known = formats.get(locale);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(locale);
  if (formats.size === MOST_FORMATS) formats.clear();
  formats.set(locale, made);
  return made;
}

/** Draws cards for one reader. */
export interface CardDrawing extends Pictures {
  /** Called when a card is drawn. */
  look(): Promise<CardLook>;
  /** Returns a signal that aborts with the given one, or after `ms`. */
  deadline(ms: number, signal: AbortSignal): AbortSignal;
  /** Returns an image's bytes; undefined where they are not there before the signal aborts. Never rejects. */
  picture(url: string | undefined, signal: AbortSignal): Promise<PictureBytes>;
  /** Returns the images of a player's public profile; never rejects. */
  portrait(membershipId: string | undefined, signal: AbortSignal): Promise<Portrait>;
}

/** The images of a player. */
export interface Portrait {
  readonly avatar?: PictureBytes;
  readonly banner?: PictureBytes;
}

export function playerName(player: Player, context: ViewContext): string {
  const { profile } = context.texts;
  if (player.name !== undefined) return inName(player.name);
  return player.standing.state === "deleted" ? profile.deletedName : profile.nameless;
}
