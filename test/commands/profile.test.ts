import { describe, expect, it } from "vitest";

import profile from "../../commands/profile.ts";
import type { Services } from "../../src/features/services.ts";
import { MilepostError } from "../../src/base/errors.ts";
import { GeneralUser } from "../../src/platform/resources/user.ts";
import { dated, fakePlatform, fakeServices } from "../support/fake-services.ts";
import { NOW, buttonsIn, callOf, contextOf, press, run, seen, selectIn } from "../support/run-command.ts";
import { english } from "../../src/messages/en.ts";

const update = async () => false;
const rerun = () => Promise.reject(new Error("nothing was interrupted"));

const user = (membershipId: string, displayName: string | null, fields: object = {}) =>
  GeneralUser.parse({ membershipId, displayName, uniqueName: membershipId, ...fields });
const users = [
  user("1", "Ann", { about: "Mine", firstAccess: "2020-01-01T00:00:00Z" }),
  user("2", "ann", { firstAccess: "2020-01-03T00:00:00Z" }),
  user("3", "Bo", {
    profileBanExpire: new Date(NOW + 86_400_000).toISOString(),
    firstAccess: "2020-01-01T05:00:00Z",
    pcDisplayName: "bo_9",
    consoleADisplayName: "bo",
  }),
  user("4", null, { isDeleted: true, about: "gone words", profilePicturePath: "/gone.png" }),
  user("5", "Cy", { profileBanExpire: "9999-12-31T00:00:00Z" }),
  user("77", "123", {}),
];

function table(): Services {
  const platform = fakePlatform(
    {
      async userById({ membershipId }) {
        const found = users.find((one) => one.membershipId === membershipId);
        if (found === undefined) throw new MilepostError("not-found");
        return dated(found);
      },
      userSearch: async ({ name }) =>
        dated({
          entries: users.filter((one) =>
            (one.displayName ?? "").toLowerCase().startsWith(name.toLowerCase()),
          ),
          hasMore: false,
        }),
    },
    ["user.byId", "user.search"],
  );
  return fakeServices({ platform, operator: { contact: "keepers@operator.example" } });
}

const isForMember = (options: object) =>
  profile.isForMember?.({
    player: undefined,
    member: undefined,
    compare: undefined,
    show: undefined,
    ...options,
  });

