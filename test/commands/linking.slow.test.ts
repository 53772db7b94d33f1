import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";

import { addNotices } from "../../src/features/account/add-notices.ts";
import { Secret } from "../../src/base/secret.ts";
import { keyFingerprint } from "../../src/sessions/bundle/key-fingerprint.ts";
import { parseProfile } from "../../src/platform/profile/load.ts";
import { createCookieCredential } from "../../src/platform/cookies.ts";
import { makeBundle } from "../../src/sessions/bundle/make-bundle.ts";
import type { Reply } from "../../src/discord/reply/reply.ts";
import type { LinkedAccount } from "../../src/sessions/session.ts";
import { buttonsIn, contextOf, seen } from "../support/run-command.ts";
import { type LinkTable, openLinkTable } from "./link-harness.ts";
import { speak } from "../support/languages.ts";
import { DAY } from "../support/time.ts";
import { english } from "../../src/messages/en.ts";

let last = 0;
const shown = (reply: Reply | undefined) => seen(reply ?? { blocks: [] }).replaceAll("\\", "");
const somebody = () => String(900_000_000_000_000_000n + BigInt((last += 1)));

const labelOf = (reply: Reply, start: string) =>
  buttonsIn(reply).find(({ label }) => label.startsWith(start))?.label ?? "";

