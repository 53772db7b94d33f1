import { commands } from "../../commands/index.ts";
import type { Answer, SeenMessage, SeenModal } from "../../src/playground/discord/local-api.ts";
import type { LocalClient } from "./local-client.ts";

/** A command as somebody types it. */
export interface Typed {
  readonly command: string;
  readonly subcommand?: string;
  readonly options?: Readonly<Record<string, string>>;
}

/** A command whose views are walked. */
export interface Walked extends Typed {
  /** Controls that are left alone, by command and action. */
  readonly skips?: RegExp;
  /** How many controls deep. */
  readonly depth?: number;
}

/**
 * Returns these and, before them, every command and subcommand that is not among them, typed without options, or with
 * `show` where it takes that.
 */
export function withOthers(listed: readonly Walked[], show?: "me"): readonly Walked[] {
  const all = commands.flatMap((command): readonly Walked[] => {
    const { name } = command;
    if ("subcommands" in command)
      return Object.keys(command.subcommands).map((subcommand) => ({ command: name, subcommand }));
    return [{ command: name, ...(show !== undefined && "show" in command.options && { options: { show } }) }];
  });
  const isListed = ({ command, subcommand }: Typed) =>
    listed.some((one) => one.command === command && one.subcommand === subcommand);
  return [...all.filter((one) => !isListed(one)), ...listed];
}

/** One control of a message, and what is chosen from it. */
interface Step {
  readonly label: string;
  readonly action: string;
  readonly values?: readonly string[];
}

export interface SeenView {
  readonly path: string;
  readonly seen: SeenMessage;
}

interface Walk {
  readonly local: LocalClient;
  readonly as: string;
  readonly channel: string;
  /** Before each thing that is done. */
  readonly between: () => void;
  readonly skips?: RegExp;
  /** What is chosen of people, roles and channels. */
  readonly ids: Readonly<Record<number, readonly string[]>>;
  readonly depth: number;
  /** Told of every form that opens on the way. */
  readonly onForm?: (path: string, form: SeenModal["modal"]) => void;
}

/** How often a control is pressed that is called the same and does the same. */
const PRESSED = 2;

/**
 * Gives every view that can be reached from a command by pressing each of its buttons and choosing from each of its
 * lists, and so on from there. A message is edited by what was pressed before: each way is gone from the command on.
 */
export async function* walkViews(typed: Typed, walk: Walk): AsyncGenerator<SeenView> {
  const met = new Map<string, number>();
  const views = new Set<string>();
  const ways: (readonly Step[])[] = [[]];
  for (const way of ways) {
    const answer = await go(typed, way, walk);
    if (answer?.kind === "modal") walk.onForm?.(pathOf(typed, way), answer.modal.modal);
    const seen = answer && messageIn(answer);
    if (seen === undefined) continue;
    yield { path: pathOf(typed, way), seen };
    const key = shapeOf(seen);
    if (views.has(key) || way.length === walk.depth) continue;
    views.add(key);
    for (const step of stepsIn(seen, walk.ids)) {
      const name = `${step.action} ${step.label}`;
      const times = met.get(name) ?? 0;
      if (times === PRESSED || walk.skips?.test(step.action) === true) continue;
      met.set(name, times + 1);
      ways.push([...way, step]);
    }
  }
}

/** Undefined where a control is no longer there. */
async function go(typed: Typed, way: readonly Step[], walk: Walk): Promise<Answer | undefined> {
  const { local, as, channel, between } = walk;
  const { command, subcommand, options = {} } = typed;
  between();
  const started = await local.runCommand({
    as,
    channel,
    command,
    ...(subcommand !== undefined && { subcommand: [subcommand] }),
    options,
  });
  let answer = await local.answer({ as, interaction: started.interaction });
  for (const { action, label, values } of way) {
    const message = messageIn(answer);
    if (message === undefined) return undefined;
    const found = controlsIn(message).find((one) => one.action === action && one.label === label);
    if (found === undefined || !offers(found, values)) return undefined;
    between();
    const press = { as, message: message.id, customId: found.customId };
    const { interaction } =
      values === undefined ? await local.press(press) : await local.choose({ ...press, values });
    answer = await local.answer({ as, interaction });
  }
  return answer;
}

function messageIn(answer: Answer): SeenMessage | undefined {
  if (answer.kind === "modal") return undefined;
  if (answer.kind !== "message") throw new Error(`answered with ${JSON.stringify(answer)}`);
  return answer.seen;
}

interface Component {
  readonly type: number;
  readonly custom_id?: string;
  readonly label?: string;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly max_values?: number;
  readonly options?: readonly {
    readonly value: string;
    readonly label: string;
    readonly emoji?: { readonly name?: string };
  }[];
  readonly components?: readonly Component[];
  readonly accessory?: Component;
}

/** Every component of a message, those inside others too. */
export function componentsIn(seen: SeenMessage): readonly Component[] {
  const inside = (one: Component): readonly Component[] => [
    one,
    ...(one.components ?? []).flatMap(inside),
    ...(one.accessory === undefined ? [] : inside(one.accessory)),
  ];
  return ((seen.message.components ?? []) as readonly Component[]).flatMap(inside);
}

interface Control {
  readonly customId: string;
  readonly label: string;
  readonly action: string;
  readonly component: Component;
}

function controlsIn(seen: SeenMessage): readonly Control[] {
  return componentsIn(seen).flatMap((component) => {
    const { custom_id: customId, label, placeholder, disabled } = component;
    if (customId === undefined || disabled === true) return [];
    const action = /[\w-]+\/[\w-]+/.exec(customId.slice(customId[1] === "o" ? 27 : 3))?.[0] ?? "";
    return [{ customId, label: label ?? placeholder ?? "", action, component }];
  });
}

const BUTTON = 2;
const SELECT = 3;

function stepsIn(seen: SeenMessage, ids: Walk["ids"]): readonly Step[] {
  return controlsIn(seen).flatMap(({ label, action, component }): readonly Step[] => {
    const { type, options = [] } = component;
    if (type === BUTTON) return [{ label, action }];
    const values = type === SELECT ? options.map(({ value }) => value) : (ids[type] ?? []);
    const chosen = [...new Set([values[0], values[1], values.at(-1)])].filter((value) => value !== undefined);
    return chosen.map((value) => ({ label, action, values: [value] }));
  });
}

/** What controls it has and how many parts: views that differ in their words alone are one. */
function shapeOf(seen: SeenMessage): string {
  return controlsIn(seen)
    .map(({ label, action }) => `${action} ${label}`)
    .join("\n");
}

function pathOf({ command, subcommand = "" }: Typed, way: readonly Step[]): string {
  const steps = way.map(({ label, values }) => (values === undefined ? label : `${label}=${values.join()}`));
  return [`/${command} ${subcommand}`.trim(), ...steps].join(" > ");
}

/** What was chosen before may be gone: it was deleted on another way. */
function offers({ component }: Control, values: readonly string[] | undefined): boolean {
  if (values === undefined || component.type !== SELECT) return true;
  const offered = new Set((component.options ?? []).map(({ value }) => value));
  return values.every((value) => offered.has(value));
}
