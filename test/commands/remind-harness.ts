import type { CommandContext } from "../../src/features/kit/command/command-context.ts";
import { createMemberSettingsStore } from "../../src/features/posts/store/member-rows.ts";
import type { DatedSubject } from "../../src/features/posts/read/read-subject.ts";
import type { TestResult } from "../../src/features/posts/reminder-service.ts";
import { createReminderService } from "../../src/features/posts/create-reminder-service.ts";
import { defaultGuildSettings, type GuildSettings } from "../../src/features/kit/settings/settings.ts";
import type { Services } from "../../src/features/services.ts";
import type { ActionRunning } from "../../src/discord/command/controls.ts";
import type { ActionCall, Reply, Select } from "../../src/discord/reply/reply.ts";
import { type Trouble, reminderStore } from "../../src/features/posts/engine/ports.ts";
import type { Dates } from "../../src/schedule/next-slot.ts";
import { subjectKey } from "../../src/schedule/subject.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import type { Database } from "../../src/storage/database.ts";
import remind from "../../commands/remind.ts";
import { fakePlatform, fakeServices } from "../support/fake-services.ts";
import { agreed, type Asking, contextOf, callOf, selectIn } from "../support/run-command.ts";
import { readState } from "../../src/discord/reply/calls.ts";
import { DAY } from "../support/time.ts";
import { ManualClock } from "../support/manual-clock.ts";

/** A Friday. */
export const NOW = Date.parse("2026-11-20T12:00:00Z");
export const ANN = "720000000000000001";
export const GUILD = "710000000000000001";
export const CHANNEL = "730000000000000001";

export const RAID: DatedSubject = {
  subject: { kind: "milestone", hash: 7 },
  label: "The deep raid",
  startAt: NOW - 2 * DAY,
  endAt: NOW + 5 * DAY,
};
export const FAIR: DatedSubject = {
  subject: { kind: "ritual", type: "3", id: "fair" },
  label: "The autumn fair",
  startAt: NOW + 2 * DAY,
  endAt: NOW + 9 * DAY,
};
const WEEK: DatedSubject = {
  subject: { kind: "reset", every: "week" },
  label: "Weekly reset",
  endAt: NOW + 4 * DAY,
  everyMs: 7 * DAY,
};

/** /remind over a real book in memory; what the platform dates, Discord's answers and the clock are the test's. */
export interface RemindTable {
  readonly services: Services;
  readonly database: Database;
  readonly clock: ManualClock;
  readonly things: DatedSubject[];
  /** What things are called in another language, by Discord's locale code. */
  names: Readonly<Record<string, Readonly<Record<string, string>>>>;
  tested: TestResult;
  /** The tests that were deleted, and what Discord says to it. */
  readonly takenBack: string[];
  takingBack: "removed" | "refused";
  /** What owners have to know. */
  readonly told: Trouble[];
  guild: Partial<GuildSettings>;
  /** `/remind new` as this member; `create` also agrees to how the time was read. */
  ask(what: string, when?: string, asking?: Asking): Promise<Reply>;
  create(what: string, when?: string, asking?: Asking): Promise<Reply>;
  list(asking?: Asking): Promise<Reply>;
  press(reply: Reply, label: string, asking?: Asking): Promise<Reply>;
  choose(reply: Reply, value: string, asking?: Asking): Promise<Reply>;
  act(call: ActionCall & { readonly chosen?: string }, asking?: Asking): Promise<Reply>;
  submit(call: ActionCall, fields: Readonly<Record<string, string>>, asking?: Asking): Promise<Reply>;
  suggest(
    option: "what" | "when",
    typed: string,
    given?: Readonly<Record<string, string>>,
    asking?: Asking,
  ): Promise<string[]>;
  close(): Promise<void>;
}

const alone: ActionRunning = {
  update: async () => false,
  rerun: () => Promise.reject(new Error("nothing was interrupted")),
};

