import type { Log } from "../../../base/log.ts";
import { Poller } from "../../../base/async/poller.ts";
import { sleepUnlessAborted } from "../../../base/async/sleep.ts";
import type { Poster } from "../../../discord/post/poster.ts";
import type { WritePost } from "../../../discord/post/post-writer.ts";
import type { Refusal } from "../../../discord/rest/refusal.ts";
import { VISIBILITY_CHANGE } from "../../../sessions/store/discoverable-members.ts";
import type { Nodes } from "../../../storage/nodes.ts";
import { KeyedQueue } from "./keyed-queue.ts";
import { kindOf, stoppedBoardPost } from "../view/board.ts";
import type { BoardRow, BoardRows } from "../store/guild-rows.ts";
import { type GuildSettings } from "../../kit/settings/settings.ts";
import { createViewContext } from "../../kit/command/command-context.ts";
import {
  type Board,
  type BoardService,
  type BoardMade,
  MOST_BOARDS,
  type NewBoard,
} from "../board-service.ts";
import { BoardMessages } from "./board-message.ts";
import { type Shown, nextShown, readShown } from "../content/shown-content.ts";
import { BoardSources, type Sourced, type SourceParts } from "../content/board-content.ts";

export interface BoardWorkerDeps extends SourceParts {
  readonly rows: BoardRows;
  readonly nodes: Nodes;
  readonly poster: Poster;
  readonly write: WritePost;
  readonly random: () => number;
  /** Returns a short unique id. */
  readonly newId: () => string;
  readonly log: Log;
}

const EVERY_MS = 5 * 60_000;
const JITTER_MS = 30_000;
/** Far below Discord's limit: posts and replies go first. */
const WRITES_PER_SECOND = 10;
const SECOND_MS = 1_000;

type SourceOf = ReturnType<BoardSources["look"]>;

/** Keeps all live boards up to date: reads the platform once for all of them, then updates one after the other. */
export class BoardWorker implements BoardService {
  readonly #parts: BoardWorkerDeps;
  readonly #messages: BoardMessages;
  readonly #sources: BoardSources;
  readonly #turns: KeyedQueue;
  #abort = new AbortController();
  readonly #poller: Poller;
  #stopListening: (() => void) | undefined;

