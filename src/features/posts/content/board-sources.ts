import type { Clock } from "../../../base/clock.ts";
import { type MilepostError, isMilepostError } from "../../../base/errors.ts";
import type { InvocationContext } from "../../../discord/command/invocation-context.ts";
import { capabilities, hasCapability } from "../../kit/capabilities.ts";
import { systemContext, type Background } from "../engine/system-context.ts";
import type { Services } from "../../services.ts";
import type { BoardSubject } from "../board-service.ts";
import {
  type BoardSource,
  type Verdicts,
  boardVerdicts,
  readMilestoneSource,
  readTrendingSource,
} from "./board-content.ts";

export interface SourceParts {
  /** The services that read the content. */
  readonly services: Services;
  readonly clock: Clock;
  readonly mention?: InvocationContext["mention"];
}

/** The list; or why it can't be read, undefined where the platform has no such list. */
export type Sourced = BoardSource | { readonly failure: MilepostError | undefined };

/** Reads public lists of the platform. */
export class BoardSources {
  readonly #parts: SourceParts;
  readonly #verdicts: Verdicts = boardVerdicts();

  constructor(parts: SourceParts) {
    this.#parts = parts;
  }

  /** Returns a function that reads each list once per language. */
  look(signal: AbortSignal): (what: BoardSubject, locale: string) => Promise<Sourced> {
    const read = new Map<string, Promise<Sourced>>();
    return (what, locale) => {
      const key = `${what} ${locale}`;
      const known = read.get(key) ?? this.#read(what, this.context(locale, signal));
      read.set(key, known);
      return known;
    };
  }

  /** `guildId`: the server whose members will see it. */
  context(locale: string, signal: AbortSignal, guildId?: string): Background {
    const { services, clock, mention } = this.#parts;
    const asked = { services, now: clock.now(), locale, signal, guildId };
    return systemContext({ ...asked, ...(mention !== undefined && { mention }) });
  }

  async #read(what: BoardSubject, context: Background): Promise<Sourced> {
    if (!hasCapability(context, capabilities[what])) return { failure: undefined };
    try {
      return what === "milestones"
        ? await readMilestoneSource(context)
        : await readTrendingSource(context, this.#verdicts);
    } catch (error) {
      if (!isMilepostError(error)) throw error;
      return { failure: error };
    }
  }
}