export async function openRemindTable(more: Partial<Services> = {}, given?: Database): Promise<RemindTable> {
  const database = given ?? (await openDatabase({ url: ":memory:" }));
  const clock = new ManualClock(NOW);
  const things: DatedSubject[] = [RAID, FAIR, WEEK];
  let made = 0;
  const datesOf = async (key: string): Promise<Dates | undefined> =>
    things.find(({ subject }) => subjectKey(subject) === key);
  const service = createReminderService({
    queries: database.queries,
    store: reminderStore(database.queries),
    datedSubjects: async ({ locale }) =>
      things.map((thing) => ({ ...thing, label: table.names[locale]?.[thing.label] ?? thing.label })),
    dates: { datesOf },
    sendTest: async () => table.tested,
    takeBack: async ({ messageId }) => (table.takenBack.push(messageId), table.takingBack),
    notifyOwner: async (trouble) => void table.told.push(trouble),
    clock,
    newId: () => `id${(made += 1)}`,
    wake: () => {},
    pollPlatform: () => {},
  });
  const services: Services = {
    ...fakeServices({ platform: fakePlatform({}, []) }),
    reminders: service,
    memberSettings: createMemberSettingsStore(database.queries, clock),
    guilds: {
      ids: () => [],
      of: (guildId) => ({ ...defaultGuildSettings(guildId), ...table.guild }),
      async change(_, { locale: _locale, quiet: _quiet, accent: _accent, ...changes }) {
        table.guild = { ...table.guild, ...changes };
        return true;
      },
      forget: () => {},
    },
    ...more,
  };
  const by = ({ member, place, ...asking }: Asking = {}): CommandContext<Services> =>
    contextOf(services, {
      ...asking,
      member: { id: ANN, ...member },
      place: { kind: "bot-dm", channelId: "5", ...place },
      isPrivate: true,
      now: clock.at,
    });
  const act: RemindTable["act"] = ({ action, state = {}, chosen }, asking) => {
    const found = remind.actions?.[action];
    if (found === undefined) throw new Error(`no action ${action}`);
    return found.run({ ...by(asking), ...alone, state, ...(chosen !== undefined && { chosen }) });
  };
  const table: RemindTable = {
    services,
    database,
    clock,
    things,
    names: {},
    tested: { kind: "sent", channelId: "8", messageId: "9" },
    takenBack: [],
    takingBack: "removed",
    told: [],
    guild: {},
    ask: (what, when, asking) => sub("new").run({ ...by(asking), ...alone, options: { what, when } }),
    create: (what, when, asking) => agreed(table.ask(what, when, asking), (call) => act(call, asking)),
    list: (asking) => sub("list").run({ ...by(asking), ...alone, options: {} }),
    press: (reply, label, asking) => act(callOf(reply, label), asking),
    choose: (reply, value, asking) => {
      const { choose }: Select = selectIn(reply);
      return act({ ...choose, chosen: value }, asking);
    },
    act,
    submit: ({ action, state = {} }, fields, asking) => {
      const form = remind.modals?.[action];
      if (form === undefined) throw new Error(`no form ${action}`);
      const filled = { ...alone, state: readState(form.state ?? {}, state), fields };
      return agreed(form.submitted({ ...by(asking), ...filled }), (call) => act(call, asking));
    },
    async suggest(option, typed, given = {}, asking = {}) {
      const found = sub("new").options[option];
      const context = { ...by(asking), typed, given };
      const suggestions = await found.autocomplete(context);
      return suggestions.map(({ name, value }: { name: string; value: string }) => `${name} | ${value}`);
    },
    close: () => database.close(),
  };
  // Tests about zones take it back.
  await services.memberSettings.change(ANN, { zone: "UTC" });
  return table;
}

function sub(name: "new" | "list") {
  const found = remind.subcommands[name];
  if (found === undefined) throw new Error(`no subcommand ${name}`);
  return found;
}
