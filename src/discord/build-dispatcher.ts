import { messagesFor } from "../messages/catalog.ts";
import { CustomIds } from "./interaction/custom-id.ts";
import { Dispatcher } from "./interaction/dispatch.ts";
import type { InteractionApi } from "./interaction/interaction-api.ts";
import type { PickerTexts } from "./command/command-texts.ts";
import type { AskAgeRestriction } from "./rest/age-restrictions.ts";
import { menuTargets } from "./command/definition.ts";
import { Registry } from "./command/registry.ts";
import type { RuntimeOptions } from "./runtime-options.ts";
import { ReplyRenderer } from "./interaction/reply-renderer.ts";
import { DEFAULT_LIMITS } from "./interaction/runtime-limits.ts";

interface DispatcherParts {
  readonly api: InteractionApi;
  readonly isAgeRestricted: AskAgeRestriction;
  readonly texts: PickerTexts;
  /** Returns a clickable mention of a command, or its plain name while Discord has not given it an id yet. */
  readonly mention: (name: string) => string;
}

/** Returns the dispatcher: it finds the command or action of each interaction, runs it and sends the reply. */
export function buildDispatcher<Services>(
  options: RuntimeOptions<Services>,
  { api, isAgeRestricted, texts, mention }: DispatcherParts,
): Dispatcher<Services> {
  const { commands, clock, log, metrics, random, explain, publicLocale, afterReply } = options;
  const { services, visibilityFor, heldBackNote } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const registry = new Registry(commands);
  const customIds = new CustomIds(options.tagKeys, options.states, clock);
  const renderer = new ReplyRenderer({
    customIds,
    registry,
    explain,
    texts: (locale) => messagesFor(locale).runtime,
    drawWithinMs: limits.drawWithinMs,
    log,
  });
  const menus = menuTargets(commands, texts);
  const planner = { registry, customIds, menus, services, afterReply, visibilityFor, heldBackNote };
  return new Dispatcher<Services>({
    api,
    renderer,
    planner,
    limits,
    clock,
    random,
    log,
    metrics,
    mention,
    isAgeRestricted,
    publicLocale,
    isFirst: options.isFirst ?? (async () => true),
    messageChanges: options.messageChanges,
  });
}