describe("/profile", () => {
  it("finds nobody where the service has no such thing instead", async () => {
    const services = table();
    const platform = {
      ...services.platform,
      userSearch: () => Promise.reject(new MilepostError("not-found", { operation: "user.search" })),
    };
    expect(seen(await run(profile, { ...services, platform }, { player: "Zed" }))).toContain(
      english.profile.nobody.title("Zed"),
    );
  });

  it("looks at the next page where the first one is empty and the platform says that there is more", async () => {
    const services = table();
    const [ann] = users;
    const platform = {
      ...services.platform,
      userSearch: async ({ page = 0 }: { page?: number }) =>
        dated({ entries: page === 1 && ann !== undefined ? [ann] : [], hasMore: true }),
    };
    expect(seen(await run(profile, { ...services, platform }, { player: "Ann" }))).toContain(
      english.profile.id("1"),
    );
  });

  it("takes an id, a name in any case, and a name made of digits", async () => {
    const services = table();
    expect(seen(await run(profile, services, { player: "1" }))).toContain(english.profile.id("1"));
    expect(seen(await run(profile, services, { player: "bo" }))).toContain(english.profile.id("3"));
    expect(seen(await run(profile, services, { player: "123" }))).toContain(english.profile.id("77"));
  });

  it("offers all whose name fits, and opens the chosen one", async () => {
    const services = table();
    const reply = await run(profile, services, { player: "ANN" });
    const { choose, entries } = selectIn(reply);
    expect(entries.map(({ value }) => value)).toEqual(["1", "2"]);
    expect(seen(await press(profile, services, { ...choose, chosen: "2" }))).toContain(
      english.profile.id("2"),
    );
  });

  it("says when nobody fits", async () => {
    const reply = await run(profile, table(), { player: "Zoe" });
    expect(seen(reply)).toContain(english.profile.nobody.title("Zoe"));
    expect(reply.isForAsker).toBe(true);
  });

  it("asks whose, with the member's own recents and nobody else's", async () => {
    const services = table();
    expect(seen(await run(profile, services))).toContain(english.profile.whose.title);
    await run(profile, services, { player: "1" });
    const alone = await run(profile, services, {}, { isPrivate: true });
    expect(selectIn(alone).entries).toEqual([{ label: "Ann", value: "1" }]);
    const other = await run(profile, services, {}, { member: { id: "2" }, isPrivate: true });
    expect(other.blocks.some(({ type }) => type === "select")).toBe(false);
  });

  it("has a form to type a name where nobody is named", async () => {
    const services = table();
    const asks = await run(profile, services, {}, { isPrivate: true });
    const form = profile.modals?.[callOf(asks, english.profile.whose.type).action];
    const context = { ...contextOf(services), state: {} };
    expect(form?.show(context)).toMatchObject({ title: english.profile.whose.type });
    const shown = await form?.submitted({ ...context, update, rerun, fields: { player: "Ann" } });
    expect(shown && seen(shown)).toContain("Ann");
  });

  it("asks whose in private, and answers in public as soon as somebody is named", () => {
    expect([{}, { player: "1" }, { member: "1" }, { compare: "1" }].map(isForMember)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it("lets nobody else see whom a member looked at, not even while they ask in the channel", async () => {
    const services = table();
    await run(profile, services, { player: "1" });
    const shared = await run(profile, services);
    expect(seen(shared)).not.toContain("Ann");
    const button = callOf(shared, english.profile.showRecents);
    expect(profile.actions?.[button.action]).toMatchObject({ for: "anyone", answer: "private" });
    expect(profile.actions?.["compare"]).toMatchObject({ for: "anyone", answer: "private" });
    expect(selectIn(await press(profile, services, button)).entries).toEqual([{ label: "Ann", value: "1" }]);
    const stranger = await press(profile, services, button, { member: { id: "2" } });
    expect(seen(stranger)).toContain(english.profile.noRecents.title);
  });

  it("takes two at most", async () => {
    expect(seen(await run(profile, table(), { player: "1", member: "5", compare: "3" }))).toContain(
      english.profile.tooMany.title,
    );
  });

  it("says banned and deleted in words, and shows nothing a deleted player wrote", async () => {
    const services = table();
    expect(seen(await run(profile, services, { player: "3" }))).toMatch(/Banned until: <t:\d+:f>/);
    expect(seen(await run(profile, services, { player: "5" }))).toContain(english.profile.bannedForGood);
    const deleted = seen(await run(profile, services, { player: "4" }));
    expect(deleted).toContain("Deleted player");
    expect(deleted).not.toMatch(/gone/);
  });

  it("compares by option, and asks which one where a name fits several", async () => {
    const services = table();
    const compared = seen(await run(profile, services, { player: "1", compare: "3" }));
    expect(compared).toContain(english.profile.sameDay);
    expect(compared).toContain("Bo: **bo** (Console A) · **bo\\_9** (PC)\n");
    const reply = await run(profile, services, { player: "3", compare: "ann" });
    const { choose } = selectIn(reply);
    const chosen = await press(profile, services, { ...choose, chosen: "2" });
    expect(seen(chosen)).toContain(english.profile.earlier("Bo", 1, "1"));
    expect(seen(await run(profile, services, { player: "1", compare: "1" }))).toContain(
      english.profile.samePlayer.title,
    );
  });

  it("compares by button with whom the presser looked at", async () => {
    const services = table();
    await run(profile, services, { player: "3" });
    const shown = await run(profile, services, { player: "1" });
    const picker = await press(profile, services, callOf(shown, "Compare"));
    expect(selectIn(picker).entries.map(({ value }) => value)).toEqual(["3"]);
    const stranger = await press(profile, services, callOf(shown, "Compare"), { member: { id: "9" } });
    expect(seen(stranger)).toContain("No other recent players yet");
  });

  it("suggests recents even while the platform fails", async () => {
    const services = table();
    await run(profile, services, { player: "1" });
    const platform = fakePlatform(
      {
        userSearch: async () => {
          throw new MilepostError("platform-timeout");
        },
      },
      ["user.search"],
    );
    const suggest = profile.options.player.autocomplete;
    expect(await suggest?.({ ...contextOf(services), platform, typed: "an" })).toEqual([
      { name: "Ann", value: "1" },
    ]);
  });

  it("refuses crafted ids", async () => {
    for (const player of ["x", "", "1".repeat(30)]) {
      const call = { command: "profile", action: "open", state: { player } };
      await expect(press(profile, table(), call)).rejects.toMatchObject({ code: "bad-input" });
    }
  });

  it("lets anyone report, and offers Hide only where others can see it", async () => {
    const services = table();
    const labels = async (asking: object) =>
      buttonsIn(await run(profile, services, { player: "1" }, asking)).map(({ label }) => label);
    expect(await labels({})).toEqual(["Compare", "Report", "Hide"]);
    expect(await labels({ isPrivate: true })).toEqual(["Compare", "Report"]);
    const shown = await run(profile, services, { player: "1" });
    expect(seen(await press(profile, services, callOf(shown, "Report")))).toContain(
      "keepers@operator.example",
    );
    const hidden = await press(profile, services, callOf(shown, "Hide"), { member: { isModerator: true } });
    expect(seen(hidden)).toBe(`*${english.shared.hidden}*`);
    expect(profile.actions?.["hide"]?.for).toBe("moderators");
  });
});
