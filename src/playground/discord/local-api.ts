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
 * The people's side of the local Discord: what a person may do and see, and what the playground may change.
 * The page and the tests use it; the bot never does.
 *
 * Served as `POST /local/<method>` with the method's one argument as JSON (no argument: `{}`); the answer is the
 * method's result as JSON. A refusal is HTTP 400 `{code, message}`. Events are Server-Sent Events at
 * `GET /local/events?as=<person>`: one `data:` line of JSON a LocalEvent. `LocalClient` speaks all of it.
 */
export interface LocalApi {
  // What there is, as a person sees it
  people(): Promise<readonly Person[]>;
  /** Servers with the channels this person may see, and private conversations. */
  home(ask: As): Promise<Home>;
  /** Oldest first. Ephemeral messages are only in their owner's history. At most 100, by default 50. */
  history(
    ask: As & { readonly channel: Id; readonly limit?: number; readonly before?: Id },
  ): Promise<readonly SeenMessage[]>;
  message(ask: As & { readonly message: Id }): Promise<SeenMessage>;
  /** Commands offered to this person in this channel: installs, contexts, permissions and age applied. */
  commands(ask: As & { readonly channel: Id }): Promise<readonly SeenCommand[]>;

  /** Keeps a file (base64, at most 10 MiB) for an option of a command; the option's value is its id. */
  upload(ask: As & { readonly name: string; readonly data: string }): Promise<{ readonly id: Id }>;

  // What a person does with the bot. Each gives the interaction's id; what comes of it are events, or `answer`
  runCommand(ask: CommandInput): Promise<Started>;
  /** Suggestions for `focused`; an empty list when the bot gave none in time. */
  autocomplete(
    ask: CommandInput & { readonly focused: string },
  ): Promise<readonly APIApplicationCommandOptionChoice[]>;
  runMenu(
    ask: As & { readonly channel: Id; readonly command: string; readonly target: Id },
  ): Promise<Started>;
  press(ask: As & { readonly message: Id; readonly customId: string }): Promise<Started>;
  /** Values of a string select, or ids of people, roles or channels. */
  choose(
    ask: As & { readonly message: Id; readonly customId: string; readonly values: readonly string[] },
  ): Promise<Started>;
  /** `modal` is the id of the interaction it answered; `values` by custom id. */
  submitModal(
    ask: As & { readonly modal: Id; readonly values: Readonly<Record<string, ModalValue>> },
  ): Promise<Started>;
  answer(ask: As & AnswerWanted): Promise<Answer>;
  dismiss(ask: As & { readonly message: Id }): Promise<Done>;
  openDm(ask: As): Promise<SeenChannel>;
  say(ask: As & { readonly channel: Id; readonly content: string }): Promise<SeenMessage>;

  /** Adds the bot to a server, with these permissions for its own role (decimal; the usual ones by default). */
  installOnServer(ask: { readonly server: Id; readonly permissions?: string }): Promise<Done>;
  removeFromServer(ask: { readonly server: Id }): Promise<Done>;
  installForPerson(ask: { readonly person: Id }): Promise<Done>;
  removeFromPerson(ask: { readonly person: Id }): Promise<Done>;
  /** Overrides a command's default_member_permissions in one server; `permissions: null` takes it back. */
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
  /** Permissions of a role or person (or the bot) in one channel, decimal; both "0" removes the entry. */
  setOverwrite(ask: OverwriteInput): Promise<Done>;
  setRolePermissions(ask: {
    readonly server: Id;
    readonly role: Id;
    readonly permissions: string;
  }): Promise<Done>;
  setLocale(ask: { readonly person: Id; readonly locale: string }): Promise<Done>;
  /** Whether this person takes messages from the bot (code 50007 when not). */
  setDms(ask: { readonly person: Id; readonly open: boolean }): Promise<Done>;
  setThread(ask: {
    readonly thread: Id;
    readonly archived: boolean;
    readonly locked?: boolean;
  }): Promise<Done>;
  setTagRequired(ask: { readonly channel: Id; readonly required: boolean }): Promise<Done>;
  setAgeRestricted(ask: { readonly channel: Id; readonly restricted: boolean }): Promise<Done>;
  deleteChannel(ask: { readonly channel: Id }): Promise<Done>;
  /** Removes a message as a moderator would. */
  deleteMessage(ask: { readonly message: Id }): Promise<Done>;
  /** Adds plain members to a server, for load. */
  addPeople(ask: {
    readonly count: number;
    readonly server: Id;
  }): Promise<{ readonly people: readonly Id[] }>;
  /** Adds servers with the bot in them, for load. Their people are nobody. */
  addServers(ask: {
    readonly count: number;
    readonly channels?: number;
    readonly roles?: number;
  }): Promise<{ readonly servers: readonly { readonly id: Id; readonly channel: Id }[] }>;

  addFault(ask: Fault): Promise<{ readonly id: number }>;
  faults(): Promise<readonly FaultSet[]>;
  /** Without an id: all of them. */
  clearFaults(ask: { readonly id?: number }): Promise<Done>;
  /** Rate limits: "discord" as Discord has them (the default), "off" for load tests. */
  setRateLimits(ask: { readonly mode: "discord" | "off" }): Promise<Done>;
  clock(): Promise<ClockSeen>;
  /** Sets the distance to the system's clock. Refused when the clock belongs to someone else. */
  moveClock(ask: { readonly offsetMs: number }): Promise<ClockSeen>;
  /** What passed between the bot and Discord, newest last; secrets are masked. */
  traffic(ask: { readonly after?: number; readonly limit?: number }): Promise<readonly TrafficEntry[]>;
  /** The bot's connections and some counts. */
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
