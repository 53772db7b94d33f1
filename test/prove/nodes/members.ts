import { setTimeout as wait } from "node:timers/promises";

import { english } from "../../../src/messages/en.ts";
import type { Answer, LocalEvent } from "../../../src/playground/discord/local-api.ts";
import type { DiscordStage } from "../../support/bot-harness.ts";

const SET = `**${english.remind.card.set}**`;
const ANSWERED_WITHIN_MS = 12_000;

/** A note that arrives in a member's messages. */
export interface Note {
  readonly member: string;
  readonly text: string;
}

/** People who use the bot all the time: each sets one reminder, and some look at what is trending and turn its pages. */
export class Members {
  /** What they were told is set. */
  readonly told: Note[] = [];
  /** All they asked for. */
  readonly asked: Note[] = [];
  commands = 0;
  /** Whom the bot said nothing, and what they saw instead. */
  readonly unanswered: { readonly member: string; readonly at: number; readonly seen: string }[] = [];
  readonly #discord: DiscordStage;
  readonly #people: readonly string[];
  readonly #underway = new Set<Promise<void>>();
  /** Rejects where asking itself failed. */
  readonly #failed = Promise.withResolvers<never>();
  readonly #answers = new Map<string, number>();
  #next = 0;
  #listener: { stop(): void } | undefined;

  /** The first one looks on. */
  constructor(discord: DiscordStage, people: readonly string[]) {
    this.#discord = discord;
    this.#people = people;
  }

  /** Asks each so many milliseconds until told to stop, then waits for the answers. */
  async ask(everyMs: number, until: AbortSignal): Promise<void> {
    const { local } = this.#discord;
    this.#listener ??= await local.listen(this.#people[0] ?? "", (event) => this.#see(event));
    await this.#offered();
    while (!until.aborted) {
      this.#begin();
      await Promise.race([this.#failed.promise, wait(everyMs, undefined, { signal: until }).catch(() => {})]);
    }
    await Promise.all(this.#underway);
  }

  /** A bot that was just started registers its commands a moment after it is ready. */
  async #offered(): Promise<void> {
    const { local, channel } = this.#discord;
    const as = this.#people[1] ?? "";
    while (!JSON.stringify(await local.commands({ as, channel })).includes('"remind"')) await wait(50);
  }

  /** Interactions that were answered by more than one message. */
  get answeredTwice(): number {
    return [...this.#answers.values()].filter((count) => count > 1).length;
  }

  stop(): void {
    this.#listener?.stop();
  }

  #begin(): void {
    const member = this.#people[1 + (this.#next % (this.#people.length - 1))] ?? "";
    const work =
      this.#next % 3 === 2 ? this.#look(member) : this.#remind(member, `note ${member}-${this.#next}-`);
    this.#next += 1;
    const one = work.finally(() => this.#underway.delete(one));
    one.catch(this.#failed.reject);
    this.#underway.add(one);
  }

  async #remind(member: string, text: string): Promise<void> {
    this.asked.push({ member, text });
    const options = { what: text, when: "in 1 minute" };
    const answer = await this.#run(member, { command: "remind", subcommand: ["new"], options });
    if (answer === undefined) return;
    const said = JSON.stringify(answer.seen.message.components);
    if (said.includes(SET) && said.includes(text)) this.told.push({ member, text });
  }

  async #look(member: string): Promise<void> {
    const { local } = this.#discord;
    const first = await this.#run(member, { command: "trending", options: {} });
    const customId = first && customIdOf(first.seen.message.components, "Next");
    if (first === undefined || customId === undefined) return;
    this.commands += 1;
    const { interaction } = await local.press({ as: member, message: first.seen.id, customId });
    await this.#answerTo(member, interaction);
  }

  async #run(as: string, asked: object): Promise<Shown | undefined> {
    const { local, channel } = this.#discord;
    this.commands += 1;
    const { interaction } = await local.runCommand({ as, channel, ...(asked as { command: string }) });
    return this.#answerTo(as, interaction);
  }

  async #answerTo(as: string, interaction: string): Promise<Shown | undefined> {
    const answer = await this.#discord.local.answer({ as, interaction, timeoutMs: ANSWERED_WITHIN_MS });
    if (answer.kind === "message" && !answer.seen.isThinking) return answer;
    this.unanswered.push({ member: as, at: Date.now(), seen: answer.kind });
    return undefined;
  }

  #see(event: LocalEvent): void {
    if (event.type !== "message" || event.seen.interactionId === undefined) return;
    const id = event.seen.interactionId;
    this.#answers.set(id, (this.#answers.get(id) ?? 0) + 1);
  }
}

type Shown = Extract<Answer, { readonly kind: "message" }>;

function customIdOf(components: unknown, label: string): string | undefined {
  if (typeof components !== "object" || components === null) return undefined;
  const { label: own, custom_id: id } = components as Readonly<Record<string, unknown>>;
  if (own === label && typeof id === "string") return id;
  for (const part of Object.values(components)) {
    const found = customIdOf(part, label);
    if (found !== undefined) return found;
  }
  return undefined;
}
