import { afterEach, describe, expect, it } from "vitest";

import { RoleToggle } from "../../../../src/features/posts/engine/role-toggle.ts";
import { silentLog } from "../../../../src/base/log.ts";
import type { MemberRoles, RoleChange } from "../../../../src/discord/rest/member-roles.ts";
import { ManualClock } from "../../../support/manual-clock.ts";

/** Which of the roles that `seen` shows may do what. */
const plainRole = { id: "30", position: 1, permissions: 0n, inChannels: 0n, isManaged: false };
const press = { guildId: "10", memberId: "1", roleId: "30", has: false };
const refusal = { kind: "refused", name: "missing-permission", isCertain: true } as const;
type Answer = Awaited<ReturnType<MemberRoles["set"]>>;

const open: RoleToggle[] = [];
afterEach(() => Promise.all(open.splice(0).map((each) => each.stop())));

interface State {
  seen: Awaited<ReturnType<MemberRoles["look"]>>;
  ofChooser: Awaited<ReturnType<MemberRoles["of"]>>;
  answer: Answer;
  isHeld: boolean;
  atOnce: number;
  most: number;
}

/** Discord answers when the test says so, or at once. */
function stage(given: { patienceMs?: number; answer?: Answer; isHeld?: boolean } = {}) {
  const { patienceMs = 5, answer = { kind: "done" }, isHeld = false } = given;
  const asked: RoleChange[] = [];
  const held: (() => void)[] = [];
  const clock = new ManualClock(0);
  const state: State = {
    seen: { kind: "seen", ownerId: "9", roles: [plainRole] },
    ofChooser: [],
    answer,
    isHeld,
    atOnce: 0,
    most: 0,
  };
  const roles: MemberRoles = {
    look: async () => state.seen,
    of: async () => state.ofChooser,
    own: async () => ({ kind: "own", id: "8", roleIds: [] }),
    forget: () => {},
    async set(change, signal) {
      asked.push(change);
      state.atOnce += 1;
      state.most = Math.max(state.most, state.atOnce);
      const ended = Promise.withResolvers<void>();
      signal.addEventListener("abort", () => ended.resolve());
      held.push(ended.resolve);
      if (state.isHeld) await ended.promise;
      else await Promise.resolve();
      state.atOnce -= 1;
      return state.answer;
    },
  };
  const button = new RoleToggle({ roles, clock, log: silentLog, patienceMs });
  open.push(button);
  const letGo = () => {
    state.isHeld = false;
    for (const resolve of held.splice(0)) resolve();
  };
  return { button, asked, clock, state, letGo };
}

