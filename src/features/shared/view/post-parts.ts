import type { Markdown } from "../../../base/markdown.ts";
import type { Age } from "./view-context.ts";

/** What one part of a post says. */
export type PostSubject =
  /** A milestone or an event; `at` is the edge the post is about. */
  | {
      readonly kind: "dated";
      readonly edge: "start" | "end";
      readonly at?: number | undefined;
      readonly endAt?: number | undefined;
      readonly about?: string | undefined;
      readonly pictureUrl?: string | undefined;
      /** The picture is wide: no icon. */
      readonly isBanner?: boolean | undefined;
      readonly pageUrl?: string | undefined;
      /** How the member stands to it, where they asked for that. */
      readonly own?: "open" | "unknown" | undefined;
      readonly age?: Age | undefined;
    }
  | { readonly kind: "note"; readonly text: string; readonly isMarkdown?: true | undefined }
  | { readonly kind: "entries"; readonly entries: readonly PostEntry[]; readonly more: number }
  | (AgendaList & { readonly kind: "agenda" })
  /** A day or a week of the game begins then, with what is on in it. */
  | (AgendaList & { readonly kind: "reset"; readonly at?: number | undefined })
  | {
      readonly kind: "own";
      readonly headline: Markdown;
      readonly list: readonly (string | Markdown)[];
      readonly age?: Age | undefined;
    };

type ListSubject = Extract<PostSubject, { kind: "agenda" | "reset" }>;

export function isList(subject: PostSubject): subject is ListSubject {
  return subject.kind === "agenda" || subject.kind === "reset";
}

export interface AgendaList {
  readonly entries: readonly AgendaEntry[];
  readonly more: number;
  readonly age?: Age | undefined;
}

/** One thing that is on. */
export interface AgendaEntry {
  readonly title: string;
  readonly starts?: number | undefined;
  readonly ends?: number | undefined;
  /** Names of items. */
  readonly rewards: readonly string[];
  /** A whole address. */
  readonly picture?: string | undefined;
  /** It ended since it was posted. */
  readonly isOver?: boolean | undefined;
}

export interface PostEntry {
  readonly title: string;
  readonly kind: string;
  /** In a word: "News". */
  readonly kindName: string;
  readonly tagline?: string | undefined;
  readonly pictureUrl?: string | undefined;
  readonly isIcon?: boolean | undefined;
  readonly pageUrl?: string | undefined;
}

/** One thing a post reminds of. */
export interface PostPart {
  readonly reminderId: string;
  readonly slot: number;
  readonly title: string;
  readonly subject: PostSubject;
  readonly lateMs: number;
  /** It is late because it waited for quiet hours to end. */
  readonly isHeld: boolean;
  /** It is asked about again until it is done. */
  readonly repeats: boolean;
  /** It has come for good: nothing of it is left to be turned off. */
  readonly isOnce: boolean;
  /** The public button. */
  readonly offers: boolean;
  /** It gives a role, and no reminder. */
  readonly givesRole?: boolean;
  /** It has ended: nothing else is said of it. */
  readonly endedAt?: number;
}

/** A post the bot makes by itself. */
export interface ReminderPostView {
  readonly parts: readonly [PostPart, ...PostPart[]];
  /** A member's own, or for a channel. */
  readonly isPersonal: boolean;
  readonly deliveryId: string;
  readonly mayBeDouble: boolean;
  readonly isTest: boolean;
  /** It was posted before, and reads as it does now. */
  readonly isEdit?: boolean;
}