  constructor(parts: BoardWorkerDeps) {
    this.#parts = parts;
    this.#turns = new KeyedQueue(parts.nodes, "board");
    this.#messages = new BoardMessages(parts);
    this.#sources = new BoardSources(parts);
    const waitMs = () => EVERY_MS + Math.floor(parts.random() * JITTER_MS);
    this.#poller = new Poller({
      clock: parts.clock,
      isUnref: true,
      poll: () => this.refresh().then(waitMs),
      onFailure: (error) => {
        parts.log.error("the live boards could not be looked after; they are tried again", {}, error);
        return waitMs();
      },
    });
  }

  /** Updates all boards until `close`; may be called more than once. */
  start(): void {
    this.#abort = new AbortController();
    const { nodes } = this.#parts;
    this.#stopListening ??= nodes.onChange(VISIBILITY_CHANGE, () => this.#poller.wake());
    this.#poller.start();
  }

  /** Takes no more work and waits for what is under way. */
  async close(): Promise<void> {
    this.#abort.abort();
    this.#stopListening?.();
    this.#stopListening = undefined;
    await this.#poller.stop();
  }

  /** Updates all boards once. */
  async refresh(signal: AbortSignal = this.#abort.signal): Promise<void> {
    const { rows, clock } = this.#parts;
    const due = await rows.due(clock.now());
    const sourceOf = this.#sources.look(signal);
    for (let at = 0; at < due.length && !signal.aborted; at += WRITES_PER_SECOND) {
      const startedAt = performance.now();
      const written = await Promise.all(
        due.slice(at, at + WRITES_PER_SECOND).map((id) => this.#poll(id, sourceOf, signal)),
      );
      const restMs = SECOND_MS - (performance.now() - startedAt);
      const isLast = at + WRITES_PER_SECOND >= due.length;
      if (!isLast && written.includes(true) && restMs > 0) await sleepUnlessAborted(restMs, signal);
    }
  }

  async make(wanted: NewBoard, signal: AbortSignal): Promise<BoardMade> {
    const { rows, clock, newId } = this.#parts;
    const id = newId();
    const { guildId, channelId, what, stat = "", kind = stat, locale, madeBy } = wanted;
    const kept = await rows.add(
      {
        id,
        guild_id: guildId,
        channel_id: channelId,
        what,
        kind,
        locale,
        state: "live",
        post_id: newId(),
        is_pinned: 0,
        next_try: 0,
        tries: 0,
        deleted_at: "[]",
        made_by: madeBy,
        made_at: clock.now(),
      },
      MOST_BOARDS,
    );
    if (kept === undefined) return { kind: "full", most: MOST_BOARDS };
    await this.#poll(kept.id, this.#sources.look(signal), signal);
    const board = (await this.find(kept.id)) ?? toBoard(kept);
    return { kind: kept.id === id ? "made" : "same", board };
  }

  async ofGuild(guildId: string): Promise<readonly Board[]> {
    return (await this.#parts.rows.ofGuild(guildId)).map(toBoard);
  }

  async find(id: string): Promise<Board | undefined> {
    const row = await this.#parts.rows.find(id);
    return row && toBoard(row);
  }

  stop(id: string, how: "delete" | "leave", signal: AbortSignal): ReturnType<BoardService["stop"]> {
    return this.#turns.take(id, async () => {
      const { rows, poster, write, clock } = this.#parts;
      const row = await rows.find(id);
      if (row === undefined || !(await rows.remove(id))) return "gone";
      if (row.message_id === null) return "stopped";
      const at = { channelId: row.channel_id, messageId: row.message_id };
      const shown = readShown(row.shown);
      if (how === "delete" || shown === undefined) return endOf(await poster.remove(at, signal));
      const context = createViewContext(this.#sources.context(shown.locale, signal, row.guild_id));
      const { post_id: postId, what, kind } = row;
      const view = { ...shown, boardId: id, postId, what, ...kindOf({ what, kind }) };
      const { lead, card } = stoppedBoardPost(view, clock.now(), context);
      const edits = { isV2: row.is_v2 === 1 };
      const body = await write(card, { locale: shown.locale, lead, edits, signal });
      return endOf(await poster.edit(at, body, signal));
    });
  }

  async retry(id: string, signal: AbortSignal): Promise<Board | undefined> {
    await this.#turns.take(id, async () => {
      const row = await this.#parts.rows.find(id);
      if (row !== undefined) await this.#messages.renew(row);
    });
    await this.#poll(id, this.#sources.look(signal), signal);
    return this.find(id);
  }

  pin(id: string, isPinned: boolean, signal: AbortSignal): ReturnType<BoardService["pin"]> {
    return this.#turns.take(id, async () => {
      const { rows, poster } = this.#parts;
      const row = await rows.find(id);
      if (row === undefined || row.message_id === null) return "failed";
      const at = { channelId: row.channel_id, messageId: row.message_id, isPinned };
      const done = await poster.pin(at, signal);
      if (done.kind === "refused")
        return done.name === "missing-permission" || done.name === "pins-full" ? done.name : "failed";
      await rows.change(id, { is_pinned: isPinned ? 1 : 0 });
      return "done";
    });
  }

  /** Updates one board; its failure affects no other. Returns whether it wrote to Discord. */
  async #poll(id: string, sourceOf: SourceOf, signal: AbortSignal): Promise<boolean> {
    try {
      return await this.#turns.take(id, () => this.#show(id, sourceOf, signal));
    } catch (error) {
      this.#parts.log.error(
        "a live board could not be looked after; it is tried again",
        { reference: id },
        error,
      );
      return true;
    }
  }

  async #show(id: string, sourceOf: SourceOf, signal: AbortSignal): Promise<boolean> {
    const { rows } = this.#parts;
    const row = await rows.find(id);
    if (row === undefined || row.state === "disabled") return false;
    const settings = this.#parts.services.guilds.of(row.guild_id);
    const locale = settings.locale ?? row.locale;
    const next = await this.#next(row, await sourceOf(row.what, locale), { settings, locale });
    if (next === undefined) return false;
    const context = createViewContext(this.#sources.context(locale, signal, row.guild_id));
    return this.#messages.show(row, { next, context, signal });
  }

  /** Returns undefined where nothing is known and no message exists that should say so. */
  async #next(
    row: BoardRow,
    source: Sourced,
    { settings, locale }: { readonly settings: GuildSettings; readonly locale: string },
  ): Promise<Shown | undefined> {
    const before = readShown(row.shown);
    if ("failure" in source) {
      if (before === undefined || source.failure === undefined) return undefined;
      const isMaintenance = source.failure.code === "platform-maintenance";
      return { ...before, age: { at: before.age.at, isStale: true, isMaintenance } };
    }
    const list = await source.list({ ...kindOf(row), guildId: row.guild_id, settings });
    const now = this.#parts.clock.now();
    // A list that still counts as current was looked at now.
    const age = source.age.isStale ? source.age : { ...source.age, at: now };
    return nextShown(before, list, { age, now, locale });
  }
}

/** A message deleted meanwhile counts as stopped. */
function endOf(answer: { readonly kind: "removed" | "sent" } | Refusal): "stopped" | "message-left" {
  const isLeft = answer.kind === "refused" && answer.name !== "message-gone";
  return isLeft && answer.name !== "channel-gone" ? "message-left" : "stopped";
}

function toBoard(row: BoardRow): Board {
  return {
    id: row.id,
    guildId: row.guild_id,
    channelId: row.channel_id,
    what: row.what,
    ...kindOf(row),
    state: row.state,
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.message_id !== null && { messageId: row.message_id }),
    isPinned: row.is_pinned === 1,
    madeBy: row.made_by,
    madeAt: row.made_at,
    ...(row.shown_at !== null && { shownAt: row.shown_at }),
  };
}
