import type { TrendChoice } from "../../game/trend-search.ts";

export const MOST_BOARDS = 10;

export const boardSubjects = ["trending", "milestones"] as const;
export type BoardSubject = (typeof boardSubjects)[number];

/** One message that is kept up to date. */
export interface Board {
  readonly id: string;
  readonly guildId: string;
  readonly channelId: string;
  readonly what: BoardSubject;
  readonly kind?: TrendChoice;
  /** "held": Discord refuses it for now, it goes on by itself. "disabled": only an admin can start it again. */
  readonly state: "live" | "held" | "disabled";
  /** Why it is not live: Discord's code, `gone`, `deleted` or `unsure`. */
  readonly reason?: string;
  readonly messageId?: string;
  readonly isPinned: boolean;
  readonly madeBy: string;
  readonly madeAt: number;
  /** When its message was last written. */
  readonly shownAt?: number;
}

export interface NewBoard extends Pick<Board, "guildId" | "channelId" | "what" | "kind" | "madeBy"> {
  /** Discord's code of the server's own language. */
  readonly locale: string;
}

export type BoardMade =
  | { readonly kind: "made" | "same"; readonly board: Board }
  | { readonly kind: "full"; readonly most: number };

/** The live boards of all servers. Whoever calls has checked who may. */
export interface BoardService {
  /** Kept first, then posted: at once where Discord lets it. */
  make(wanted: NewBoard, signal: AbortSignal): Promise<BoardMade>;
  /** Oldest first. */
  ofGuild(guildId: string): Promise<readonly Board[]>;
  find(id: string): Promise<Board | undefined>;
  /** Ends it; its message stays and says so, or is deleted. "message-left": Discord did not take that. */
  stop(
    id: string,
    how: "delete" | "leave",
    signal: AbortSignal,
  ): Promise<"stopped" | "message-left" | "gone">;
  /** Tries it again now, whatever stood in its way. */
  retry(id: string, signal: AbortSignal): Promise<Board | undefined>;
  pin(id: string, isPinned: boolean, signal: AbortSignal): Promise<"done" | "missing-permission" | "failed">;
}
