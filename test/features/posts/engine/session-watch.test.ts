import { expect, it } from "vitest";

import { MilepostError } from "../../../../src/base/errors.ts";
import { silentLog } from "../../../../src/base/log.ts";
import { createSessionWatch } from "../../../../src/features/posts/engine/session-watch.ts";
import { sweepReminders } from "../../../../src/features/posts/engine/sweep.ts";
import { systemContext } from "../../../../src/features/posts/engine/system-context.ts";
import type { SessionSummary } from "../../../../src/sessions/session.ts";
import { describeOnSqlite } from "../../../support/databases.ts";
import { fakePlatform, fakeServices } from "../../../support/fake-services.ts";
import { ManualClock } from "../../../support/manual-clock.ts";
import { DAY } from "../../../support/time.ts";
import { contentOf, NOW, personal, stageBook } from "../reminder-service-harness.ts";

const alive = (more: Partial<SessionSummary> = {}): SessionSummary => ({
  id: "s",
  discordId: "m",
  account: { accounts: [], membershipTypes: [] },
  isActive: true,
  state: "alive",
  stateSince: NOW - DAY,
  linkedAt: NOW - 9 * DAY,
  lastUsedAt: NOW - DAY,
  renewedAt: NOW - 9 * DAY,
  isFinal: false,
  consent: { away: true, snapshots: false },
  ...more,
});
const dead = (more: Partial<SessionSummary> = {}) => alive({ state: "dead", stateSince: NOW, ...more });

describeOnSqlite("watching sessions", (database) => {
  /** Members who asked to be told, with these sessions; a session the platform is asked about turns out to be dead. */
  const stage = async (given: Readonly<Record<string, readonly SessionSummary[]>>) => {
    const { book: reminders, store } = stageBook(database().queries);
    const sessions = new Map(Object.entries(given));
    const reminderOf = new Map<string, string>();
    for (const member of sessions.keys()) {
      const made = await reminders.make(
        personal({
          ownerId: member,
          destinations: [{ kind: "dm", target: member }],
          rule: { kind: "watch", what: "session" },
          content: contentOf({ subject: { kind: "own", matter: "session" } }),
        }),
      );
      reminderOf.set(member, "reminder" in made ? made.reminder.id : "");
    }
    const probed: string[] = [];
    const warned: unknown[] = [];
    const noted: unknown[] = [];
    const woken = { times: 0 };
    const failing = new Map<string, Error>();
    const watch = createSessionWatch({
      store,
      sessions: {
        list: async (member) => {
          const failure = failing.get(member);
          if (failure !== undefined) throw failure;
          return sessions.get(member) ?? [];
        },
      },
      probe: async ({ memberId }) => {
        probed.push(memberId);
        const answer = failing.get(`probe ${memberId}`);
        if (answer !== undefined) throw answer;
        sessions.set(memberId, [dead({ lastUsedAt: NOW })]);
      },
      wake: () => void (woken.times += 1),
      log: {
        ...silentLog,
        warn: (_, fields) => void warned.push(fields),
        debug: (_, fields) => void noted.push(fields),
      },
    });
    const services = fakeServices({ platform: fakePlatform({}, []) });
    const look = async (now = NOW, watches = ["session"]) => {
      const { signal } = new AbortController();
      await watch(systemContext({ services, now, locale: "en-US", signal }), watches);
    };
    /** What is to be posted to whom. */
    const due = async () => {
      const rows = database().queries.selectFrom("deliveries").selectAll().orderBy("target");
      return (await rows.execute()).map(({ target }) => target);
    };
    return { look, due, probed, warned, noted, woken, failing, reminderOf, store };
  };

  it("tells of one that died since that was asked for, once, for a week, and wakes who posts", async () => {
    const { look, due, woken, store, reminderOf } = await stage({
      none: [],
      before: [dead({ stateSince: NOW - 1 })],
      now: [dead()],
      other: [dead({ isActive: false }), alive({ lastUsedAt: NOW })],
    });
    await look();
    expect([await due(), woken.times]).toEqual([["now"], 1]);
    await look(NOW + DAY / 2);
    expect(await due()).toEqual(["now"]);
    expect(await store.deliveries.history(reminderOf.get("now") ?? "", 9)).toMatchObject([
      { slot: NOW, useful_until: NOW + 7 * DAY, state: "due" },
    ]);
  });

  it("tells of none a second time once what was posted is forgotten", async () => {
    const { look, due } = await stage({ now: [dead()] });
    const { queries } = database();
    await look();
    await queries.updateTable("deliveries").set({ state: "sent" }).execute();
    await sweepReminders({ queries, clock: new ManualClock(NOW + 31 * DAY), log: silentLog });
    await look(NOW + 31 * DAY);
    expect(await due()).toEqual([]);
  });

  it("looks at none where nobody asked for it", async () => {
    const { look, due } = await stage({ now: [dead()] });
    await look(NOW, ["entries"]);
    expect(await due()).toEqual([]);
  });

  it("asks the platform about one that was not used for a day, if its member allowed it", async () => {
    const { look, due, probed } = await stage({
      asked: [alive()],
      recent: [alive({ lastUsedAt: NOW - DAY + 1 })],
      private: [alive({ consent: { away: false, snapshots: false } })],
      suspect: [alive({ state: "suspect" })],
    });
    await look();
    expect([probed, await due()]).toEqual([["asked"], ["asked"]]);
  });

  it("asks about twenty at once, and about others the next time, whoever else is looked at", async () => {
    const numbers = Array.from({ length: 22 }, (_, index) => String(index).padStart(2, "0"));
    const { look, probed } = await stage({
      ...Object.fromEntries(numbers.map((number) => [`recent ${number}`, [alive({ lastUsedAt: NOW })]])),
      ...Object.fromEntries(numbers.map((number) => [`unused ${number}`, [alive()]])),
    });
    await look();
    expect(probed).toHaveLength(20);
    await look();
    expect(probed.toSorted()).toEqual(numbers.map((number) => `unused ${number}`));
  });

  it("goes on with others where the platform says nothing, or one can't be opened", async () => {
    const { look, due, failing, warned, noted, reminderOf } = await stage({
      closed: [dead()],
      silent: [alive()],
      told: [dead()],
    });
    failing.set("closed", new MilepostError("unopenable"));
    failing.set("probe silent", new MilepostError("platform-unavailable"));
    await look();
    expect([await due(), warned]).toEqual([["told"], [{ reference: reminderOf.get("closed") }]]);
    expect(noted).toEqual([{ code: "platform-unavailable" }]);
  });

  it.each(["closed", "probe silent"])("hides no fault of our own: %s", async (which) => {
    const { look, failing } = await stage({ closed: [alive()], silent: [alive()] });
    failing.set(which, new TypeError("odd"));
    await expect(look()).rejects.toThrow("odd");
  });
});
