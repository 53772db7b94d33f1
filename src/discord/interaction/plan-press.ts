import { InteractionType } from "discord-api-types/v10";

import type { ActionInvocation, AnyAction, AnyModal } from "../command/controls.ts";
import type { InvocationContext, Running } from "../command/invocation-context.ts";
import { readFields } from "../reply/render-modal.ts";
import type { ActionCall, Reply, ActionState } from "../reply/reply.ts";
import { readState, type StateShape } from "../reply/calls.ts";
import { variantIn } from "../reply/slim.ts";
import { valueIn } from "../reply/wire.ts";
import { answerTo, type HeldBackNote, held, stale, type VisibilityFor } from "./audience.ts";
import type { CustomIds, ReadControl } from "./custom-id.ts";
import type { Invocation, OpenedModal, OpenPlan, Plan, RunPlan } from "./invocation.ts";
import { type CommandRunner, rerunner } from "./run-command.ts";

export interface Planner<Services> extends CommandRunner<Services> {
  readonly customIds: CustomIds;
  /** The command's name by menu type and label. */
  readonly menus: ReadonlyMap<string, string>;
  readonly visibilityFor?: VisibilityFor | undefined;
  readonly heldBackNote?: HeldBackNote | undefined;
}

/** Returns what a press, a pick or a submitted modal will do. Throws what the member is told instead. */
export async function planPress<Services>(invocation: Invocation, planner: Planner<Services>): Promise<Plan> {
  const { incoming } = invocation;
  const control = planner.customIds.read(incoming.data?.custom_id ?? "");
  if (control === undefined) throw stale("no such control");
  const isSubmitted = incoming.type === InteractionType.ModalSubmit;
  const modal = planner.registry.modal(control.command, control.action);
  if (modal !== undefined) {
    return isSubmitted
      ? planSubmitted(invocation, planner, { control, modal })
      : planOpening(invocation, planner, { control, modal });
  }
  const action = isSubmitted ? undefined : planner.registry.action(control.command, control.action);
  if (action === undefined) throw stale("no such control");
  return planAction(invocation, planner, { control, action });
}

async function planAction<Services>(
  invocation: Invocation,
  planner: Planner<Services>,
  { control, action }: { readonly control: ReadControl; readonly action: AnyAction<Services> },
): Promise<Plan> {
  const answer = await answerTo(invocation, { ...control, planner }, action);
  const { values } = invocation.incoming.data ?? {};
  const run = (context: Pressed<Services>, carried: ActionState) =>
    action.run({ ...context, ...chosenIn(values, carried), rerun: rerunner(planner, context) });
  const plan: RunPlan = {
    kind: "press",
    name: nameOf(control),
    ...answer,
    isReadOnly: action.isReadOnly,
    run: await acting(opened(invocation, planner, { control, rules: action }), run),
  };
  return answer.isHeldBack === true ? held(plan, planner) : plan;
}

function chosenIn(
  values: readonly string[] | undefined,
  carried: ActionState,
): Pick<ActionInvocation<unknown>, "chosen" | "allChosen"> {
  const allChosen = values?.map((value) => valueIn(carried, value));
  const [chosen] = allChosen ?? [];
  return { ...(chosen !== undefined && { chosen }), ...(allChosen !== undefined && { allChosen }) };
}

interface ModalPressed<Services> {
  readonly control: ReadControl;
  readonly modal: AnyModal<Services>;
}

async function planSubmitted<Services>(
  invocation: Invocation,
  planner: Planner<Services>,
  { control, modal }: ModalPressed<Services>,
): Promise<RunPlan> {
  const answer = await answerTo(invocation, { ...control, planner }, modal);
  const fields = readFields(modal.fields, invocation.incoming.data ?? {});
  const run = (context: Pressed<Services>) =>
    modal.submitted({ ...context, rerun: rerunner(planner, context), fields });
  return {
    kind: "press",
    name: nameOf(control),
    ...answer,
    run: await acting(opened(invocation, planner, { control, rules: modal }), run),
  };
}

/** Opens a modal: its state has to be read first, since a modal is the first response. */
async function planOpening<Services>(
  invocation: Invocation,
  planner: Planner<Services>,
  { control, modal }: ModalPressed<Services>,
): Promise<OpenPlan> {
  const { ownerId } = await answerTo(invocation, { ...control, planner }, { ...modal, answer: "private" });
  const state = await opened(invocation, planner, { control, rules: modal }).open();
  readState(modal.state ?? {}, state);
  return {
    kind: "modal",
    name: nameOf(control),
    ownerId,
    open: (asked) => shownModal(modal, { ...control, state }, { ...planner.services(asked), ...asked }),
  };
}

/** Returns the modal shown for a call; its submission makes the same call with the same state. */
export function shownModal<Services>(
  modal: AnyModal<Services>,
  { command, action, state = {} }: ActionCall,
  context: Services & InvocationContext,
): OpenedModal {
  const view = modal.show({ ...context, state: readState(modal.state ?? {}, state) });
  return { fields: modal.fields, view, call: { command, action, state }, for: modal.for };
}

/** What an action's run gets; its state is the one the action declares. */
type Pressed<Services> = Services & ActionInvocation<unknown> & Running;

/** A control whose state can be read. */
interface Opened<Services> extends Pick<Planner<Services>, "services"> {
  readonly isStored: boolean;
  readonly shape: StateShape;
  /** Returns the state; throws "stale-control" where it is not what was sent. */
  readonly open: () => Promise<ActionState>;
}

function opened<Services>(
  { site }: Invocation,
  { customIds, services }: Planner<Services>,
  {
    control,
    rules,
  }: { readonly control: ReadControl; readonly rules: Pick<AnyAction<Services>, "for" | "state"> },
): Opened<Services> {
  return {
    services,
    isStored: control.stateKey !== undefined,
    shape: rules.state ?? {},
    async open() {
      const state = await customIds.open(control, rules.for === "admins" ? site.guildId : undefined);
      if (state === undefined) throw stale("changed, of another server, or its state is gone");
      return state;
    },
  };
}

/**
 * Returns the plan of an action. A state in the custom id is verified before the acknowledgment, a stored one during
 * the run.
 */
async function acting<Services>(
  { services, isStored, shape, open }: Opened<Services>,
  run: (context: Pressed<Services>, carried: ActionState) => Promise<Reply>,
): Promise<RunPlan["run"]> {
  const read = async () => {
    const carried = await open();
    const state: unknown = readState(shape, carried);
    return { state, carried };
  };
  const known = isStored ? undefined : await read();
  return async (asked, running) => {
    const { state, carried } = known ?? (await read());
    const reply = await run({ ...services(asked), ...asked, ...running, state }, carried);
    return { ...reply, variant: variantIn(carried) };
  };
}

function nameOf({ command, action }: ReadControl): string {
  return `${command}/${action}`;
}