describe("a button that gives a role", () => {
  it("gives it to whoever lacks it, and takes it from whoever has it", async () => {
    const { button, asked } = stage();
    expect(await button.press(press)).toEqual({ kind: "done", has: true });
    expect(await button.press({ ...press, has: true })).toEqual({ kind: "done", has: false });
    expect(asked.map(({ has }) => has)).toEqual([true, false]);
  });

  it("answers soon while Discord is slow, and still does it", async () => {
    const { button, asked, letGo } = stage({ isHeld: true });
    expect(await button.press(press)).toMatchObject({ kind: "later", has: true });
    expect(asked).toHaveLength(1);
    letGo();
    expect(await button.press({ ...press, memberId: "2" })).toEqual({ kind: "done", has: true });
  });

  it("makes one change of many presses of one member, as the last one wanted", async () => {
    const { button, asked, letGo } = stage({ isHeld: true });
    const before = button.press({ ...press, memberId: "2" });
    const presses = Array.from({ length: 101 }, () => button.press(press));
    expect((await Promise.all(presses)).at(-1)).toMatchObject({ kind: "later", has: true });
    await before;
    letGo();
    await button.press({ ...press, memberId: "3" });
    expect(asked.map(({ memberId, has }) => `${memberId} ${has}`)).toEqual(["2 true", "1 true", "3 true"]);
  });

  it("asks nothing of Discord for a press that was taken back while it waited", async () => {
    const { button, asked, letGo } = stage({ isHeld: true });
    const presses = [button.press({ ...press, memberId: "2" }), button.press(press), button.press(press)];
    await Promise.all(presses);
    letGo();
    await button.press({ ...press, memberId: "3" });
    expect(asked.map(({ memberId }) => memberId)).toEqual(["2", "3"]);
  });

  it("turns round what is on its way", async () => {
    const { button, asked, letGo } = stage({ isHeld: true });
    const first = button.press(press);
    await button.press(press);
    letGo();
    await first;
    await button.press({ ...press, memberId: "2" });
    expect(asked.map(({ memberId, has }) => `${memberId} ${has}`)).toEqual(["1 true", "1 false", "2 true"]);
  });

  it("asks for 5,000 members one at a time in a server, and keeps none of them waiting", async () => {
    const { button, asked, state } = stage({ patienceMs: 60_000 });
    const members = Array.from({ length: 5_000 }, (_, index) => String(index));
    const answers = await Promise.all(members.map((memberId) => button.press({ ...press, memberId })));
    const soon = answers.filter(({ kind }) => kind === "done").length;
    expect(soon).toBeLessThan(25);
    expect(answers.filter(({ kind }) => kind === "later")).toHaveLength(5_000 - soon);
    expect(await button.press({ ...press, memberId: "last" })).toMatchObject({ kind: "later", has: true });
    while (asked.length < 5_001) await new Promise((resolve) => void setImmediate(resolve));
    expect(asked.pop()?.memberId).toBe("last");
    expect(asked.map(({ memberId }) => memberId)).toEqual(members);
    expect(state.most).toBe(1);
  });

  it("serves few servers at once, and all of them in the end", async () => {
    const { button, asked, state, letGo } = stage({ isHeld: true });
    const guilds = Array.from({ length: 20 }, (_, index) => String(index));
    await Promise.all(guilds.map((guildId) => button.press({ ...press, guildId })));
    expect(asked).toHaveLength(4);
    letGo();
    const last = stage();
    await Promise.all(guilds.map((guildId) => button.press({ ...press, guildId, memberId: "2" })));
    await last.button.press(press);
    expect(new Set(asked.map(({ guildId }) => guildId)).size).toBe(20);
    expect(state.most).toBeLessThanOrEqual(4);
  });

  it("takes no more than it can hold, and says so", async () => {
    const { button } = stage({ isHeld: true, patienceMs: 1 });
    const presses = Array.from({ length: 10_050 }, (_, index) =>
      button.press({ ...press, memberId: String(index) }),
    );
    const kinds = (await Promise.all(presses)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "busy")).toHaveLength(50);
  });

  it("does not ask again for a minute what was refused, however many press", async () => {
    const { button, asked, clock } = stage({ answer: refusal });
    const presses = Array.from({ length: 1_000 }, (_, index) =>
      button.press({ ...press, memberId: String(index) }),
    );
    const answers = await Promise.all(presses);
    const ends = await Promise.all(answers.map(async (one) => (one.kind === "later" ? one.ended : one)));
    expect(new Set(ends.map((end) => JSON.stringify(end)))).toEqual(
      new Set([JSON.stringify({ kind: "refused", name: "missing-permission" })]),
    );
    expect(asked).toHaveLength(1);
    expect(button.troubleOf("10", "30")).toBe("missing-permission");
    expect(button.troubleOf("10", "31")).toBeUndefined();
    clock.at = 60_000;
    await button.press(press);
    expect(asked).toHaveLength(2);
  });

  it("asks nothing for any role of a server that wants two factors, for a minute", async () => {
    const { button, asked, clock } = stage({ answer: { ...refusal, name: "needs-two-factor" } });
    const roles = Array.from({ length: 100 }, (_, index) => String(index));
    for (const roleId of roles) await button.press({ ...press, roleId });
    expect(asked).toHaveLength(1);
    expect(button.troubleOf("10", "99")).toBe("needs-two-factor");
    expect(await button.press({ ...press, guildId: "11" })).toMatchObject({ kind: "refused" });
    expect(asked).toHaveLength(2);
    clock.at = 60_000;
    await button.press(press);
    expect(asked).toHaveLength(3);
  });

  it("asks at once again when somebody says that it was mended", async () => {
    const { button, asked, state } = stage({ answer: refusal });
    await button.press(press);
    state.answer = { kind: "done" };
    button.forget("10");
    expect(button.troubleOf("10", "30")).toBeUndefined();
    expect(await button.press(press)).toEqual({ kind: "done", has: true });
    expect(asked).toHaveLength(2);
  });

  it.each([
    ["refused", true],
    ["unavailable", false],
  ] as const)("holds nothing against a role for what concerns one press: %s", async (name, isCertain) => {
    const { button, asked } = stage({ answer: { ...refusal, name, isCertain } });
    expect(await button.press(press)).toMatchObject({ kind: "refused", name });
    await button.press({ ...press, memberId: "2" });
    expect(asked).toHaveLength(2);
    expect(button.troubleOf("10", "30")).toBeUndefined();
  });

  describe("looks at the role again before it gives it", () => {
    const MANAGE_GUILD = 1n << 5n;
    const MANAGE_ROLES = 1n << 28n;
    const seen = (role: object, more: readonly object[] = []) =>
      ({ kind: "seen", ownerId: "9", roles: [{ ...plainRole, ...role }, ...more] }) as State["seen"];
    const [manager, below] = [
      { ...plainRole, id: "40", position: 5, permissions: MANAGE_ROLES },
      { ...plainRole, id: "41", position: 0, permissions: MANAGE_ROLES },
    ];

    it.each([
      ["was given a power", seen({ permissions: MANAGE_GUILD }), [], "powerful"],
      ["was given a power in a channel", seen({ inChannels: MANAGE_GUILD }), [], "powerful"],
      ["belongs to a bot by now", seen({ isManaged: true }), [], "managed"],
      ["is gone", seen({ id: "31" }), [], "role-gone"],
      ["stands above who chose it", seen({}, [below]), ["41"], "tooHigh"],
      ["was chosen by somebody who may not any more", seen({}, [manager]), [], "mayNot"],
      ["can't be seen", { ...refusal, name: "unavailable" }, [], "unavailable"],
      [
        "was chosen by somebody who can't be seen",
        seen({}),
        { ...refusal, name: "unavailable" },
        "unavailable",
      ],
    ] as const)("and gives none that %s", async (_, now, ofChooser, name) => {
      const { button, asked, state } = stage();
      Object.assign(state, { seen: now, ofChooser });
      expect(await button.press({ ...press, byId: "8" })).toEqual({ kind: "refused", name });
      expect(asked).toEqual([]);
    });

    it.each([
      ["who owns the server", "9", []],
      ["who still may", "8", ["40"]],
      ["who has left", "8", { ...refusal, name: "member-gone" }],
    ] as const)("and gives one without powers that was chosen by somebody %s", async (_, byId, ofChooser) => {
      const { button, state } = stage();
      Object.assign(state, { seen: seen({}, [manager]), ofChooser });
      expect(await button.press({ ...press, byId })).toEqual({ kind: "done", has: true });
    });

    it("takes it from whoever has it, whatever it can do by now", async () => {
      const { button, asked, state } = stage();
      state.seen = seen({ permissions: MANAGE_GUILD });
      await button.press(press);
      expect(await button.press({ ...press, has: true })).toEqual({ kind: "done", has: false });
      expect(asked.map(({ has }) => has)).toEqual([false]);
    });

    it("tells what it found, and gives the role once that was mended", async () => {
      const { button, state } = stage();
      state.seen = seen({ permissions: MANAGE_GUILD });
      await button.press(press);
      expect(button.troubleOf("10", "30")).toBe("powerful");
      state.seen = seen({});
      expect(await button.press(press)).toEqual({ kind: "done", has: true });
      expect(button.troubleOf("10", "30")).toBeUndefined();
    });
  });

  it("takes nothing more once it is stopped", async () => {
    const { button, asked } = stage();
    await button.stop();
    expect(await button.press(press)).toEqual({ kind: "busy" });
    expect(asked).toEqual([]);
  });
});
