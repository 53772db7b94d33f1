import { MilepostError } from "../base/errors.ts";
import type { Action, ActionAsked, AnyCommand, Asked } from "./command.ts";
import type { CustomIds, ReadControl } from "./custom-id.ts";
import { FLAG } from "./message.ts";
import { asksForPrivacy, readOptions } from "./read-options.ts";
import type { Registry } from "./registry.ts";
import type { ActionState } from "./reply.ts";
import type { Plan, Turn } from "./turn.ts";

export interface Planner<Services> {
  readonly registry: Registry<Services>;
  readonly customIds: CustomIds;
  /** By label of the user menu: the command's name. */
  readonly menus: ReadonlyMap<string, string>;
  readonly services: (asked: Asked) => Services;
}

const USER_MENU = 2;

/** What a slash command or an entry of the user menu will do. Throws what the member is told instead. */
export function planCommand<Services>(
  { incoming, member, place }: Turn,
  { registry, menus, services }: Planner<Services>,
): Plan {
  const { name = "", type, target_id, options: given = [] } = incoming.data ?? {};
  const command = registry.command(type === USER_MENU ? (menus.get(name) ?? "") : name);
  if (command === undefined) throw new MilepostError("stale-control", { reason: "no such command" });
  const typed = type === USER_MENU ? [{ name: command.userMenu ?? "", type: 6, value: target_id }] : given;
  const options = readOptions(command.options, typed);
  return {
    name: command.name,
    acknowledge: "reply",
    isEphemeral: mustBePrivate(command, place) || asksForPrivacy(command.options, typed),
    ownerId: member.id,
    run: (asked) => command.run({ ...services(asked), ...asked, options }),
  };
}

/** What a pressed button or a choice from a select will do. Throws what the member is told instead. */
export async function planPress<Services>(turn: Turn, planner: Planner<Services>): Promise<Plan> {
  const { incoming } = turn;
  const control = planner.customIds.read(incoming.data?.custom_id ?? "");
  const action = control && planner.registry.action(control.command, control.action);
  if (control === undefined || action === undefined) throw stale("no such control");
  const answer = answerTo(turn, control, action);
  const state = control.stateKey === undefined ? await openState(control, planner.customIds) : undefined;
  const [chosen] = incoming.data?.values ?? [];
  return {
    name: `${control.command}/${control.action}`,
    ...answer,
    run: async (asked) => {
      const opened = state ?? (await openState(control, planner.customIds));
      const pressed: ActionAsked = { ...asked, state: opened, ...(chosen !== undefined && { chosen }) };
      return action.run({ ...planner.services(asked), ...pressed });
    },
  };
}

type Answer = Pick<Plan, "acknowledge" | "isEphemeral" | "ownerId">;

/** Who may press it, and how it is answered. An owner claimed here is proved by the tag when the state is opened. */
function answerTo<Services>(
  { incoming, member, place }: Turn,
  { ownerId }: ReadControl,
  action: Action<Services>,
): Answer {
  const privately: Answer = { acknowledge: "reply", isEphemeral: true, ownerId: member.id };
  if (action.for === "anyone") return privately;
  if (ownerId === undefined) throw stale("a control without an owner");
  const inPlace: Answer = {
    acknowledge: "update",
    isEphemeral: ((incoming.message?.flags ?? 0) & FLAG.ephemeral) !== 0,
    ownerId,
  };
  const own = {
    edit: inPlace,
    private: privately,
    public: { ...privately, isEphemeral: isUninvited(place) },
  }[action.answer];
  if (action.for === "moderators") {
    if (member.isModerator) return own;
    throw new MilepostError("not-yours");
  }
  if (ownerId === member.id) return own;
  if (action.others === "copy") return privately;
  throw new MilepostError("not-yours");
}

async function openState(control: ReadControl, customIds: CustomIds): Promise<ActionState> {
  const state = await customIds.open(control);
  if (state === undefined) throw stale("changed, or its state is gone");
  return state;
}

function mustBePrivate<Services>({ visibility }: AnyCommand<Services>, place: Turn["place"]): boolean {
  return visibility === "private" || isUninvited(place);
}

/** A server that did not install the bot must not get posts of it. */
function isUninvited(place: Turn["place"]): boolean {
  return place.kind === "guild" && !place.isInstalledHere;
}

function stale(reason: string): MilepostError {
  return new MilepostError("stale-control", { reason });
}
