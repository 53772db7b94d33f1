import type { CommandContext } from "../../src/features/kit/command/command-context.ts";
import announce from "../../commands/announce.ts";
import { suggestAnnouncements } from "../../src/features/posts/command/show-history.ts";
import type { Services } from "../../src/features/services.ts";
import type { ReminderView } from "../../src/features/posts/reminder-service.ts";
import type { ActionRunning, ModalView } from "../../src/discord/command/controls.ts";
import type { Suggestion } from "../../src/discord/command/options.ts";
import type { ActionCall, Reply } from "../../src/discord/reply/reply.ts";
import type { ResolvedChannel, ResolvedRole } from "../../src/discord/command/invocation-context.ts";
import { agreed, type Asking, contextOf, callOf } from "../support/run-command.ts";
import { GUILD, openRemindTable, type RemindTable } from "./remind-harness.ts";
import { readState } from "../../src/discord/reply/calls.ts";

export const ADMIN = "700000000000000012";
export const OTHER = "700000000000000013";
export const NEWS = "730000000000000003";
export const FORUM = "730000000000000006";
export const THREAD = "730000000000000007";
export const RAIDERS = "720000000000000004";
export const QUIET_ROLE = "720000000000000005";

export const VIEW = 1n << 10n;
export const SEND = 1n << 11n;
/** To join a channel of voices. */
export const CONNECT = 1n << 20n;
export const MENTION = 1n << 17n;
export const IN_THREADS = 1n << 38n;
export const ALL = (1n << 50n) - 1n;

type Fields = Readonly<Record<string, string | undefined>>;

/** /announce over a real book in memory; what Discord resolves is the test's. */
export interface AnnounceTable extends Omit<
  RemindTable,
  "ask" | "create" | "list" | "press" | "submit" | "act"
> {
  readonly channels: Map<string, ResolvedChannel>;
  readonly roles: Map<string, ResolvedRole>;
  ask(options: Readonly<Record<string, string>>, asking?: Asking): Promise<Reply>;
  create(options: Readonly<Record<string, string>>, asking?: Asking): Promise<Reply>;
  list(asking?: Asking): Promise<Reply>;
  history(announcement?: string, asking?: Asking): Promise<Reply>;
  /** The form that opens instead of an answer. */
  opens(options: Readonly<Record<string, string>>, asking?: Asking): ActionCall | undefined;
  show(call: ActionCall, asking?: Asking): ModalView<never>;
  submit(call: ActionCall, fields: Fields, asking?: Asking): Promise<Reply>;
  act(call: ActionCall & { readonly chosen?: string }, asking?: Asking): Promise<Reply>;
  press(reply: Reply, label: string, asking?: Asking): Promise<Reply>;
  suggestHistory(typed: string, asking?: Asking): Promise<readonly Suggestion[]>;
  /** What took the place of answers later on. */
  readonly updated: Reply[];
  kept(): Promise<readonly ReminderView[]>;
}

export async function openAnnounceTable(more: Partial<Services> = {}): Promise<AnnounceTable> {
  const table = await openRemindTable(more);
  const { services, clock } = table;
  table.guild = { isZoneChosen: true };
  const updated: Reply[] = [];
  const alone: ActionRunning = {
    update: async (reply) => updated.push(reply) > 0,
    rerun: () => Promise.reject(new Error("nothing was interrupted")),
  };
  const channels = new Map([
    channel(NEWS, { type: 5, name: "news" }),
    channel(FORUM, { type: 15, name: "guides" }),
    channel(THREAD, { type: 11, name: "raids" }),
  ]);
  const roles = new Map([role(RAIDERS, { isMentionable: true }), role(QUIET_ROLE)]);
  const by = ({ member, place, ...asking }: Asking = {}): CommandContext<Services> =>
    contextOf(services, {
      ...asking,
      member: { id: ADMIN, isAdmin: true, ...member },
      place: { guildId: GUILD, channelId: NEWS, guildLocale: "de", ...place },
      isPrivate: true,
      now: clock.at,
      resolved: {
        channel: (id) => channels.get(id ?? ""),
        role: (id) => roles.get(id ?? ""),
      },
    });
  const act: AnnounceTable["act"] = ({ action, state = {}, chosen }, asking) => {
    const found = announce.actions?.[action];
    if (found === undefined) throw new Error(`no action ${action}`);
    return found.run({
      ...by(asking),
      ...alone,
      state,
      ...(chosen !== undefined && { chosen }),
    });
  };
  const runAs = (name: string, options: Fields, asking?: Asking): Promise<Reply> =>
    sub(name).run({ ...by(asking), ...alone, options });
  return {
    ...table,
    get guild() {
      return table.guild;
    },
    set guild(settings) {
      table.guild = settings;
    },
    takenBack: table.takenBack,
    get takingBack() {
      return table.takingBack;
    },
    set takingBack(taking) {
      table.takingBack = taking;
    },
    get tested() {
      return table.tested;
    },
    set tested(tested) {
      table.tested = tested;
    },
    channels,
    roles,
    updated,
    ask: (options, asking) => runAs("new", options, asking),
    create: (options, asking) => agreed(runAs("new", options, asking), (call) => act(call, asking)),
    list: (asking) => runAs("list", {}, asking),
    history: (announcement, asking) => runAs("history", { announcement }, asking),
    opens(options, asking) {
      return sub("new").opens?.({ ...by(asking), options });
    },
    show: (call, asking) =>
      modalOf(call.action).show({ ...by(asking), state: stateOf(call) }) as ModalView<never>,
    submit: (call, fields, asking) =>
      agreed(
        modalOf(call.action).submitted({ ...by(asking), ...alone, state: stateOf(call), fields }),
        (taken) => act(taken, asking),
      ),
    act,
    press: (reply, label, asking) => act(callOf(reply, label), asking),
    suggestHistory: (typed, asking) => suggestAnnouncements({ ...by(asking), typed }),
    kept: async () => (await services.reminders?.ofGuild(GUILD)) ?? [],
  };
}

export function channel(id: string, more: Partial<ResolvedChannel> = {}): [string, ResolvedChannel] {
  return [id, { id, name: "a channel", type: 0, permissions: ALL, ...more }];
}

function role(id: string, more: Partial<ResolvedRole> = {}): [string, ResolvedRole] {
  return [id, { id, name: "a role", isMentionable: false, isManaged: false, ...more }];
}

function sub(name: string) {
  const found = announce.subcommands[name];
  if (found === undefined) throw new Error(`no subcommand ${name}`);
  return found;
}

function modalOf(name: string) {
  const found = announce.modals?.[name];
  if (found === undefined) throw new Error(`no modal ${name}`);
  return found;
}

function stateOf({ action, state = {} }: ActionCall) {
  return readState(modalOf(action).state ?? {}, state);
}
