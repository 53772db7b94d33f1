import { Markdown, md } from "../../../base/markdown.ts";
import { cleanText, clip } from "../../../base/text.ts";
import type { Names } from "../../../game/names.ts";
import { toLine } from "../../../game/readable.ts";
import type { Emoji } from "../../../discord/reply/reply.ts";
import type { Messages } from "../../../messages/catalog.ts";
import type { CardLook, PictureBytes } from "../../../pictures/cards/card.ts";
import type { Card } from "../../../pictures/cards/index.ts";
import type { DrawnCard } from "../../../pictures/pictures.ts";

/** For whom and when something is shown. */
export interface ViewContext {
  readonly texts: Messages;
  readonly locale: string;
  readonly now: number;
  /** In which dates on pictures are, its IANA name and its city; UTC where absent. */
  readonly zone?: { readonly id: string; readonly name: string } | undefined;
  /** What the platform writes in, named in the reader's language; undefined where it is the reader's own. */
  readonly foreign?: string | undefined;
  /** Others can see the answer too, so that moderators need a way to hide it. */
  readonly isShared: boolean;
  /** Whether members may be led there. */
  readonly mayLink: (url: URL) => boolean;
  /** Draws cards as this reader likes them; undefined where pictures are off. */
  readonly cards?: CardDrawing | undefined;
  imageUrl(path: string | null | undefined): string | undefined;
  /** What the profile says members read for a name of the service. */
  readonly label?: ((name: string) => string | undefined) | undefined;
  /** The emoji of the picture at an address; without it, as where there is none, texts stand alone. */
  readonly icon?: (url: string | undefined) => Emoji | undefined;
  /** Clickable mention of one of our commands, as Discord writes it. */
  mention(command: string): string;
}

/** The same with the names of the definitions that are shown. */
export interface NamedContext extends ViewContext {
  readonly names: Names;
}

/** How old what is shown is, and how much of it is missing. */
export interface Age {
  readonly at: number;
  readonly isStale: boolean;
  readonly isMaintenance?: boolean | undefined;
  /** How many entries of the platform's answer could not be read. */
  readonly unread?: number | undefined;
}

export const TITLE_LENGTH = 120;

/** Platform text in one line of at most `max` characters; HTML is read, not shown. */
export function inOneLine(text: string, max: number): string {
  return clip(toLine(text), max);
}

/** A name of the platform: no HTML is looked for in it, so that `<Ann>` stays whole. */
export function inPlain(text: string, max: number): string {
  return clip(cleanText(text).replaceAll(/\s+/g, " ").trim(), max);
}

/** The name of a player, an account or a service. */
export function inName(text: string): string {
  return inPlain(text, 60);
}

/** A text somebody wrote, with its lines: at most one in a row is empty. */
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

/** Names something of Discord by its id. */
const mentionBy = (mark: string) => (id: string) =>
  /^\d{1,20}$/.test(id) ? Markdown.trusted(`<${mark}${id}>`) : md`${id}`;

/** Nobody is notified by it. */
export const personMention = mentionBy("@");
export const channelMention = mentionBy("#");
export const roleMention = mentionBy("@&");

/** Where Discord shows a message. */
export function messageUrl(
  { channelId, messageId }: { readonly channelId: string; readonly messageId: string },
  guildId = "@me",
): string {
  return `https://discord.com/channels/${guildId}/${channelId}/${messageId}`;
}

export function small(text: Markdown): Markdown {
  return md`-# ${text}`;
}

/** Making one takes longer than all the rest of a reply. Discord has about thirty languages. */
const formats = new Map<string, Intl.NumberFormat>();
const MOST_FORMATS = 64;

/** A whole number the way the reader writes it. */
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

/** What draws cards for one reader. */
export interface CardDrawing {
  /** Asked for when a card is drawn. */
  look(): Promise<CardLook>;
  /** Readies what draws, while a card's own pictures are fetched. */
  prepare(): void;
  draw(card: Card, signal: AbortSignal): Promise<DrawnCard>;
  /** Returns a signal that aborts with the given one, or so much later. */
  deadline(ms: number, signal: AbortSignal): AbortSignal;
  /** Returns a picture's bytes; undefined where there are none before the signal aborts. Never rejects. */
  picture(url: string | undefined, signal: AbortSignal): Promise<PictureBytes>;
  /** Returns the pictures of a player's public profile, by membership id, as `picture`. */
  portrait(membershipId: string | undefined, signal: AbortSignal): Promise<Portrait>;
}

/** The pictures of a player. */
export interface Portrait {
  readonly avatar?: PictureBytes;
  readonly banner?: PictureBytes;
}
