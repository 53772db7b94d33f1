import { afterEach, beforeEach, expect, it } from "vitest";

import announce from "../../commands/announce.ts";
import { noMetrics } from "../../src/base/metrics.ts";
import { silentLog } from "../../src/base/log.ts";
import { Secret } from "../../src/base/secret.ts";
import type { Resolved } from "../../src/discord/command/invocation-context.ts";
import { CustomIds } from "../../src/discord/interaction/custom-id.ts";
import { Poster } from "../../src/discord/post/poster.ts";
import { createPostWriter } from "../../src/discord/post/post-writer.ts";
import type { ActionCall, Reply } from "../../src/discord/reply/reply.ts";
import { createMemberPermissions } from "../../src/discord/rest/member-permissions.ts";
import { createOwnPermissions } from "../../src/discord/rest/permissions.ts";
import { createRestConnection } from "../../src/discord/rest/rest-connection.ts";
import { serverChannels } from "../../src/discord/post/server-channels.ts";
import type { Services } from "../../src/features/services.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { openWorld, START, type World } from "../features/posts/posting-harness.ts";
import { MemoryStateStore } from "../support/memory-state-store.ts";
import { type Asking, callOf, markdownIn, press, run } from "../support/run-command.ts";
import { ALL } from "./announce-harness.ts";
import { MINUTE } from "../support/time.ts";

const VIEW = String(1n << 10n);
const SEND = String(1n << 11n);
const note = { what: "Raid night", when: "today 18:00" };
const names: Readonly<Record<string, string>> = {
  [Ids.pingRole]: "Weekly resets",
  [Ids.memberRole]: "Member",
};

let world: World;
let services: Services;
beforeEach(async () => {
  world = await openWorld();
  const { clock } = world.table;
  const token = new Secret(world.discord.token);
  const parts = { token, apiUrl: world.discord.url, clock, log: silentLog, metrics: noMetrics };
  const { rest } = createRestConnection(parts);
  const ids = new CustomIds([Buffer.alloc(32, 7)], new MemoryStateStore(clock), clock);
  const channels = serverChannels({
    permissions: createOwnPermissions({ rest, clock }),
    forMember: createMemberPermissions({ rest, clock }),
    poster: new Poster({ rest, clock }),
    write: createPostWriter(ids),
  });
  services = { ...world.services, channels, reminders: world.reminders.service };
});
afterEach(() => world.close());

/** A command describes what was picked in it, a press only where it was made. */
const described: Resolved = {
  channel: (id = "") => ({ id, name: "a", type: id === Ids.forum ? 15 : 0, permissions: ALL }),
  role: (id = "") => ({ id, name: names[id] ?? id, isMentionable: true, isManaged: false }),
};
const nothing: Resolved = { channel: () => undefined, role: () => undefined };

const by = (resolved: Resolved, guildId: string = Ids.harbour): Asking => ({
  member: { id: Ids.moderator, isAdmin: true, roleIds: [Ids.moderatorRole, Ids.memberRole] },
  place: { guildId, channelId: Ids.readOnly, guildLocale: "en-US" },
  isPrivate: true,
  now: START,
  resolved,
});
const follow = (call: ActionCall, guildId?: string) => press(announce, services, call, by(nothing, guildId));
const made = (options: object = {}) => {
  const command = announce.subcommands["new"];
  if (command === undefined) throw new Error("no subcommand");
  return run(command, services, { ...note, channel: Ids.general, ...options }, by(described));
};
const deny = (deny: string, channel: string = Ids.general) =>
  world.discord.local.setOverwrite({ channel, target: Ids.moderatorRole, allow: "0", deny });
const kept = async () => services.reminders.ofGuild(Ids.harbour);
const onlyOne = async () => {
  const [one] = await kept();
  if (one === undefined) throw new Error("nothing was set");
  return one;
};
const posts = () => world.texts(Ids.general, Ids.admin);

it("sets nothing from a card whose admin lost the channel since, and sets it where they have it", async () => {
  const card = callOf(await made(), "Set it");
  await deny(SEND);
  const refused = await follow(card);
  expect(markdownIn(refused)).toContain(`You need **Send Messages** in <#${Ids.general}> yourself`);
  expect(await kept()).toEqual([]);
  await deny("0");
  world.table.clock.advance(MINUTE);
  expect(markdownIn(await follow(card))).toContain("Announcement set");
});

it("mentions no role from a card that its admin may not mention any more", async () => {
  const card = callOf(await made({ role: Ids.memberRole }), "Set it");
  expect(markdownIn(await follow(card))).toContain(`You can't ping <@&${Ids.memberRole}> yourself`);
  const other = callOf(await made({ role: Ids.pingRole }), "Set it");
  expect(markdownIn(await follow(other))).toContain("Announcement set");
});

it("begins no post in a forum that its admin lost since", async () => {
  const state = { ...callOf(await made(), "Set it").state, channel: Ids.forum };
  await deny(VIEW, Ids.forum);
  const refused = await follow({ command: "announce", action: "forum", state });
  expect(markdownIn(refused)).toContain(`You need **View Channel** in <#${Ids.forum}> yourself`);
  expect(await kept()).toEqual([]);
});

it("sets nothing in a channel of another server, whatever the card says", async () => {
  await world.discord.local.installOnServer({ server: Ids.outpost });
  const state = { ...callOf(await made(), "Set it").state, channel: Ids.outpostGeneral };
  const refused = await follow({ command: "announce", action: "take", state });
  expect(markdownIn(refused)).toContain("Nothing is set yet");
  expect(await kept()).toEqual([]);
});

it("shows, tests and changes nothing of an announcement in a channel its presser can't see", async () => {
  await follow(callOf(await made(), "Set it"));
  const { id, revision: rev } = await onlyOne();
  await deny(VIEW);
  world.table.clock.advance(MINUTE);
  const one = { id, rev, page: 0 };
  for (const action of [
    "panel",
    "test",
    "pause",
    "resume",
    "retry",
    "remove",
    "removeNow",
    "button",
    "off",
  ]) {
    const state = { ...one, on: true, to: "off" };
    const refused: Reply = await follow({ command: "announce", action, state });
    expect([action, markdownIn(refused)]).toEqual([
      action,
      expect.stringContaining(`You need **View Channel** in <#${Ids.general}> yourself`),
    ]);
    expect(markdownIn(refused)).not.toContain("Raid night");
  }
  expect(await posts()).toEqual([]);
  expect(await kept()).toMatchObject([{ state: "active", revision: rev }]);
});

it("lets whoever manages the server end what is in a channel that is gone", async () => {
  await follow(callOf(await made(), "Set it"));
  const { id } = await onlyOne();
  await world.discord.local.deleteChannel({ channel: Ids.general });
  world.table.clock.advance(MINUTE);
  expect(markdownIn(await follow({ command: "announce", action: "panel", state: { id } }))).toContain("Raid");
  await follow({ command: "announce", action: "removeNow", state: { id } });
  expect(await kept()).toEqual([]);
});
