import { MilepostError } from "../../base/errors.ts";
import type {
  ActionInvocation,
  InvocationContext,
  ModalCall,
  InterruptedCommand,
  Running,
  Visibility,
} from "../command/command.ts";
import { answerTo, isUninvited, stale, type VisibilityFor } from "./audience.ts";
import type { CustomIds, ReadControl } from "./custom-id.ts";
import type { AnyModal } from "../command/modal.ts";
import { readFields } from "../reply/render-modal.ts";
import { type HeldBackNote, held } from "./held-back.ts";
import { INTERACTION, typedCommand } from "./incoming.ts";
import { asksForPrivacy, readOptions } from "./read-options.ts";
import type { Registry, Runnable } from "../command/registry.ts";
import type { ActionState, Reply } from "../reply/reply.ts";
import type { OpenPlan, Plan, RunPlan, Invocation } from "./invocation.ts";

/** What was brought for a run that needs something, or what is answered in its place. */
type Prepared = { readonly given: object } | { readonly reply: Reply };

/** Brings what a command's or action's `needs` names. `interrupted` is the command that waits for it, if one does. */
export type Prepare<Services> = (
  context: Services &
    InvocationContext & { readonly needs: string; readonly interrupted?: InterruptedCommand },
) => Promise<Prepared>;

export interface Planner<Services> {
  readonly registry: Registry<Services>;
  readonly customIds: CustomIds;
  /** By label of the user menu: the command's name. */
  readonly menus: ReadonlyMap<string, string>;
  readonly services: (asked: InvocationContext) => Services;
  readonly prepare?: Prepare<Services> | undefined;
  readonly visibilityFor?: VisibilityFor | undefined;
  readonly heldBackNote?: HeldBackNote | undefined;
}

const USER_MENU = 2;

/** What a slash command or an entry of the user menu will do. Throws what the member is told instead. */
export function planCommand<Services>(
  invocation: Invocation,
  planner: Planner<Services>,
): Plan | Promise<Plan> {
  const { incoming, member, site } = invocation;
  const { name = "", type, target_id } = incoming.data ?? {};
  const { path, given } = typedCommand(incoming.data ?? {});
  const command = planner.registry.command(type === USER_MENU ? (planner.menus.get(name) ?? "") : path);
  if (command === undefined) throw stale("no such command");
  const typed = type === USER_MENU ? [{ name: command.userMenu ?? "", type: 6, value: target_id }] : given;
  const options = readOptions(command.options, typed);
  const planned = (isEphemeral: boolean): RunPlan => ({
    kind: "command",
    name: command.path,
    acknowledge: "reply",
    isEphemeral,
    ownerId: member.id,
    run: (asked, running) => runCommand({ command, options }, planner, { ...asked, ...running }),
  });
  const plan = (isEphemeral: boolean): Plan =>
    command.opens === undefined
      ? planned(isEphemeral)
      : opening(planned(isEphemeral), command, { options, planner });
  const isForMember =
    type === USER_MENU || command.visibility === "private" || command.isForMember?.(options) === true;
  if (isForMember || isUninvited(site) || asksForPrivacy(command.options, typed)) return plan(true);
  const allowed = planner.visibilityFor?.({ command: command.path, member, place: site }) ?? "public";
  const within = (one: Visibility) => (one === "private" ? held(plan(true), planner) : plan(false));
  return typeof allowed === "string" ? within(allowed) : allowed.then(within);
}

type Options = Readonly<Record<string, string | undefined>>;

interface Waiting<Services> {
  readonly command: Runnable<Services>;
  readonly options: Options;
}

async function runCommand<Services>(
  { command, options }: Waiting<Services>,
  planner: Planner<Services>,
  asked: InvocationContext & Running,
): Promise<Reply> {
  const context = { ...planner.services(asked), ...asked, options };
  if (command.needs === undefined) return command.run(context);
  const interrupted = { command: command.path, options };
  const prepared = await prepare(command.needs, planner, { ...asked, interrupted });
  return "reply" in prepared ? prepared.reply : command.run({ ...context, ...prepared.given });
}

function prepare<Services>(
  needs: string,
  { prepare: bring, services }: Planner<Services>,
  asked: InvocationContext & { readonly interrupted?: InterruptedCommand },
): Promise<Prepared> {
  if (bring === undefined) throw new MilepostError("internal", { reason: "nothing brings what this needs" });
  return bring({ ...services(asked), ...asked, needs });
}

/** A command's own form, where it wants one; else the run. */
function opening<Services>(
  plan: RunPlan,
  command: Runnable<Services>,
  { options, planner }: { readonly options: Options; readonly planner: Planner<Services> },
): OpenPlan {
  const root = command.path.split(" ")[0] ?? command.path;
  return {
    kind: "form",
    name: command.path,
    ownerId: plan.ownerId,
    otherwise: plan,
    open(asked) {
      const call: ModalCall | undefined = command.opens?.({ ...planner.services(asked), ...asked, options });
      if (call === undefined) return undefined;
      const form = planner.registry.form(root, call.form);
      if (form === undefined)
        throw new MilepostError("internal", { path: call.form, reason: "no such form" });
      return shownForm(
        form,
        { command: root, action: call.form },
        { planner, asked: { ...asked, state: call.state ?? {} } },
      );
    },
  };
}

