import type { Refusal } from "../../../discord/rest/refusal.ts";
import { backoffMs } from "../../../base/async/backoff.ts";
import { MINUTE_MS } from "../../../base/duration.ts";
import type { PostUpdateRows } from "../store/delivery-rows.ts";
import type { DeliveryRow } from "../store/claim-deliveries.ts";
import { lateBy } from "../../../schedule/catch-up.ts";
import { PollingWorker } from "../../../base/async/poller.ts";
import { mayPass } from "../post-outcome.ts";
import type { PostRoutes } from "./post-routes.ts";
import type { PostUpdateContent, PostUpdatePort, Posted, PostedItem, WorkerDeps } from "./ports.ts";

export interface PostUpdaterOptions extends WorkerDeps {
  readonly rows: PostUpdateRows;
  readonly content: PostUpdateContent;
  readonly post: PostUpdatePort;
  readonly routes: PostRoutes;
}

type Update = "editAt" | "publishAt";

/** What is left to do: `at` the time of the next edit, `again` the time of a retry; neither: nothing. */
interface Next {
  readonly at?: number | null;
  readonly again?: number | null;
}

const AT_ONCE = 20;
const MOST_UNDER_WAY = 2 * AT_ONCE;
/** The pause while updates that are due are under way. */
const BETWEEN_MS = 1_000;
const POLL_EVERY_MS = 30_000;
const AFTER_FAILURE_MS = 10_000;
const STEP_WITHIN_MS = 20_000;
const BACKOFF = { firstMs: 10_000, longestMs: 30 * MINUTE_MS, jitter: 0.5 };
/** About half a day, with the longest waits. */
const MOST_TRIES = 30;

/** Edits posts whose subject has ended, and publishes posts; retries until that succeeds. */
export class PostUpdater extends PollingWorker {
  readonly #parts: PostUpdaterOptions;
  readonly #underway = new Map<string, Promise<void>>();
  #lastNow = 0;

