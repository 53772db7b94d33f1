import type { Clock } from "../../base/clock.ts";
import { MilepostError } from "../../base/errors.ts";
import { codeOf } from "./failure.ts";
import { TokenBuckets } from "../../base/limit.ts";
import type { Log } from "../../base/log.ts";
import type { InvocationContext } from "../command/invocation-context.ts";
import { Deadlines, type RuntimeLimits } from "./runtime-limits.ts";
import { typedCommand } from "./incoming.ts";
import { type InteractionApi, isGone } from "./interaction-api.ts";
import { LIMITS } from "../reply/limits.ts";
import type { OptionTable, Suggest, Suggestion, TypedSoFar } from "../command/options.ts";
import { cleanLine } from "../reply/pieces.ts";
import { focusedOption, otherOptions } from "./run-command.ts";
import type { Registry } from "../command/registry.ts";
import type { Invocation } from "./invocation.ts";

interface SuggesterParts<Services> {
  readonly api: InteractionApi;
  readonly registry: Registry<Services>;
  readonly services: (asked: InvocationContext) => Services;
  readonly limits: RuntimeLimits;
  readonly clock: Clock;
  readonly log: Log;
}

/** Returns the context for an autocomplete. */
type Ask = (signal: AbortSignal) => Promise<InvocationContext>;

/** Answers autocompletes within their time. Failures, rate limits and overload give no suggestions, never an error. */
export class Suggester<Services> {
  readonly #parts: SuggesterParts<Services>;
  readonly #deadlines = new Deadlines();
  readonly #buckets: TokenBuckets;
  #running = 0;
  #isStopping = false;

  constructor(parts: SuggesterParts<Services>) {
    this.#parts = parts;
    this.#buckets = new TokenBuckets(parts.limits.suggestions, parts.clock);
  }

  stop(): void {
    this.#isStopping = true;
  }

  async answer(invocation: Invocation, ask: Ask): Promise<void> {
    const { api, log } = this.#parts;
    const choices = await this.#choices(invocation, ask);
    try {
      await api.suggest(invocation.incoming, choices);
    } catch (error) {
      if (!isGone(error))
        log.warn("suggestions could not be sent", { command: invocation.incoming.data?.name }, error);
    }
  }

  async #choices(invocation: Invocation, ask: Ask): Promise<readonly Suggestion[]> {
    const { limits, log, services } = this.#parts;
    const found = this.#find(invocation);
    if (found === undefined || this.#isStopping || this.#running >= limits.suggestingAtOnce) return [];
    if (this.#buckets.take(invocation.member.id) > 0) return [];
    this.#running += 1;
    try {
      return await this.#deadlines.within(
        limits.suggestWithinMs,
        () => new MilepostError("run-timeout", { reason: "suggestions took too long" }),
        async (signal) => {
          const by = await ask(signal);
          return toChoices(await found.suggest({ ...services(by), ...by, ...found.typing }));
        },
      );
    } catch (error) {
      log.info("no suggestions", { command: invocation.incoming.data?.name, code: codeOf(error) });
      return [];
    } finally {
      this.#running -= 1;
    }
  }

  #find({ incoming }: Invocation): { suggest: Suggest<Services>; typing: TypedSoFar } | undefined {
    const { path, given } = typedCommand(incoming.data ?? {});
    const focused = focusedOption(given);
    const table = this.#parts.registry.command(path)?.options as OptionTable<Services> | undefined;
    if (focused === undefined || table === undefined || !Object.hasOwn(table, focused.name)) return undefined;
    const option = table[focused.name];
    const suggest = option?.type === "text" ? option.autocomplete : undefined;
    return suggest && { suggest, typing: { typed: focused.typed, given: otherOptions(given) } };
  }
}

/** Returns what Discord accepts of the suggestions: at most 25, labels cut, values whole and unique. */
function toChoices(suggestions: readonly Suggestion[]): readonly Suggestion[] {
  const seen = new Set<string>();
  const choices: Suggestion[] = [];
  for (const suggestion of suggestions) {
    const value = suggestion.value.toWellFormed();
    const name = cleanLine(suggestion.name, LIMITS.suggestionText);
    const isUsable = value.trim() !== "" && value.length <= LIMITS.suggestionText;
    if (name === undefined || !isUsable || seen.has(value)) continue;
    seen.add(value);
    choices.push({ name, value });
    if (choices.length === LIMITS.suggestions) break;
  }
  return choices;
}
