import { definersFor } from "../kit/command/define-command.ts";
import type * as kit from "../kit/command/command-context.ts";
import type { OwnDataServices } from "../kit/own-data/own-accounts.ts";
import type { StoredSessions } from "../../sessions/store/stored-sessions.ts";
import type { ControlStates } from "../../storage/control-states.ts";
import type { ForgetTraces } from "./forget-traces.ts";

/** Where a member signed up; times in milliseconds since 1970. */
interface MemberSignUp {
  readonly reminderId: string;
  /** Of the post. */
  readonly slot: number;
  readonly joinedAt: number;
  readonly comes: boolean;
}

interface MemberReminders {
  ofMember(memberId: string): Promise<readonly object[]>;
  signUpsOf(memberId: string): Promise<readonly MemberSignUp[]>;
  /** Returns how many reminders there were. */
  forgetMember(memberId: string): Promise<number>;
}

interface MemberRecents {
  of(memberId: string): readonly object[];
  forget(memberId: string): void;
}

interface MemberCalendars {
  exportOf(memberId: string): Promise<object>;
  forget(memberId: string): Promise<void>;
}

/** What commands about linked accounts and a member's stored data use. */
export interface AccountServices extends OwnDataServices {
  /** Members' sessions as rows, including those that can't be used now. */
  readonly storedSessions: StoredSessions;
  /** What members' buttons remember. */
  readonly controlStates: Pick<ControlStates, "ofOwner">;
  /** Deletes a member's data with the last traces of it: states of controls, and bytes in the log. */
  readonly forgetTraces: ForgetTraces;
  readonly reminders: MemberReminders;
  readonly recentPlayers: MemberRecents;
  readonly ownCalendars: MemberCalendars;
}

export type CommandContext = kit.CommandContext<AccountServices>;
export type ActionContext<Target = unknown> = kit.ActionContext<Target, AccountServices>;

export const { defineCommand, defineModal } = definersFor<AccountServices>();
