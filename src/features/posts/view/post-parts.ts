import type { Markdown } from "../../../base/markdown.ts";
import type { Attachment } from "../../../discord/reply/reply.ts";
import type { Age } from "../../kit/view/view-context.ts";

/** What one part of a post is about. */
export type PostSubject =
  /** A milestone or an event; `at`: the date the post is about. */
  | {
      readonly kind: "dated";
      /** Its key, where it can be opened. */
      readonly key?: string | undefined;
      readonly edge: "start" | "end";
      readonly at?: number | undefined;
      readonly endAt?: number | undefined;
      readonly about?: string | undefined;
      readonly pictureUrl?: string | undefined;
      /** Whether the picture is wide, not an icon. */
      readonly isBanner?: boolean | undefined;
      readonly pageUrl?: string | undefined;
      /** The member's own state of it, if they asked for that. */
      readonly own?: "open" | "unknown" | undefined;
      readonly age?: Age | undefined;
    }
  | { readonly kind: "note"; readonly text: string; readonly isMarkdown?: true | undefined }
  | { readonly kind: "entries"; readonly entries: readonly PostEntry[]; readonly more: number }
  | (AgendaList & { readonly kind: "agenda" })
  /** The start of a day or week of the game, and what is on. */
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

/** One entry of an agenda. */
export interface AgendaEntry {
  readonly title: string;
  readonly starts?: number | undefined;
  readonly ends?: number | undefined;
  /** Names of items. */
  readonly rewards: readonly string[];
  /** An absolute URL. */
  readonly picture?: string | undefined;
  /** Whether it ended after it was posted. */
  readonly isOver?: boolean | undefined;
}

export interface PostEntry {
  readonly title: string;
  readonly kind: string;
  /** In one word: "News". */
  readonly kindName: string;
  readonly tagline?: string | undefined;
  readonly pictureUrl?: string | undefined;
  readonly isIcon?: boolean | undefined;
  readonly pageUrl?: string | undefined;
}

/** One reminder within a post. */
export interface PostPart {
  readonly reminderId: string;
  readonly slot: number;
  readonly title: string;
  readonly subject: PostSubject;
  readonly lateMs: number;
  /** Whether it is late because of quiet hours. */
  readonly isHeld: boolean;
  /** Whether it repeats until done. */
  readonly repeats: boolean;
  /** Whether it was due once, so that there is nothing left to turn off. */
  readonly isOnce: boolean;
  /** Whether it has the public button. */
  readonly offers: boolean;
  /** Whether that button gives a role instead of a reminder. */
  readonly givesRole?: boolean;
  /** Who signed up, where its button is for that. */
  readonly signUp?: PostSignUp | undefined;
  /** The admins' own picture or file. */
  readonly file?: Attachment | undefined;
  /** When its subject ended, if it did: then nothing else is said of it. */
  readonly endedAt?: number;
}

/** Members' ids, in order. */
export interface PostSignUp {
  readonly startAt: number;
  /** Absent: for everyone. */
  readonly places?: number | undefined;
  readonly coming: readonly string[];
  readonly waiting: readonly string[];
}

/** A post by the bot itself. */
export interface ReminderPostView {
  readonly parts: readonly [PostPart, ...PostPart[]];
  /** A member's own, or for a channel. */
  readonly isPersonal: boolean;
  readonly deliveryId: string;
  readonly mayBeDouble: boolean;
  readonly isTest: boolean;
  /** Whether an existing post is edited. */
  readonly isEdit?: boolean;
}
