import { ByteBudget } from "../../src/base/async/byte-budget.ts";
import type { MemberSessions } from "../../src/sessions/use/member-sessions.ts";
import type { Linking } from "../../src/features/kit/own-data/own-accounts.ts";
import type { Services } from "../../src/features/services.ts";
import type { OpenPrivateData } from "../../src/sessions/use/private-data.ts";
import { silentLog } from "../../src/base/log.ts";
import { defaultGuildSettings } from "../../src/features/kit/settings/settings.ts";
import type { Refusal } from "../../src/discord/rest/refusal.ts";

type Idle = Pick<
  Services,
  | "images"
  | "storedSessions"
  | "controlStates"
  | "forgetTraces"
  | "reminders"
  | "guilds"
  | "channels"
  | "boards"
  | "roleToggle"
  | "changeOwnLook"
  | "memberSettings"
  | "ownCalendars"
  | "guildData"
>;

/** Services a test does not ask anything of: nothing is kept in them, and Discord can't be reached by them. */
export function idleServices(): Idle {
  return {
    images: { get: async () => undefined },
    storedSessions: {
      of: async () => [],
      forget: async () => ({ count: 0, uses: 0, snapshots: 0, isOverwritten: true }),
      sweep: async () => 0,
    },
    controlStates: { ofOwner: async () => [] },
    forgetTraces: async (_, deleteData) => [await deleteData(), true],
    reminders: {
      datedSubjects: async () => [],
      make: unused("reminders.make"),
      takeBackTests: unused("reminders.takeBackTests"),
      find: async () => undefined,
      listed: async () => undefined,
      ofMember: async () => [],
      ofGuild: async () => [],
      preview: async () => [],
      change: async () => "gone",
      move: async () => "gone",
      remove: async () => false,
      draft: async () => undefined,
      test: unused("reminders.test"),
      history: async () => [],
      snooze: async () => "gone",
      markDone: async () => "gone",
      notifyRoleRefused: async () => {},
      retryDestination: async () => {},
      signUp: async () => "gone",
      leave: async () => "left",
      signUpsOf: async () => [],
      forgetMember: async () => 0,
    },
    changeOwnLook: unused("changeOwnLook"),
    guildData: { guildIds: async () => [], remove: async () => 0 },
    guilds: { ids: () => [], of: defaultGuildSettings, change: unused("guilds.change"), forget: () => {} },
    channels: {
      in: async () => UNREACHABLE,
      forget: () => {},
      forMember: async () => UNREACHABLE,
      post: async () => UNREACHABLE,
      open: async () => UNREACHABLE,
      remove: async () => UNREACHABLE,
    },
    boards: {
      make: unused("boards.make"),
      ofGuild: async () => [],
      find: async () => undefined,
      stop: async () => "gone",
      retry: async () => undefined,
      pin: async () => "failed",
    },
    roleToggle: {
      look: async () => UNREACHABLE,
      mayGive: async () => true,
      press: unused("roleToggle.press"),
      troubleOf: () => undefined,
      forget: () => {},
    },
    memberSettings: {
      of: async () => ({}),
      change: unused("memberSettings.change"),
      forget: async () => false,
    },
    ownCalendars: {
      renew: unused("ownCalendars.renew"),
      end: async () => {},
      of: async () => undefined,
      memberOf: async () => undefined,
      exportOf: async () => ({ entries: [] }),
      change: async (_, to) => to([]),
      forget: async () => {},
    },
  };
}

/** Accounts of members nobody has linked more than one of, whose own data is what is given. */
export function linkingThat(openPrivate: OpenPrivateData): Linking {
  const sessions = {
    idleDays: 30,
    waiting: {
      once: { get: async () => undefined, drop: async () => false },
      pending: { drop: async () => {} },
      dropAllOf: async () => false,
    },
    store: { list: async () => [], listStored: async () => [], settleNotices: async () => {} },
    takeNotices: async () => [],
    log: silentLog,
  };
  // No test that gives its own data asks more of its sessions.
  return { openPrivate, sessions: sessions as unknown as MemberSessions, memory: new ByteBudget(Infinity) };
}

const UNREACHABLE: Refusal = { kind: "refused", name: "unavailable", isCertain: true };

function unused(name: string) {
  return () => Promise.reject(new Error(`${name} was not expected in this test`));
}
