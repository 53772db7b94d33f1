import { capabilities, type Capability } from "../kit/command/capabilities.ts";
import type { TrendChoice } from "../../game/trend-search.ts";

export const MOST_BOARDS = 10;

export const boardSubjects = ["trending", "milestones", "ranking"] as const;
export type BoardSubject = (typeof boardSubjects)[number];

/** What each shows of the platform. */
export const boardNeeds = {
  trending: capabilities.trending,
  milestones: capabilities.milestones,
  ranking: capabilities.stats,
} as const satisfies Readonly<Record<BoardSubject, Capability>>;

/** A live board: one message that is kept up to date. */
export interface Board {
  readonly id: string;
  readonly guildId: string;
  readonly channelId: string;
  readonly what: BoardSubject;
  readonly kind?: TrendChoice;
  /** Of a ranking: the statistic as an admin typed it. */
  readonly stat?: string;
  /** "held": Discord refuses for now; it resumes by itself. "disabled": an admin has to start it again. */
  readonly state: "live" | "held" | "disabled";
  /** Why it is not live: a refusal's name, `gone`, `deleted` or `unsure`. */
  readonly reason?: string;
  readonly messageId?: string;
  readonly isPinned: boolean;
  readonly madeBy: string;
  readonly madeAt: number;
  /** When its message was last written. */
  readonly shownAt?: number;
}

export interface NewBoard extends Pick<Board, "guildId" | "channelId" | "what" | "kind" | "stat" | "madeBy"> {
  /** The server's own language, as Discord's locale code. */
  readonly locale: string;
}

export type BoardMade =
  | { readonly kind: "made" | "same"; readonly board: Board }
  | { readonly kind: "full"; readonly most: number };

/** The live boards of all servers. Callers have checked permissions. */
export interface BoardService {
  /** Stores the board, then posts it, at once if Discord allows. */
  make(wanted: NewBoard, signal: AbortSignal): Promise<BoardMade>;
  /** Oldest first. */
  ofGuild(guildId: string): Promise<readonly Board[]>;
  find(id: string): Promise<Board | undefined>;
  /** Stops a board; its message says so, or is deleted. "message-left": Discord refused that. */
  stop(
    id: string,
    how: "delete" | "leave",
    signal: AbortSignal,
  ): Promise<"stopped" | "message-left" | "gone">;
  /** Tries a board again now. */
  retry(id: string, signal: AbortSignal): Promise<Board | undefined>;
  pin(
    id: string,
    isPinned: boolean,
    signal: AbortSignal,
  ): Promise<"done" | "missing-permission" | "pins-full" | "failed">;
}