describe("linking over the embedded platform", () => {
  speak({
    code: "fi",
    name: "Suomi",
    isMachineTranslated: false,
    read: (area) => (area === "sealPage" ? { title: "Sinetöi istunto" } : {}),
  });
  let table: LinkTable;
  beforeAll(async () => {
    table = await openLinkTable("neutral");
  });
  afterEach(() => {
    table.platform.faults.clear();
    table.accepts = "sealed,cookies";
  });
  afterAll(() => table.close());

  const kept = (memberId: string) => table.sessions.store.list(memberId);
  const bundleFor = async (discordId: string, header: string, origin = table.sessions.place.hosts.portal) => {
    const pairs = header.split("; ").map((pair) => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at), pair.slice(at + 1)] as const;
    });
    const contents = {
      cookies: Object.fromEntries(pairs),
      discordId,
      origin: new URL(origin).origin,
      expiresAt: new Date(table.clock.now() + 60_000).toISOString(),
    };
    return makeBundle(contents, (await table.sessions.bundles.recipient()) ?? "");
  };

  it("tells every sentence of the consent card before anything else", async () => {
    const card = seen(await table.run(somebody(), "link"));
    for (const sentence of [
      "never a password",
      "Up to 4 cookies are stored encrypted; the rest you paste is dropped",
      "anything you can do on the site, not just look",
      "doesn't support this and may act against your account",
      "The keepers",
      "Encryption can't stop the operator",
      "</unlink:99>",
      "signing out on the site ends it everywhere",
      "after 30 days unused, or 7 days after it ends",
      "bots may not ask for sessions",
      "Anyone asking for it in a message wants your account",
      "13 or older",
    ]) {
      expect(card).toContain(sentence);
    }
  });

  it("shows the exact commands, with the bot's key and the member's id", async () => {
    const memberId = somebody();
    const guide = await table.press(memberId, await table.run(memberId, "link"), english.link.consent.agree);
    const terminal = seen(await table.press(memberId, guide, "Command line"));
    const recipient = await table.sessions.bundles.recipient();
    const options = `--recipient ${recipient} --member ${memberId} --profile neutral.json`;
    expect(terminal).toContain(`npx --no-install milepost sign-in ${options}`);
    expect(terminal).toContain(`npx --no-install milepost seal ${options}`);
    expect(terminal).toContain(english.link.guide.phone);
    const [before, after] = terminal.split("npx --no-install milepost sign-in");
    expect([before, after].map((part) => /F12|private window/.test(part ?? ""))).toEqual([false, true]);
  });

  it("shows the digits of the key its page seals to, here and in the page", async () => {
    const memberId = somebody();
    const guide = await table.press(memberId, await table.run(memberId, "link"), english.link.consent.agree);
    const [page] = guide.blocks.flatMap((block) => (block.type === "file" ? [block.file] : []));
    const digits = keyFingerprint((await table.sessions.bundles.recipient()) ?? "");
    expect(digits).toMatch(/^(?:[0-9A-F]{4} ){4}[0-9A-F]{4}$/);
    expect(seen(guide)).toContain(digits);
    expect(Buffer.from(page?.bytes ?? []).toString("utf8")).toContain(digits);
  });

  it("makes the page in the language of whoever asked for it", async () => {
    const page = await table.sessions.sealPage(
      somebody(),
      (await table.sessions.bundles.recipient()) ?? "",
      "fi",
    );
    const text = Buffer.from(page).toString("utf8");
    expect(text).toContain('lang="fi"');
    expect(text).toContain("Sinetöi istunto");
  });

  it("hands over the profile the commands need, which they can load", async () => {
    const memberId = somebody();
    const guide = await table.press(memberId, await table.run(memberId, "link"), english.link.consent.agree);
    const { blocks } = await table.press(memberId, guide, "Command line");
    const [file] = blocks.flatMap((block) => (block.type === "file" ? [block.file] : []));
    expect(file?.name).toBe("neutral.json");
    const { profile } = parseProfile(Buffer.from(file?.bytes ?? []).toString("utf8"));
    expect(profile?.hosts.portal).toBe(table.sessions.place.hosts.portal);
  });

  it("stores nothing before the account was confirmed, and then runs what waited", async () => {
    const memberId = somebody();
    const confirm = await table.paste(memberId, table.headerOf(0), "progress");
    const name = table.platform.world.players.name(0);
    expect(seen(confirm)).toContain(name);
    expect(await kept(memberId)).toEqual([]);
    const answer = await table.press(memberId, confirm, english.link.confirm.keep);
    expect(seen(answer)).toContain(`Linked: ${name}`);
    expect(seen(answer)).toContain("What next?");
    expect(await kept(memberId)).toMatchObject([
      { isActive: true, state: "alive", consent: { away: false, snapshots: false } },
    ]);
  });

  it("says at the confirmation that the cookies were copied for another site", async () => {
    const pasted = JSON.stringify(
      table
        .headerOf(0)
        .split("; ")
        .map((pair) => {
          const at = pair.indexOf("=");
          return { name: pair.slice(0, at), value: pair.slice(at + 1), domain: "elsewhere.example" };
        }),
    );
    const confirm = shown(await table.paste(somebody(), pasted));
    expect(confirm).toContain("Is this your account?");
    expect(confirm).toContain("You copied them on elsewhere.example, not the platform");
    const own = shown(await table.paste(somebody(), table.headerOf(0)));
    expect(own).not.toContain("You copied them on");
  });

  it("lets nobody else confirm, and no paste but the last", async () => {
    const memberId = somebody();
    const first = await table.paste(memberId, table.headerOf(0));
    expect(seen(await table.press(somebody(), first, english.link.confirm.keep))).toContain("took too long");
    const second = await table.paste(memberId, table.headerOf(1));
    expect(seen(await table.press(memberId, first, english.link.confirm.keep))).toContain("took too long");
    expect(seen(await table.press(memberId, second, "No"))).toContain(english.link.nothingStored);
    expect(seen(await table.press(memberId, second, english.link.confirm.keep))).toContain("took too long");
    expect(await kept(memberId)).toEqual([]);
  });

  it("forgets what was not confirmed within ten minutes", async () => {
    const [patient, memberId] = [somebody(), somebody()];
    const soon = await table.paste(patient, table.headerOf(1));
    const confirm = await table.paste(memberId, table.headerOf(0));
    table.clock.advance(10 * 60_000 - 10_000);
    expect(seen(await table.press(patient, soon, english.link.confirm.keep))).not.toContain("took too long");
    table.clock.advance(10_001);
    expect(seen(await table.press(memberId, confirm, english.link.confirm.keep))).toContain("took too long");
    expect(await table.sessions.waiting.pending.get(memberId)).toBeUndefined();
  });

  it("uses a session once, keeps no byte of it, and forgets it", async () => {
    const memberId = somebody();
    const confirm = await table.paste(memberId, table.headerOf(0));
    const answer = await table.press(memberId, confirm, english.link.confirm.once);
    expect(seen(answer)).toContain(english.link.done.once);
    expect(seen(answer)).toContain("What next?");
    expect(await kept(memberId)).toEqual([]);
    expect(seen(await table.run(memberId, "vault"))).not.toContain("once linked");
    table.clock.advance(15 * 60_000 + 1);
    expect(seen(await table.run(memberId, "vault"))).toContain("once linked");
  });

  describe("says exactly what was wrong:", () => {
    it("a cookie that is missing, the form, and where it is", async () => {
      const pasted = "curl 'https://elsewhere.example/' -H 'Cookie: portald=12345; portaldid=abcd'";
      const said = seen(await table.paste(somebody(), pasted));
      expect(said).toContain("Recognized: copy as cURL.");
      expect(said).toContain("Found: portald and portaldid.");
      expect(said).toMatch(/portalatk is missing\. Look under Application \\?> Cookies/);
      expect(said).not.toContain("portalme");
    });

    it("cookies of a session that is over", async () => {
      const header = table.headerOf(3);
      table.platform.signIn.sessions.revoke();
      expect(seen(await table.paste(somebody(), header))).toContain(english.link.ended.title);
    });

    it.each([
      [{ kind: "maintenance" }, "The platform is in maintenance"],
      [{ kind: "http", status: 500 }, english.errors.byCode["platform-unavailable"].title],
    ] as const)("a platform that is down (%o)", async (fault, text) => {
      const header = table.headerOf(0);
      table.platform.faults.add(fault);
      const said = seen(await table.paste(somebody(), header));
      expect(said).toContain(text);
      expect(said).toContain("Your cookies couldn't be checked");
    });

    it("an account that is not registered", async () => {
      vi.spyOn(table.sessions.client, "checkSession").mockResolvedValueOnce({ outcome: "not-registered" });
      const said = await table.paste(somebody(), table.headerOf(0));
      expect(seen(said)).toContain(english.link.notRegistered.title);
    });

    it("a name and password, which are neither used nor kept", async () => {
      const before = table.platform.requests.total;
      const said = seen(await table.paste(somebody(), "mira@harbour.example\nharbour-lights-9"));
      expect(said).toContain("That looks like a name and password");
      expect(said).not.toContain("harbour-lights-9");
      expect(table.platform.requests.total).toBe(before);
    });

    it("a text that was cut off", async () => {
      const pasted = `other=${"x".repeat(3_990)}`.padEnd(4_000, "y");
      expect(seen(await table.paste(somebody(), pasted))).toContain(english.link.tabs.browser);
    });
  });

  it("takes a sealed bundle of the member, and nobody else's", async () => {
    const [ann, ben] = [somebody(), somebody()];
    const bundle = await bundleFor(ann, table.headerOf(0));
    expect(seen(await table.paste(ben, bundle))).toContain(english.link.bundle["other-member"].title);
    expect(seen(await table.paste(ann, bundle))).toContain("Is this your account?");
    const foreign = await bundleFor(ann, table.headerOf(0), "https://other.example");
    expect(seen(await table.paste(ann, foreign))).toContain("for another platform");
  });

  it("takes sealed bundles alone where others can add the bot", async () => {
    table.accepts = "sealed";
    const memberId = somebody();
    const before = table.platform.requests.total;
    const said = seen(await table.paste(memberId, table.headerOf(0)));
    expect(said).toContain(english.link.notAccepted.title);
    expect(table.platform.requests.total).toBe(before);
    const bundle = await bundleFor(memberId, table.headerOf(0));
    expect(seen(await table.paste(memberId, bundle))).toContain("Is this your account?");
  });

  it("tells once that a session has ended, and links again from there", async () => {
    const memberId = somebody();
    await table.link(memberId, 2);
    table.platform.signIn.sessions.revoke();
    const ended = await table.run(memberId, "vault");
    expect(seen(ended)).toContain(english.link.ownEnded.title);
    expect(await kept(memberId)).toMatchObject([{ state: "dead" }]);
    const context = { ...contextOf(table.services, { member: { id: memberId }, isPrivate: true }) };
    expect(seen(await addNotices(context, { blocks: [] }))).toBe("");
    await table.link(memberId, 2);
    expect(await kept(memberId)).toMatchObject([{ state: "alive" }]);
    expect(seen(await table.run(memberId, "progress"))).toContain("What next?");
  });

  it("keeps what a member allowed when the same account is linked again, and says so", async () => {
    const memberId = somebody();
    expect(seen(await table.link(memberId, 0))).toContain(english.link.done.away);
    const [session] = await kept(memberId);
    const of = { discordId: memberId, id: session?.id ?? "" };
    const said = async (consent: { away: boolean; snapshots: boolean }) => {
      await table.sessions.store.consent(of, consent);
      const reply = seen(await table.link(memberId, 0));
      expect(await kept(memberId)).toMatchObject([{ id: of.id, consent }]);
      return reply;
    };
    const { allowed } = english.link.done;
    expect(await said({ away: true, snapshots: true })).toContain(allowed.both);
    expect(await said({ away: true, snapshots: false })).toContain(allowed.away);
    expect(await said({ away: false, snapshots: true })).toContain(allowed.snapshots);
    expect(await said({ away: false, snapshots: false })).toContain(english.link.done.away);
  });

  it("lets one odd refusal pass: a probe decides", async () => {
    const memberId = somebody();
    await table.link(memberId, 0);
    table.platform.faults.add({ kind: "code", code: 99, operation: "progression", times: 1 });
    await expect(table.run(memberId, "progress")).rejects.toMatchObject({ code: "platform-unavailable" });
    expect(await kept(memberId)).toMatchObject([{ state: "alive" }]);
    expect(seen(await table.run(memberId, "progress"))).toContain("What next?");
  });

  it("keeps a suspect session while the platform can't say, and takes it up again", async () => {
    const memberId = somebody();
    await table.link(memberId, 0);
    table.platform.faults.add({ kind: "code", code: 99, operation: "progression", times: 1 });
    table.platform.faults.add({ kind: "maintenance", operation: "signIn" });
    table.platform.faults.add({ kind: "maintenance", operation: "account.current" });
    await expect(table.run(memberId, "progress")).rejects.toMatchObject({ code: "platform-maintenance" });
    expect(await kept(memberId)).toMatchObject([{ state: "suspect" }]);
    table.platform.faults.clear();
    expect(seen(await table.run(memberId, "progress"))).toContain("What next?");
    expect(await kept(memberId)).toMatchObject([{ state: "alive" }]);
  });

  it("shows nothing of a session that belongs to another account than was confirmed", async () => {
    const memberId = somebody();
    await table.link(memberId, 0);
    const [own] = await kept(memberId);
    const cookies = new Map(
      table
        .headerOf(1)
        .split("; ")
        .map((pair) => {
          const at = pair.indexOf("=");
          return [pair.slice(0, at), new Secret(pair.slice(at + 1))] as const;
        }),
    );
    const account: LinkedAccount = own?.account ?? { accounts: [] };
    const jar = createCookieCredential(cookies, table.sessions.place);
    await table.sessions.store.add({
      discordId: memberId,
      jar,
      account,
      consent: { away: false, snapshots: false },
    });
    table.sessions.proven.clear();
    expect(seen(await table.run(memberId, "progress"))).toContain(english.link.ownEnded.title);
    expect(await kept(memberId)).toMatchObject([{ state: "dead" }]);
    expect(seen(await table.run(memberId, "account"))).not.toMatch(/unused|session ends/);
  });

  it("keeps what the platform renews, even when several commands run at once", async () => {
    const memberId = somebody();
    await table.link(memberId, 0);
    const before = (await kept(memberId))[0]?.renewedAt ?? 0;
    table.clock.advance(4 * DAY);
    await Promise.all([table.run(memberId, "progress"), table.run(memberId, "vault")]);
    const [session] = await kept(memberId);
    expect(session?.renewedAt).toBeGreaterThan(before);
    expect(session?.expiresAt).toBeGreaterThan(table.clock.now());
    table.clock.advance(4 * DAY);
    expect(seen(await table.run(memberId, "progress"))).toContain("What next?");
  });

  it("tells before the end only where it is known, and once", async () => {
    const memberId = somebody();
    await table.link(memberId, 0);
    const context = () => ({
      ...contextOf(table.services, { member: { id: memberId }, isPrivate: true, now: table.clock.now() }),
    });
    expect(seen(await addNotices(context(), { blocks: [] }))).toBe("");
    table.clock.advance(4 * DAY);
    await table.run(memberId, "progress");
    table.clock.advance(6.5 * DAY);
    expect(seen(await addNotices(context(), { blocks: [] }))).toContain("Your session ends");
    expect(seen(await addNotices(context(), { blocks: [] }))).toBe("");
  });

  it("tells before an end that is known from the paste alone, unless it is past", async () => {
    const [ann, ben] = [somebody(), somebody()];
    const pasted = (player: number, endsIn: number) =>
      table
        .headerOf(player)
        .split("; ")
        .map((pair) => `Set-Cookie: ${pair}; Expires=${new Date(table.clock.now() + endsIn).toUTCString()}`)
        .join("\n");
    for (const [member, endsIn] of [
      [ann, 3 * DAY],
      [ben, -DAY],
    ] as const) {
      await table.press(member, await table.paste(member, pasted(0, endsIn)), english.link.confirm.keep);
    }
    table.clock.advance(2.5 * DAY);
    const noticesOf = async (id: string) => {
      const asking = { member: { id }, isPrivate: true, now: table.clock.now() };
      return seen(await addNotices(contextOf(table.services, asking), { blocks: [] }));
    };
    expect(await noticesOf(ann)).toContain("Your session ends");
    expect(await noticesOf(ann)).toBe("");
    expect(await noticesOf(ben)).toBe("");
    expect((await kept(ben))[0]?.expiresAt).toBeUndefined();
  });

  it("switches between accounts, and notes each use under its own", async () => {
    const memberId = somebody();
    await table.link(memberId, 0);
    await table.link(memberId, 1);
    const [one, two] = await kept(memberId);
    expect([one?.isActive, two?.isActive].filter(Boolean)).toHaveLength(1);
    await table.run(memberId, "vault");
    const active = (await kept(memberId)).find(({ isActive }) => isActive);
    const other = (await kept(memberId)).find(({ isActive }) => !isActive);
    expect(await table.sessions.store.uses({ discordId: memberId, id: active?.id ?? "" })).toMatchObject([
      { command: "/vault", isAway: false },
    ]);
    expect(await table.sessions.store.uses({ discordId: memberId, id: other?.id ?? "" })).toEqual([]);
    const panel = await table.run(memberId, "account");
    expect(seen(panel)).toContain(english.account.accounts.pick);
  });

  it("says so when what was unlinked or forgotten is not overwritten yet", async () => {
    const memberId = somebody();
    const { store } = table.sessions;
    const unlink = store.unlink.bind(store);
    const held = vi.spyOn(store, "unlink").mockImplementation(async (of) => ({
      ...(await unlink(of)),
      isOverwritten: false,
    }));
    await table.link(memberId, 0);
    const asks = await table.run(memberId, "unlink");
    const gone = shown(await table.press(memberId, asks, labelOf(asks, "Unlink ")));
    expect(gone).toContain(english.link.unlink.notOverwritten);
    await table.link(memberId, 0);
    const data = await table.press(memberId, await table.run(memberId, "account"), "My data");
    const sure = await table.press(memberId, data, english.account.data.forget);
    const traces = vi
      .spyOn(table.services, "forgetTraces")
      .mockImplementation(async (_, deleteData) => [await deleteData(), false]);
    const forgotten = await table.press(memberId, sure, english.account.data.forget);
    traces.mockRestore();
    expect(shown(forgotten)).toContain(english.link.unlink.notOverwritten);
    held.mockRestore();
    await table.link(memberId, 0);
    const again = await table.run(memberId, "unlink");
    const done = shown(await table.press(memberId, again, labelOf(again, "Unlink ")));
    expect(done).not.toContain(english.link.unlink.notOverwritten);
  });

  it("exports everything with cookies masked, and forgets everything", async () => {
    const memberId = somebody();
    const header = table.headerOf(0);
    const confirm = await table.paste(memberId, header);
    await table.press(memberId, confirm, english.link.confirm.keep);
    table.services.recentPlayers.add(memberId, { id: "5", name: "Someone" });
    const data = await table.press(memberId, await table.run(memberId, "account"), "My data");
    const exported = await table.press(memberId, data, english.account.data.export);
    const file = exported.blocks.find((block) => block.type === "file");
    const json = new TextDecoder().decode(file?.type === "file" ? file.file.bytes : new Uint8Array());
    expect(JSON.parse(json)).toMatchObject({
      discordId: memberId,
      sessions: [{ cookies: { portalatk: "[secret]" } }],
    });
    for (const pair of header.split("; ")) expect(json).not.toContain(pair.slice(pair.indexOf("=") + 1));
    const sure = await table.press(memberId, data, english.account.data.forget);
    expect(seen(await table.press(memberId, sure, english.account.data.forget))).toContain("Sessions: 1");
    expect(await kept(memberId)).toEqual([]);
    expect(table.services.recentPlayers.of(memberId)).toEqual([]);
  });

  it("keeps snapshots only after a yes, and deletes them with a no", async () => {
    const memberId = somebody();
    await table.link(memberId, 0);
    await table.run(memberId, "progress");
    const [session] = await kept(memberId);
    const of = { discordId: memberId, id: session?.id ?? "" };
    expect(await table.sessions.snapshots.list(of)).toEqual([]);
    const privacy = await table.press(memberId, await table.run(memberId, "account"), "Privacy");
    const on = await table.press(memberId, privacy, english.account.privacy.keepSnapshots);
    await table.run(memberId, "progress");
    expect(await table.sessions.snapshots.list(of)).toHaveLength(1);
    await table.press(memberId, on, english.account.privacy.dropSnapshots);
    expect(await table.sessions.snapshots.list(of)).toEqual([]);
  });

  it("deletes sessions that were idle for 30 days, and dead ones after 7", async () => {
    const [idle, dead] = [somebody(), somebody()];
    await table.link(idle, 0);
    await table.link(dead, 1);
    table.platform.signIn.sessions.revoke();
    await table.run(dead, "vault");
    table.clock.advance(7 * DAY + 1);
    await table.sessions.sweep();
    expect(await kept(dead)).toEqual([]);
    expect(await kept(idle)).toHaveLength(1);
    table.clock.advance(23 * DAY);
    await table.sessions.sweep();
    expect(await kept(idle)).toEqual([]);
  });

  it("says so where private commands are switched off", async () => {
    const { linking: _, ...bare } = table.services;
    const { default: link } = await import("../../commands/link.ts");
    const { run } = await import("../support/run-command.ts");
    expect(seen(await run(link, bare))).toContain(english.link.off.title);
  });
});

describe("500 members at once", () => {
  it("each sees their own account and nobody else's", async () => {
    const table = await openLinkTable("neutral");
    const members = Array.from({ length: 500 }, (_, index) => ({ id: somebody(), player: index % 300 }));
    const names = new Map(members.map(({ player }) => [player, table.platform.world.players.name(player)]));
    for (const { id, player } of members) await table.link(id, player);
    const answers = await Promise.all(members.map(({ id }) => table.run(id, "vault")));
    const panels = await Promise.all(members.map(({ id }) => table.run(id, "account")));
    for (const [index, { player }] of members.entries()) {
      const [game] = table.platform.world.players.accounts(player);
      expect(shown(answers[index])).toContain(game === undefined ? "No game account" : `-# ${game.name}`);
      expect(shown(panels[index])).toContain(names.get(player));
    }
    await table.close();
  });
});
