import { lookBack } from "../../../discord/post/post-search.ts";
import type { Refusal } from "../../../discord/rest/refusal.ts";
import { MINUTE_MS } from "../../../base/duration.ts";
import type { Claim, DeliveryRow } from "../store/claim-deliveries.ts";
import type { ClaimEnd, Settled } from "../store/settle-deliveries.ts";
import { nextTryAt, outcomeOf, type Attempt } from "../post-outcome.ts";
import type { Composed, ContentPort, PostPort, NotifyOwner, NotComposed, WorkerDeps } from "./ports.ts";
import { followUp, goneSince, type PostOutcome } from "./settling.ts";
import type { PostRoutes } from "./post-routes.ts";
import { skipReasonAt, selectPostItems } from "./select-post-items.ts";

export interface DeliverDeps extends WorkerDeps {
  readonly content: ContentPort;
  readonly post: PostPort;
  readonly routes: PostRoutes;
  readonly notifyOwner: NotifyOwner;
}

/** Writes the end of a claim; returns false where the claim was taken over. */
type Settle = (end: ClaimEnd) => Promise<boolean>;

const SUSPENDED_MS = 5 * MINUTE_MS;
const STEP_WITHIN_MS = 20_000;

/**
 * Carries out one claim: looks for an earlier post, composes, posts and writes the result. A claim that was taken over
 * ends without a trace.
 */
export async function deliver(
  parts: DeliverDeps & { readonly settle: Settle },
  claim: Claim,
  signal: AbortSignal,
): Promise<void> {
  const { settle, clock, log } = parts;
  const delivery = new Delivery(parts, claim, signal);
  const outcome = await delivery.run().catch((error: unknown): PostOutcome => {
    log.error("a reminder could not be posted; it is tried again", { reference: claim.rows[0].id }, error);
    return { settled: delivery.again("internal") };
  });
  const { settled, overrides } = outcome;
  await settle({ claim, settled, overrides, now: clock.now(), follow: followUp(parts, claim, outcome) });
}

class Delivery {
  readonly #parts: DeliverDeps;
  readonly #claim: Claim;
  readonly #signal: AbortSignal;
  readonly #lead: DeliveryRow;
  /** Whether this attempt posted it, or may have. */
  #mayBeThere = false;
  /** Whether an earlier attempt may have posted it. */
  #mayHaveBeenThere = false;

  constructor(parts: DeliverDeps, claim: Claim, signal: AbortSignal) {
    this.#parts = parts;
    this.#claim = claim;
    this.#signal = signal;
    this.#lead = claim.rows[0];
  }

