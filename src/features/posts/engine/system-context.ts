import type { InvocationContext } from "../../../discord/command/invocation-context.ts";
import { spokenLocale } from "../../../messages/languages.ts";
import { commandServices } from "../../kit/command/command-context.ts";
import type { CommandContext, OwnDataServices } from "../../kit/own-data/own-accounts.ts";
import type { KitServices } from "../../kit/command/services.ts";

/** The context of what runs without an interaction: it sees what is public. */
export type Background = CommandContext;

export type BackgroundServices = KitServices & OwnDataServices;

export interface BackgroundParts {
  readonly services: BackgroundServices;
  /** Milliseconds since 1970, by the bot's clock. */
  readonly now: number;
  readonly locale: string;
  /** The server whose members read it, for its zone and card mode. */
  readonly guildId?: string | undefined;
  readonly signal: AbortSignal;
  /** Available once the bot is connected. */
  readonly mention?: InvocationContext["mention"];
  /** Whether a single member reads it. */
  readonly isPrivate?: boolean;
}

export function systemContext(parts: BackgroundParts): Background {
  const { services, now, signal, guildId, isPrivate = false, mention = (name) => `/${name}` } = parts;
  const locale = spokenLocale(parts.locale);
  const invocation: InvocationContext = {
    member: { id: "0", name: "", isAdmin: false, isModerator: false },
    site: {
      kind: isPrivate ? "bot-dm" : "guild",
      ...(guildId !== undefined && { guildId }),
      channelId: "0",
      isAgeRestricted: false,
      isInstalledHere: !isPrivate,
    },
    locale,
    isPrivate,
    signal,
    now,
    mention,
  };
  return { ...commandServices(services, invocation), ...invocation };
}
