import { ApplicationCommandOptionType, ApplicationCommandType } from "discord-api-types/v10";

import { MilepostError } from "../../base/errors.ts";
import type { InvocationContext, NamedMessage } from "../command/invocation-context.ts";
import type { ActionCall } from "../reply/reply.ts";
import type { Visibility } from "../command/command.ts";
import type { Runnable } from "../command/registry.ts";
import { held, isUninvited, stale } from "./audience.ts";
import { type Incoming, type IncomingMessage, typedCommand } from "./incoming.ts";
import type { Invocation, OpenPlan, Plan, RunPlan } from "./invocation.ts";
import { type Planner, shownModal } from "./plan-press.ts";
import { asksForPrivacy, type Options, readOptions, runCommand } from "./run-command.ts";

/** Returns what a slash command or menu entry will do. Throws what the member is told instead. */
export function planCommand<Services>(
  invocation: Invocation,
  planner: Planner<Services>,
): Plan | Promise<Plan> {
  const { incoming, member, site } = invocation;
  const { name = "", type, target_id } = incoming.data ?? {};
  const menu = planner.menus.get(`${type} ${name}`);
  if (type === ApplicationCommandType.Message) return openingOf(invocation, planner, menu ?? "");
  const { path, given } = typedCommand(incoming.data ?? {});
  const command = planner.registry.command(type === ApplicationCommandType.User ? (menu ?? "") : path);
  if (command === undefined) throw stale("no such command");
  const typed =
    type === ApplicationCommandType.User
      ? [{ name: command.userMenu ?? "", type: ApplicationCommandOptionType.User, value: target_id }]
      : given;
  const options = readOptions(command.options, typed);
  const planned = (isEphemeral: boolean): RunPlan => ({
    kind: "command",
    name: command.path,
    acknowledge: "reply",
    isEphemeral,
    ownerId: member.id,
    ...running(planner, { command, options }),
  });
  const plan = (isEphemeral: boolean): Plan =>
    command.opens === undefined
      ? planned(isEphemeral)
      : opening(planned(isEphemeral), command, { options, planner });
  const isForMember =
    type === ApplicationCommandType.User ||
    command.visibility === "private" ||
    command.isForMember?.(options) === true;
  if (isForMember || isUninvited(site) || asksForPrivacy(command.options, typed)) return plan(true);
  const allowed = planner.visibilityFor?.({ command: command.path, member, place: site }) ?? "public";
  const within = (one: Visibility) => (one === "private" ? held(plan(true), planner) : plan(false));
  return typeof allowed === "string" ? within(allowed) : allowed.then(within);
}

/**
 * Returns the plan of a run. Its `afterReply` waits until the reply is accepted as ours, because notices count as read
 * once shown.
 */
function running<Services>(
  planner: Planner<Services>,
  chosen: { readonly command: Runnable<Services>; readonly options: Options },
): Pick<RunPlan, "isReadOnly" | "run" | "afterReply"> {
  const { services, afterReply } = planner;
  const isReadOnly = chosen.command.isReadOnly === true;
  const runner = isReadOnly ? { ...planner, afterReply: undefined } : planner;
  return {
    isReadOnly,
    run: (asked, running) => runCommand(runner, chosen, { ...asked, ...running }),
    ...(isReadOnly &&
      afterReply !== undefined && {
        afterReply: (asked, reply) => afterReply({ ...services(asked), ...asked }, reply),
      }),
  };
}

/** Returns the plan that opens the command's own modal, or else the run's. */
function opening<Services>(
  plan: RunPlan,
  command: Runnable<Services>,
  { options, planner }: { readonly options: Options; readonly planner: Planner<Services> },
): OpenPlan {
  return {
    kind: "modal",
    name: command.path,
    ownerId: plan.ownerId,
    otherwise: plan,
    open(asked) {
      const context = { ...planner.services(asked), ...asked };
      const call = command.opens?.({ ...context, options });
      return call === undefined ? undefined : shownBy(call, planner, context);
    },
  };
}

/** Returns the plan of an entry in a message's menu. */
function openingOf<Services>(
  { incoming, member }: Invocation,
  planner: Planner<Services>,
  command: string,
): OpenPlan {
  const menu = planner.registry.messageMenu(command);
  const message = namedMessageOf(incoming);
  if (menu === undefined || message === undefined) throw stale("no such command");
  return {
    kind: "modal",
    name: command,
    ownerId: member.id,
    open(asked) {
      const context = { ...planner.services(asked), ...asked };
      return shownBy(menu({ ...context, message }), planner, context);
    },
  };
}

function shownBy<Services>(
  call: ActionCall,
  { registry }: Planner<Services>,
  context: Services & InvocationContext,
) {
  const modal = registry.modal(call.command, call.action);
  if (modal === undefined)
    throw new MilepostError("internal", { path: call.action, reason: "no such modal" });
  return shownModal(modal, call, context);
}

/** Returns the message whose menu was used; undefined where Discord did not describe it. */
function namedMessageOf({ data, guild_id = "@me" }: Incoming): NamedMessage | undefined {
  const { target_id = "", resolved } = data ?? {};
  const message = resolved?.messages?.[target_id];
  if (message?.id === undefined || message.channel_id === undefined) return undefined;
  const url = `https://discord.com/channels/${guild_id}/${message.channel_id}/${message.id}`;
  return { url, text: textOf(message) };
}

/** Returns a message's words: bots may have them in embeds or components, forwards in what they forward. */
function textOf({ message_snapshots: forwarded = [], ...own }: IncomingMessage): string {
  return wordsOf(own) || forwarded.map(({ message = {} }) => wordsOf(message)).join("\n");
}

function wordsOf({ content = "", embeds = [], components = [] }: IncomingMessage): string {
  const words = [content, ...embeds.flatMap(({ title, description }) => [title, description])];
  const own = words.filter((word) => word !== undefined && word !== "");
  return (own.length > 0 ? own : components.flatMap(textsIn)).join("\n");
}

type Part = NonNullable<IncomingMessage["components"]>[number];

function textsIn({ content, components = [] }: Part): readonly string[] {
  return [...(content === undefined ? [] : [content]), ...components.flatMap(textsIn)];
}