  constructor(parts: PostUpdaterOptions) {
    super(parts.clock);
    this.#parts = parts;
    parts.routes.onWorking.add(() => this.#retry());
  }

  override async stop(): Promise<void> {
    await super.stop();
    await this.#idle();
  }

  protected override async next(): Promise<number> {
    await this.#begin();
    return this.#waitMs();
  }

  protected override failed(error: unknown): number {
    this.#parts.log.warn("posts could not be looked after; it is tried again", {}, error);
    return AFTER_FAILURE_MS;
  }

  /** Publishes what is due, then edits what is due. */
  async poll(): Promise<void> {
    for (let times = 0; times < 2; times += 1) {
      await this.#begin();
      await this.#idle();
    }
  }

  async #idle(): Promise<void> {
    await Promise.all(this.#underway.values());
  }

  /** Starts updates without waiting for those under way, so that a slow channel holds up no other. */
  async #begin(): Promise<void> {
    const { rows, clock } = this.#parts;
    const now = clock.now();
    // The clock was set back, which would prolong waits.
    if (now < this.#lastNow) await rows.retryNow(now);
    this.#lastNow = now;
    // What is under way is read as due, too.
    const limit = AT_ONCE + this.#underway.size;
    await this.#beginAll("publishAt", () => rows.toPublish(now, limit));
    await this.#beginAll("editAt", () => rows.toEdit(now, limit));
  }

  /** What is under way may have ended between the read and now. */
  async #beginAll(what: Update, readDue: () => Promise<readonly DeliveryRow[]>): Promise<void> {
    const busy = new Set(this.#underway.keys());
    for (const row of await readDue()) if (!busy.has(row.id)) this.#run(row, what);
  }

  #run(row: DeliveryRow, what: Update): void {
    if (this.#underway.has(row.id) || this.#underway.size >= MOST_UNDER_WAY) return;
    const work = what === "editAt" ? this.#edit(row) : this.#publish(row);
    const running = work
      .then((next) => this.#set(row, what, next))
      .catch((error: unknown) => this.#putOff(row, what, error))
      .catch((error: unknown) => void this.failed(error))
      .finally(() => {
        this.#underway.delete(row.id);
        this.wake();
      });
    this.#underway.set(row.id, running);
  }

  /** Retries later, so that an update that fails or can't be read holds up no other. */
  async #putOff(row: DeliveryRow, what: Update, error: unknown): Promise<void> {
    this.#parts.log.warn("a post could not be looked after; it is tried again", { reference: row.id }, error);
    await this.#set(row, what, { again: this.#later(row) });
  }

  async #set(row: DeliveryRow, what: Update, next: Next): Promise<void> {
    const { again = null, at = again } = next;
    await this.#parts.rows.set(row, { [what]: at, tries: again === null ? 0 : row.after_tries + 1 });
  }

  async #waitMs(): Promise<number> {
    const next = await this.#parts.rows.nextAt();
    if (next === undefined) return POLL_EVERY_MS;
    const least = this.#underway.size === 0 ? 20 : BETWEEN_MS;
    return Math.min(Math.max(next - this.#parts.clock.now(), least), POLL_EVERY_MS);
  }

  async #publish(row: DeliveryRow): Promise<Next> {
    const { store, content, post, routes } = this.#parts;
    const at = placeOf(row);
    const reminder = await store.reminders.find(row.reminder_id);
    if (at === undefined || reminder === undefined || row.kind === "dm" || !content.publishes(reminder))
      return {};
    const answer = routes.note(row.target, await post.publish(at, this.within(STEP_WITHIN_MS)));
    return answer.kind === "sent" ? {} : { again: this.#again(row, answer) };
  }

  async #edit(row: DeliveryRow): Promise<Next> {
    const { content, post, routes } = this.#parts;
    const place = placeOf(row);
    const posted = await this.#posted(row);
    if (place === undefined || posted === undefined) return {};
    const closing = await content.close(posted, this.within(STEP_WITHIN_MS));
    if (closing.kind !== "edit") return closing.kind === "later" ? { at: closing.at } : {};
    const edited = await post.edit(place, closing.body, this.within(STEP_WITHIN_MS));
    const answer = routes.note(row.target, edited);
    return answer.kind === "sent" ? { at: closing.again ?? null } : { again: this.#again(row, answer) };
  }

  /** Returns undefined where the post's subject is no longer known. */
  async #posted(row: DeliveryRow): Promise<Posted | undefined> {
    const { kind, target, is_v2: isV2 } = row;
    const deliveryId = row.batch ?? row.id;
    const rows = await this.#parts.rows.ofPost(deliveryId);
    const found = await Promise.all(rows.map((one) => this.#item(one)));
    const [first, ...others] = found.filter((item) => item !== undefined);
    const isChanged = found.some((item) => item?.isChanged === true);
    if (first === undefined || (others.length > 0 && isChanged)) return undefined;
    return { items: [first, ...others], kind, target, deliveryId, isV2: isV2 === 1 };
  }

  async #item(row: DeliveryRow): Promise<(PostedItem & { readonly isChanged: boolean }) | undefined> {
    const { store } = this.#parts;
    const { slot, settled_at: sentAt } = row;
    const reminder = await store.reminders.find(row.reminder_id);
    if (reminder === undefined) return undefined;
    const note = await store.occurrences.noteOf(row.reminder_id, slot);
    return {
      reminder,
      slot,
      lateMs: lateBy(slot, sentAt ?? slot),
      ...(note !== undefined && { note }),
      isChanged: sentAt !== null && reminder.changed_at > sentAt,
    };
  }

  /** Null: never, since Discord refused for good. */
  #again(row: DeliveryRow, refused: Refusal): number | null {
    if (!mayPass(refused)) return null;
    const { routes, clock } = this.#parts;
    const again = this.#later(row, refused.retryAfterMs);
    return again === null ? null : (routes.nextTry(row.target, refused, clock.now()) ?? again);
  }

  /** Returns when to retry; null after enough attempts. */
  #later({ after_tries: tries }: DeliveryRow, retryAfterMs = 0): number | null {
    const { clock, random } = this.#parts;
    if (tries + 1 >= MOST_TRIES) return null;
    return clock.now() + retryAfterMs + Math.ceil(backoffMs(tries, { ...BACKOFF, random }));
  }

  /** Retries everything: Discord works again. */
  #retry(): void {
    const { rows, clock, log } = this.#parts;
    void rows
      .retryNow(clock.now())
      .then(() => this.wake())
      .catch((error: unknown) =>
        log.warn("posts could not be looked after sooner; they are later", {}, error),
      );
  }
}

function placeOf({ channel_id: channelId, message_id: messageId }: DeliveryRow) {
  return channelId === null || messageId === null ? undefined : { channelId, messageId };
}