interface Control {
  readonly command: string;
  readonly action: string;
}

function shownForm<Services>(
  form: AnyModal<Services>,
  control: Control,
  { planner, asked }: { readonly planner: Planner<Services>; readonly asked: ActionInvocation },
) {
  const view = form.show({ ...planner.services(asked), ...asked });
  const state: ActionState = view.state ?? asked.state;
  return { fields: form.fields, view, call: { ...control, state }, isAnyones: form.for === "anyone" };
}

/** What a pressed button, a choice or a submitted form will do. Throws what the member is told instead. */
export async function planPress<Services>(invocation: Invocation, planner: Planner<Services>): Promise<Plan> {
  const { incoming } = invocation;
  const control = planner.customIds.read(incoming.data?.custom_id ?? "");
  if (control === undefined) throw stale("no such control");
  const { command, action: name } = control;
  const isSubmitted = incoming.type === INTERACTION.form;
  const form = planner.registry.form(command, name);
  if (form !== undefined) {
    return isSubmitted
      ? planSubmitted(invocation, planner, { control, form })
      : planOpening(invocation, planner, { control, form });
  }
  const action = isSubmitted ? undefined : planner.registry.action(command, name);
  if (action === undefined) throw stale("no such control");
  const answer = await answerTo(invocation, { ...control, planner }, action);
  const extra = chosenIn(incoming.data?.values);
  const run = (context: Services & ActionInvocation & Running) =>
    action.run({ ...context, rerun: rerun(planner, context) });
  const plan: RunPlan = {
    kind: "press",
    name: `${command}/${name}`,
    ...answer,
    run: await acting(planner, control, { ...action, run, extra }),
  };
  return answer.isHeldBack === true ? held(plan, planner) : plan;
}

function chosenIn(values: readonly string[] | undefined): Pick<ActionInvocation, "chosen" | "allChosen"> {
  const [chosen] = values ?? [];
  return { ...(chosen !== undefined && { chosen }), ...(values !== undefined && { allChosen: values }) };
}

interface FormPressed<Services> {
  readonly control: ReadControl;
  readonly form: AnyModal<Services>;
}

async function planSubmitted<Services>(
  invocation: Invocation,
  planner: Planner<Services>,
  { control, form }: FormPressed<Services>,
): Promise<RunPlan> {
  const answer = await answerTo(invocation, { ...control, planner }, form);
  const fields = readFields(form.fields, invocation.incoming.data?.components ?? []);
  const run = (context: Services & ActionInvocation & Running) =>
    form.submitted({ ...context, rerun: rerun(planner, context), fields });
  return {
    kind: "press",
    name: `${control.command}/${control.action}`,
    ...answer,
    run: await acting(planner, control, { ...form, run, extra: {} }),
  };
}

/** The form is shown in answer to the press itself: its state has to be there before. */
async function planOpening<Services>(
  invocation: Invocation,
  planner: Planner<Services>,
  { control, form }: FormPressed<Services>,
): Promise<OpenPlan> {
  const { ownerId } = await answerTo(invocation, { ...control, planner }, { ...form, answer: "private" });
  const state = await openState(control, planner.customIds);
  return {
    kind: "form",
    name: `${control.command}/${control.action}`,
    ownerId,
    open: (asked) => shownForm(form, control, { planner, asked: { ...asked, state } }),
  };
}

interface Acting<Services> {
  readonly needs?: string;
  readonly extra: Pick<ActionInvocation, "chosen" | "allChosen">;
  readonly run: (context: Services & ActionInvocation & Running) => Promise<Reply>;
}

/** A state in the custom id is opened before anything is acknowledged, one in the store while it runs. */
async function acting<Services>(
  planner: Planner<Services>,
  control: ReadControl,
  { needs, extra, run }: Acting<Services>,
): Promise<RunPlan["run"]> {
  const state = control.stateKey === undefined ? await openState(control, planner.customIds) : undefined;
  return async (asked, running) => {
    const opened = state ?? (await openState(control, planner.customIds));
    const context = { ...planner.services(asked), ...asked, ...running, state: opened, ...extra };
    if (needs === undefined) return run(context);
    const prepared = await prepare(needs, planner, asked);
    return "reply" in prepared ? prepared.reply : run({ ...context, ...prepared.given });
  };
}

function rerun<Services>(planner: Planner<Services>, asked: InvocationContext & Running) {
  return async ({ command: path, options }: InterruptedCommand): Promise<Reply> => {
    const command = planner.registry.command(path);
    if (command === undefined) throw stale("no such command");
    const given = Object.entries(options).map(([name, value]) => ({ name, type: 3, value }));
    return runCommand({ command, options: readOptions(command.options, given) }, planner, asked);
  };
}

async function openState(control: ReadControl, customIds: CustomIds): Promise<ActionState> {
  const state = await customIds.open(control);
  if (state === undefined) throw stale("changed, or its state is gone");
  return state;
}