  async run(): Promise<PostOutcome> {
    const before = await this.#findEarlierPost();
    if (typeof before !== "string") return before;
    const isUnsure = before === "unsure";
    const { store, clock, content } = this.#parts;
    const { items, overrides } = await selectPostItems(store, this.#claim, {
      now: clock.now(),
      isUnsure,
      isMissing: before === "not-there" && this.#lead.doubt_since !== null,
    });
    const [first, ...rest] = items;
    if (first === undefined)
      return { settled: overrides.get(this.#lead.id) ?? this.again("internal"), overrides };
    const input = { ...this.#post, items: [first, ...rest] as const, mayBeDouble: isUnsure };
    const composed = await content.compose(input, this.#deadline());
    this.#mayHaveBeenThere = before !== "not-there";
    // Rows that are not in the post end as their omission says.
    const others = this.#withRest(overrides, (reminderId) => {
      const omission = composed.omitted?.get(reminderId);
      return omission && this.#notSent(omission);
    });
    if (composed.kind === "post") return this.#send(composed, others);
    return { settled: this.#notSent(composed), overrides: others };
  }

  /** Schedules another attempt; doubtful where the failure came while posting. */
  again(code: string): Settled {
    return { state: "failed", code, nextTry: nextTryAt(this.#tried()), isDoubtful: this.#mayBeThere };
  }

  async #findEarlierPost(): Promise<PostOutcome | "not-there" | "nonce-holds" | "unsure"> {
    const { doubt_since: since, target } = this.#lead;
    if (since === null) return "not-there";
    const { store, post, routes, clock } = this.#parts;
    const find: PostPort["find"] = (...given) => post.find(...given);
    const by = { find, now: () => clock.now(), signal: this.#deadline() };
    const before = await lookBack({ ...this.#post, since }, by);
    if (before.kind === "sent") {
      const now = clock.now();
      const settled = { ...before, state: "sent" as const, editAt: now, publishAt: now };
      const others = await skipReasonAt(store, this.#claim, since);
      return { settled, overrides: this.#withCodes(others, settled, await this.#codesOfFound(since)) };
    }
    // Being able to look for a post doesn't mean being able to post.
    return before.kind === "refused" ? this.#refused(routes.note(target, before)) : before.kind;
  }

  async #codesOfFound(sentAt: number): Promise<ReadonlyMap<string, string>> {
    const { store, content, log } = this.#parts;
    const codes = new Map<string, string>();
    for (const { reminder_id: id } of this.#claim.rows) {
      const reminder = await store.reminders.find(id);
      const reading = reminder && content.codeOf?.(reminder, sentAt);
      // The post exists whatever it says: not being able to read it is no reason to search again.
      const code = await reading?.catch((error: unknown) => {
        log.warn("a post was found again, but not what it said", { reference: id }, error);
        return undefined;
      });
      if (code !== undefined) codes.set(id, code);
    }
    return codes;
  }

  async #send(
    { body, codes = new Map(), editAt, publishes }: Extract<Composed, { kind: "post" }>,
    others: ReadonlyMap<string, Settled>,
  ): Promise<PostOutcome> {
    const { post, routes, clock } = this.#parts;
    this.#mayBeThere = true;
    const answer = routes.note(this.#lead.target, await post.send({ ...this.#post, body }, this.#deadline()));
    this.#mayBeThere = answer.kind === "sent" || !answer.isCertain;
    if (answer.kind !== "sent") return { ...(await this.#refused(answer)), overrides: others };
    const settled = {
      ...answer,
      state: "sent" as const,
      ...(editAt !== undefined && { editAt }),
      ...(publishes === true && { publishAt: clock.now() }),
    };
    return { settled, overrides: this.#withCodes(others, settled, codes) };
  }

  /** A row's code is stored with that row only. */
  #withCodes(
    overrides: ReadonlyMap<string, Settled>,
    settled: Extract<Settled, { state: "sent" }>,
    codes: ReadonlyMap<string, string>,
  ): ReadonlyMap<string, Settled> {
    return this.#withRest(overrides, (reminderId) => {
      const code = codes.get(reminderId);
      return code === undefined ? undefined : { ...settled, code };
    });
  }

  /** Adds the result of rows that have none yet. */
  #withRest(
    overrides: ReadonlyMap<string, Settled>,
    endOf: (reminderId: string) => Settled | undefined,
  ): ReadonlyMap<string, Settled> {
    const all = new Map(overrides);
    for (const { id, reminder_id: reminderId } of this.#claim.rows) {
      const end = all.has(id) ? undefined : endOf(reminderId);
      if (end !== undefined) all.set(id, end);
    }
    return all;
  }

  async #refused(refused: Refusal): Promise<PostOutcome> {
    const { store, routes, clock } = this.#parts;
    const since = await goneSince(store, this.#lead);
    const outcome = outcomeOf(refused, { ...this.#tried(), goneSince: since });
    const { settled } = outcome;
    const nextTry = routes.nextTry(this.#lead.target, refused, clock.now());
    if (settled.state !== "failed" || nextTry === undefined) return outcome;
    return { ...outcome, settled: { ...settled, nextTry } };
  }

  #notSent(omission: NotComposed): Settled {
    if (omission.kind === "skip") return { state: "skipped", code: omission.reason };
    const { clock, random } = this.#parts;
    const wait = omission.retryAfterMs ?? SUSPENDED_MS;
    // A suspension comes with its own wait, which doesn't grow.
    const nextTry = clock.now() + wait + Math.floor((random() * wait) / 10);
    return { state: "failed", code: omission.reason, nextTry, isDoubtful: this.#mayHaveBeenThere };
  }

  get #post() {
    const { kind, target } = this.#lead;
    return { kind, target, deliveryId: this.#claim.postId };
  }

  #tried(): Attempt {
    const { clock, random } = this.#parts;
    return { now: clock.now(), tries: this.#lead.tries + 1, heldSince: this.#lead.held_since, random };
  }

  #deadline(): AbortSignal {
    return AbortSignal.any([this.#signal, AbortSignal.timeout(STEP_WITHIN_MS)]);
  }
}
