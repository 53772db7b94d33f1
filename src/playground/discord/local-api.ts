import type { APIApplicationCommandOptionChoice } from "discord-api-types/v10";

import type { Fault, FaultSet } from "./fault-injector.ts";
import type {
  Answer,
  AnswerWanted,
  As,
  ClockSeen,
  CommandInput,
  Done,
  Home,
  Id,
  LocalState,
  ModalValue,
  OverwriteInput,
  Person,
  SeenChannel,
  SeenCommand,
  SeenMessage,
  Started,
  TrafficEntry,
} from "./local-api/types.ts";

export type * from "./local-api/types.ts";

/**
 * What people can do and see in the local Discord, and what the playground can change. The page and the tests use it;
 * the bot never does.
 * Served as `POST /local/<method>` with the method's one argument as JSON (none: `{}`); the answer is the result as
 * JSON. A refusal is HTTP 400 with `{code, message}`. `GET /local/events?as=<person>` sends Server-Sent Events: one
 * `data:` line of JSON a LocalEvent. `LocalClient` speaks all of it.
 */
export interface LocalApi {
  // What a person sees
  people(): Promise<readonly Person[]>;
  /** Returns the person's servers with the channels they can see, and their private conversations. */
  home(ask: As): Promise<Home>;
  /** Returns messages, oldest first: by default 50, at most 100. Ephemeral ones only for their owner. */
  history(
    ask: As & { readonly channel: Id; readonly limit?: number; readonly before?: Id },
  ): Promise<readonly SeenMessage[]>;
  message(ask: As & { readonly message: Id }): Promise<SeenMessage>;
  /** Returns the commands available to this person here, by installs, contexts, permissions and age. */
  commands(ask: As & { readonly channel: Id }): Promise<readonly SeenCommand[]>;

  /** Keeps a file (base64, at most 10 MiB) for a command's option, whose value is the returned id. */
  upload(ask: As & { readonly name: string; readonly data: string }): Promise<{ readonly id: Id }>;

  // Use of the bot. Each returns the interaction's id; its results come as events and by `answer`
  runCommand(ask: CommandInput): Promise<Started>;
  /** Returns suggestions for `focused`; none when the bot gave none in time. */
  autocomplete(
    ask: CommandInput & { readonly focused: string },
  ): Promise<readonly APIApplicationCommandOptionChoice[]>;
  runMenu(
    ask: As & { readonly channel: Id; readonly command: string; readonly target: Id },
  ): Promise<Started>;
  press(ask: As & { readonly message: Id; readonly customId: string }): Promise<Started>;
  /** `values`: of a string select's options, or ids of people, roles or channels. */
  choose(
    ask: As & { readonly message: Id; readonly customId: string; readonly values: readonly string[] },
  ): Promise<Started>;
  /** `modal`: id of the interaction that opened it; `values`: by custom id. */
  submitModal(
    ask: As & { readonly modal: Id; readonly values: Readonly<Record<string, ModalValue>> },
  ): Promise<Started>;
  answer(ask: As & AnswerWanted): Promise<Answer>;
  dismiss(ask: As & { readonly message: Id }): Promise<Done>;
  openDm(ask: As): Promise<SeenChannel>;
  say(ask: As & { readonly channel: Id; readonly content: string }): Promise<SeenMessage>;

  /** Adds the bot to a server. `permissions`: of its own role, decimal; by default the usual ones. */
  installOnServer(ask: { readonly server: Id; readonly permissions?: string }): Promise<Done>;
  removeFromServer(ask: { readonly server: Id }): Promise<Done>;
  installForPerson(ask: { readonly person: Id }): Promise<Done>;
  removeFromPerson(ask: { readonly person: Id }): Promise<Done>;
  /** Overrides a command's default_member_permissions in one server; null removes the override. */
  setCommandAccess(ask: {
    readonly server: Id;
    readonly command: string;
    readonly permissions: string | null;
  }): Promise<Done>;
  setMemberRoles(ask: {
    readonly server: Id;
    readonly person: Id;
    readonly roles: readonly Id[];
  }): Promise<Done>;
  /** Sets permissions of a role, a person or the bot in one channel, decimal; both "0" removes them. */
  setOverwrite(ask: OverwriteInput): Promise<Done>;
  setRolePermissions(ask: {
    readonly server: Id;
    readonly role: Id;
    readonly permissions: string;
  }): Promise<Done>;
  setLocale(ask: { readonly person: Id; readonly locale: string }): Promise<Done>;
  /** Sets whether the person accepts DMs from the bot; if not, it gets code 50007. */
  setDms(ask: { readonly person: Id; readonly open: boolean }): Promise<Done>;
  setThread(ask: {
    readonly thread: Id;
    readonly archived: boolean;
    readonly locked?: boolean;
  }): Promise<Done>;
  setTagRequired(ask: { readonly channel: Id; readonly required: boolean }): Promise<Done>;
  setAgeRestricted(ask: { readonly channel: Id; readonly restricted: boolean }): Promise<Done>;
  deleteChannel(ask: { readonly channel: Id }): Promise<Done>;
  /** Deletes a message as a moderator would. */
  deleteMessage(ask: { readonly message: Id }): Promise<Done>;
  /** Adds plain members to a server, for load tests. */
  addPeople(ask: {
    readonly count: number;
    readonly server: Id;
  }): Promise<{ readonly people: readonly Id[] }>;
  /** Adds servers with the bot but without people, for load tests. */
  addServers(ask: {
    readonly count: number;
    readonly channels?: number;
    readonly roles?: number;
  }): Promise<{ readonly servers: readonly { readonly id: Id; readonly channel: Id }[] }>;

  addFault(ask: Fault): Promise<{ readonly id: number }>;
  faults(): Promise<readonly FaultSet[]>;
  /** Removes one fault, or all of them. */
  clearFaults(ask: { readonly id?: number }): Promise<Done>;
  /** "discord": as Discord limits (default); "off": for load tests. */
  setRateLimits(ask: { readonly mode: "discord" | "off" }): Promise<Done>;
  clock(): Promise<ClockSeen>;
  /** Sets the offset from the system's clock. Refused where the clock can't be moved. */
  moveClock(ask: { readonly offsetMs: number }): Promise<ClockSeen>;
  /** Returns requests and events between bot and Discord, newest last, secrets masked. */
  traffic(ask: { readonly after?: number; readonly limit?: number }): Promise<readonly TrafficEntry[]>;
  /** Returns the bot's connections and some counts. */
  state(): Promise<LocalState>;
}

export type LocalRefusalCode =
  | "unknown-person"
  | "unknown-server"
  | "unknown-channel"
  | "unknown-message"
  | "unknown-command"
  | "unknown-control"
  | "unknown-interaction"
  | "not-allowed"
  | "bad-input"
  | "unknown-method";

export class LocalRefusal extends Error {
  readonly code: LocalRefusalCode;

  constructor(code: LocalRefusalCode, message: string) {
    super(message);
    this.name = "LocalRefusal";
    this.code = code;
  }
}
