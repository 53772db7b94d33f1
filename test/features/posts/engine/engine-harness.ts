import type { Refusal } from "../../../../src/discord/rest/refusal.ts";
import type { Database } from "../../../../src/storage/database.ts";
import { writeTransaction } from "../../../../src/storage/write-transaction.ts";
import { silentLog } from "../../../../src/base/log.ts";
import { ReminderEngine } from "../../../../src/features/posts/engine/reminder-engine.ts";
import {
  type Composed,
  type ComposeInput,
  type PostPort,
  reminderStore,
  type Trouble,
} from "../../../../src/features/posts/engine/ports.ts";
import type { Dates, Rule } from "../../../../src/schedule/next-slot.ts";
import { DAY_MS } from "../../../../src/base/duration.ts";
import { ManualClock } from "../../../support/manual-clock.ts";

export const START = Date.parse("2026-11-20T12:00:00Z");

const daily = (time: string): Rule => ({ kind: "weekly", zone: "UTC", time, days: [] });

interface Given {
  readonly rule?: Rule;
  readonly slot?: number;
  readonly usefulUntil?: number;
  readonly targets?: readonly string[];
  readonly whenUnsure?: "at-most-once" | "at-least-once";
  readonly quiet?: { readonly zone: string; readonly from: string; readonly to: string };
}

/** Stores a reminder that is due at `START`, to the channel of the same name. */
export async function addReminder(database: Database, id: string, given: Given = {}): Promise<void> {
  const slot = given.slot ?? START;
  const row = {
    id,
    owner_id: "owner",
    editor_id: "owner",
    guild_id: null,
    state: "active" as const,
    rule: JSON.stringify(given.rule ?? daily("12:00")),
    content: id,
    quiet: given.quiet === undefined ? null : JSON.stringify(given.quiet),
    when_unsure: given.whenUnsure ?? "at-most-once",
    revision: 1,
    next_slot: slot,
    useful_until: given.usefulUntil ?? slot + DAY_MS / 4,
    made_at: slot - DAY_MS,
    changed_at: slot - DAY_MS,
  };
  const places = (given.targets ?? [`channel-${id}`]).map((target) => ({
    id: `${id}-${target}`,
    reminder_id: id,
    kind: "channel" as const,
    target,
    state: "open" as const,
    since: 0,
  }));
  await reminderStore(database.queries).reminders.add(row, places);
}

/** A Discord of one list: posts are kept by delivery, and what is to go wrong is set by the test. */
class FakePost implements PostPort {
  readonly sent: { readonly target: string; readonly deliveryId: string; readonly body: unknown }[] = [];
  readonly refusals = new Map<string, Omit<Refusal, "kind">>();
  isReadable = true;
  /** Posts arrive, and nobody learns of it. */
  losesAnswers = false;
  looks = 0;

  async send(post: Parameters<PostPort["send"]>[0]): ReturnType<PostPort["send"]> {
    const refusal = this.refusals.get(post.target);
    if (refusal !== undefined) return { kind: "refused", ...refusal };
    this.sent.push(post);
    if (this.losesAnswers) return { kind: "refused", name: "unavailable", isCertain: false };
    return { kind: "sent", channelId: post.target, messageId: `m${this.sent.length}` };
  }

  async find({ target, deliveryId }: Parameters<PostPort["find"]>[0]): ReturnType<PostPort["find"]> {
    this.looks += 1;
    if (!this.isReadable) return { kind: "unreadable" };
    const found = this.sent.find((post) => post.deliveryId === deliveryId);
    return found === undefined ? { kind: "none" } : { kind: "sent", channelId: target, messageId: "found" };
  }
}

/** An engine on a database, with a clock that is moved and everything beside it in the test's hands. */
export function stageOf(database: Database) {
  const clock = new ManualClock(START);
  const post = new FakePost();
  const told: Trouble[] = [];
  /** What the log says of failures. */
  const said: string[] = [];
  const say = (message: string) => void said.push(message);
  const asked: ComposeInput[] = [];
  const dates = new Map<string, Dates>();
  /** What the post of a reminder that is found again was about. */
  const codes = new Map<string, string>();
  const texts: { compose: (input: ComposeInput) => Composed } = {
    compose: (input) => ({ kind: "post", body: { late: input.items.map(({ lateMs }) => lateMs) } }),
  };
  const store = reminderStore(database.queries);
  const engine = new ReminderEngine({
    store,
    post,
    content: {
      compose: async (input) => {
        asked.push(input);
        return texts.compose(input);
      },
      codeOf: async ({ id }) => codes.get(id),
    },
    dates: { datesOf: async (thing) => dates.get(thing) },
    notifyOwner: async (trouble) => void told.push(trouble),
    clock,
    random: () => 0.5,
    log: { ...silentLog, warn: say, error: say },
    worker: "w",
    lease: { transact: writeTransaction, mayOverlap: false },
  });
  /** One look at this time, and everything that comes of it. */
  const look = async (at: number) => {
    clock.at = at;
    await engine.tick();
    await engine.idle();
  };
  const states = async (id: string) =>
    (await store.deliveries.history(id, 50)).map(({ state, code }) =>
      code === null ? state : `${state} ${code}`,
    );
  return { engine, store, post, told, said, asked, dates, codes, texts, look, states, clock };
}
