import type { ActionInvocation, ActionRunning } from "../../../discord/command/controls.ts";
import type { InvocationContext } from "../../../discord/command/invocation-context.ts";
import type { CallTarget, StateOf } from "../../../discord/reply/calls.ts";
import type { TypedSoFar } from "../../../discord/command/options.ts";
import { createViewContext } from "./create-view-context.ts";
import type { KitServices } from "./services.ts";
import type { ViewContext } from "../view/view-context.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import { spokenLocale } from "../../../messages/languages.ts";

/** What commands use, with a feature's own services, and the view context of the reply's reader. */
export type CommandServices<Own = unknown> = KitServices & Own & { readonly view: ViewContext };

/** What a command's run gets. */
export type CommandContext<Own = unknown> = CommandServices<Own> & InvocationContext;

type StateFor<Target> = Target extends CallTarget ? StateOf<Target["shape"]> : unknown;

/**
 * What an action's run gets, with its call's state and what was picked: `ActionContext<typeof announceCalls.remove>`.
 */
export type ActionContext<Target = unknown, Own = unknown> = CommandServices<Own> &
  ActionInvocation<StateFor<Target>> &
  ActionRunning;

/** What a modal gets when it opens; it must not wait for anything. */
export type ModalContext<Target, Own = unknown> = CommandServices<Own> & ActionInvocation<StateFor<Target>>;

/** Returns a command's reply with what else its reader has to know. */
export type AfterCommand<Own = unknown> = (context: CommandContext<Own>, reply: Reply) => Promise<Reply>;

/** What an autocomplete gets. */
export type AutocompleteContext<Own = unknown> = CommandContext<Own> & TypedSoFar;

/** Returns a command's services for one invocation. */
export function commandServices<Own>(
  services: KitServices & Own,
  invocation: InvocationContext,
): CommandServices<Own> {
  return { ...services, view: createViewContext({ ...services, ...invocation }) };
}

/** Returns the context for another reader, with a view context to match. */
export function withReader<Context extends CommandContext>(
  context: Context,
  reader: Partial<Pick<InvocationContext, "locale" | "now" | "isPrivate">>,
): Context {
  const { locale = context.locale } = reader;
  const changed = { ...context, ...reader, locale: spokenLocale(locale) };
  return { ...changed, view: createViewContext(changed) };
}
