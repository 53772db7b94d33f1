import type { Clock } from "../../../base/clock.ts";
import { DAY_MS, HOUR_MS } from "../../../base/duration.ts";
import { lookBack, type SentPost } from "../../../discord/post/post-search.ts";
import type { Poster } from "../../../discord/post/poster.ts";
import type { PostLook, WritePost } from "../../../discord/post/post-writer.ts";
import type { Refusal } from "../../../discord/rest/refusal.ts";
import type { BoardStop } from "../view/trouble-words.ts";
import type { ViewContext } from "../../kit/view/view-context.ts";
import { boardPost, kindOf } from "../view/board.ts";
import { type NotSent, outcomeOf } from "../post-outcome.ts";
import type { BoardChanges, BoardRow, BoardRows } from "../store/guild-rows.ts";
import { type Shown, knowsSame, looksSame, readShown, writeShown } from "../content/shown-content.ts";

export interface MessageParts {
  readonly rows: BoardRows;
  readonly poster: Poster;
  readonly write: WritePost;
  readonly clock: Clock;
  readonly random: () => number;
  /** Returns a short unique id. */
  readonly newId: () => string;
}

export interface Showing {
  readonly next: Shown;
  readonly context: ViewContext;
  readonly signal: AbortSignal;
}

/** How often an unchanged message is edited, so that its age stays true. */
const RENEWED_MS = HOUR_MS;
/** Deleted this often within a day, a board stops. */
const MOST_DELETED = 3;
const STEP_WITHIN_MS = 20_000;

/** Maintains a board's message: posts it, edits it and finds it again. Methods return whether they wrote to Discord. */
export class BoardMessages {
  readonly #parts: MessageParts;

  constructor(parts: MessageParts) {
    this.#parts = parts;
  }

  async show(row: BoardRow, showing: Showing): Promise<boolean> {
    const { message_id: messageId } = row;
    if (messageId === null) return this.#create(row, showing);
    const before = readShown(row.shown);
    const isSame = before !== undefined && looksSame(before, showing.next);
    if (isSame && this.#isRecent(row) && before.isHurried !== true) {
      const isKnown = knowsSame(before, showing.next);
      if (!isKnown) await this.#parts.rows.change(row.id, { shown: writeShown(showing.next) });
      return false;
    }
    return this.#edit({ ...row, message_id: messageId }, showing);
  }

  /** Starts it again, as if nothing had been in its way. */
  async renew(row: BoardRow): Promise<BoardRow> {
    const isUnsure = row.reason === "unsure";
    const changes = {
      ...LIVE,
      deleted_at: "[]",
      ...(isUnsure && { posting_since: null, post_id: this.#parts.newId() }),
    };
    await this.#parts.rows.change(row.id, changes);
    return { ...row, ...changes };
  }

  #isRecent({ shown_at: at }: BoardRow): boolean {
    const age = this.#parts.clock.now() - (at ?? 0);
    return age >= 0 && age < RENEWED_MS;
  }

  async #create(row: BoardRow, showing: Showing): Promise<boolean> {
    const { rows, clock } = this.#parts;
    if (row.posting_since !== null) {
      const before = await this.#lookBack(row, showing);
      if (before !== "not-there") return before;
    } else {
      await rows.change(row.id, { posting_since: clock.now() });
    }
    return this.#send(row, showing);
  }

  /** Looks for a post whose outcome is unknown before posting again. */
  async #lookBack(row: BoardRow, showing: Showing): Promise<boolean | "not-there"> {
    const { rows, poster, clock } = this.#parts;
    const since = row.posting_since ?? clock.now();
    const wanted = { kind: "channel", target: row.channel_id, deliveryId: row.post_id, since } as const;
    const before = await lookBack(wanted, {
      find: (unseen, signal) => poster.find(unseen, signal),
      now: () => clock.now(),
      signal: deadline(showing.signal),
    });
    switch (before.kind) {
      case "refused":
        return this.#refused(row, before);
      case "sent": {
        const { messageId } = before;
        if (messageId === undefined) return "not-there";
        const there = { message_id: messageId, is_v2: before.isV2 === true ? 1 : 0 };
        await rows.change(row.id, { ...there, posting_since: null });
        return this.#edit({ ...row, ...there }, showing);
      }
      case "unsure":
        await rows.change(row.id, stopped("unsure"));
        return true;
      case "not-there":
      case "nonce-holds":
        return "not-there";
    }
  }

  async #send(row: BoardRow, showing: Showing): Promise<boolean> {
    const { rows, poster } = this.#parts;
    const { channel_id: target, post_id: deliveryId } = row;
    const { body, changes } = await this.#written(row, showing, { deliveryId, isSilent: true });
    const answer = await poster.send({ kind: "channel", target, deliveryId, body }, deadline(showing.signal));
    if (answer.kind === "refused") return this.#refused(row, answer);
    if (answer.messageId === undefined) return this.#deleted(row, showing);
    const { channelId, messageId, isV2 = false } = answer;
    const isKept = await rows.change(row.id, {
      ...changes,
      message_id: messageId,
      is_v2: isV2 ? 1 : 0,
      posting_since: null,
    });
    if (!isKept) await poster.remove({ channelId, messageId }, deadline(showing.signal));
    else if (row.is_pinned === 1) {
      await poster.pin({ channelId, messageId, isPinned: true }, deadline(showing.signal));
    }
    return true;
  }

  async #edit(row: BoardRow & { readonly message_id: string }, showing: Showing): Promise<boolean> {
    const { rows, poster } = this.#parts;
    const { body, changes } = await this.#written(row, showing, { edits: { isV2: row.is_v2 === 1 } });
    const at = { channelId: row.channel_id, messageId: row.message_id };
    const answer: SentPost | Refusal = await poster.edit(at, body, deadline(showing.signal));
    if (answer.kind === "sent") {
      await rows.change(row.id, changes);
      return true;
    }
    return answer.name === "message-gone" ? this.#deleted(row, showing) : this.#refused(row, answer);
  }

  /** Posts it again under a new id, a limited number of times. */
  async #deleted(row: BoardRow, showing: Showing): Promise<boolean> {
    const { rows, clock, newId } = this.#parts;
    const now = clock.now();
    const lately = (JSON.parse(row.deleted_at) as number[]).filter((at) => Math.abs(now - at) < DAY_MS);
    const deleted = [...lately, now];
    const gone = {
      message_id: null,
      posting_since: null,
      post_id: newId(),
      deleted_at: JSON.stringify(deleted),
    };
    if (deleted.length >= MOST_DELETED) {
      await rows.change(row.id, { ...gone, ...stopped("deleted") });
      return true;
    }
    await rows.change(row.id, { ...gone, posting_since: now });
    return this.#send({ ...row, ...gone, posting_since: now }, showing);
  }

  async #refused(row: BoardRow, refused: Refusal): Promise<boolean> {
    const { rows, clock, random } = this.#parts;
    const now = clock.now();
    const tries = row.tries + 1;
    const wasGone = row.reason === "channel-gone" || row.reason === "server-gone";
    const { settled } = outcomeOf(refused, {
      now,
      tries,
      heldSince: row.held_since,
      goneSince: wasGone ? (row.held_since ?? undefined) : undefined,
      random,
    });
    const certain = refused.isCertain && row.message_id === null ? { posting_since: null } : {};
    await rows.change(row.id, { ...certain, ...heldAs(settled, row, now), tries });
    return true;
  }

  /**
   * Returns the message, and the row's state once it is sent. Where a picture was late, the next look shows it again.
   */
  async #written(row: BoardRow, { next, context, signal }: Showing, look: Partial<PostLook>) {
    const { id: boardId, post_id: postId, what, kind } = row;
    const view = { ...next, boardId, postId, what, ...kindOf({ what, kind }) };
    const { lead, card } = boardPost(view, context);
    const { locale } = next;
    let isLate = false;
    const onPictureLate = () => (isLate = true);
    const body = await this.#parts.write(card, { ...look, locale, lead, onPictureLate, signal });
    const before = readShown(row.shown);
    const wasHurried = before?.isHurried === true && looksSame(before, next);
    const isHurried = isLate && !wasHurried;
    const shown = writeShown({ ...next, isHurried });
    const changes: BoardChanges = { ...LIVE, shown, shown_at: this.#parts.clock.now() };
    return { body, changes };
  }
}

const LIVE = { state: "live", reason: null, told: null, held_since: null, tries: 0, next_try: 0 } as const;

function stopped(reason: BoardStop): BoardChanges {
  return { state: "disabled", reason, told: null };
}

function heldAs(settled: NotSent, row: BoardRow, now: number): BoardChanges {
  switch (settled.state) {
    case "held":
      return {
        state: "held",
        reason: settled.code,
        held_since: row.held_since ?? now,
        next_try: settled.nextTry,
      };
    case "failed":
      return { reason: settled.code, next_try: settled.nextTry };
    case "skipped":
      return { state: "disabled", reason: settled.code, told: null };
  }
}

function deadline(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(STEP_WITHIN_MS)]);
}
