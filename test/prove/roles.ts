import { silentLog } from "../../src/base/log.ts";
import { createBotRest } from "../../src/discord/rest/bot-rest.ts";
import { createMemberRoles } from "../../src/discord/rest/member-roles.ts";
import { RefusalBreaker } from "../../src/discord/rest/refusal-breaker.ts";
import { RoleToggle } from "../../src/features/posts/engine/role-toggle.ts";
import { startDiscord } from "../../src/playground/discord/start.ts";
import { BOT_PERMISSIONS, Ids } from "../../src/playground/discord/world/default-world.ts";
import { LocalClient } from "../support/local-client.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { Random } from "./random.ts";
import type { Proof } from "./run.ts";

const PRESSES = 2_000;
const QUICK = 60;
const SEEN_FOR_MS = 10_000;
const MANAGE_ROLES = 1n << 28n;
const BITS = 64;
/** Numbers of permissions as Discord's documentation lists them: all that lets nobody do anything to others. */
const HARMLESS = new Set([
  0, 6, 9, 10, 11, 12, 14, 15, 16, 18, 20, 21, 25, 26, 31, 32, 35, 36, 37, 38, 39, 42, 45, 46, 49, 50,
]);
/** Who chose the role, by the roles they have when it is pressed: some may still hand it out. */
const CHOOSERS = [
  { roles: [Ids.adminRole], may: true },
  { roles: [], may: false },
  { roles: [Ids.memberRole], may: false },
] as const;

/** A role changes between being chosen and being pressed, again and again; each press by somebody else. */
export async function roles({ isQuick }: { readonly isQuick: boolean }): Promise<Proof> {
  const clock = new ManualClock(Date.now());
  const discord = await startDiscord({ port: 0, clock, log: silentLog, rateLimits: "off" });
  const local = new LocalClient(discord.url);
  const rest = createBotRest({ apiUrl: discord.url, breaker: new RefusalBreaker({ clock }) });
  const parts = { rest: rest.setToken(discord.token), clock };
  const toggle = new RoleToggle({ roles: createMemberRoles(parts), clock, log: silentLog });
  try {
    const count = isQuick ? QUICK : PRESSES;
    const { people } = await local.addPeople({ count, server: Ids.harbour });
    const own = { server: Ids.harbour, role: Ids.harbourBotRole };
    await local.setRolePermissions({ ...own, permissions: String(BOT_PERMISSIONS | MANAGE_ROLES) });
    const random = new Random(20_261_124);
    const seen = { given: 0, wronglyGiven: 0, wronglyRefused: 0 };
    for (const memberId of people) {
      const mayBeGiven = await change(local, random);
      clock.at += SEEN_FOR_MS;
      const isGiven = await press(toggle, memberId);
      if (isGiven) seen.given += 1;
      if (isGiven && !mayBeGiven) seen.wronglyGiven += 1;
      if (!isGiven && mayBeGiven) seen.wronglyRefused += 1;
    }
    const sentence =
      `${count} presses on a role that changed since: ${seen.given} given, ` +
      `${seen.wronglyGiven} with a power or against rank, ${seen.wronglyRefused} harmless ones refused`;
    const isMeasured = seen.given > count / 10 && seen.given < count;
    return { sentence, failed: seen.wronglyGiven + seen.wronglyRefused + (isMeasured ? 0 : 1) };
  } finally {
    await toggle.stop();
    await local.close();
    await discord.close();
  }
}

async function press(toggle: RoleToggle, memberId: string): Promise<boolean> {
  const asked = { guildId: Ids.harbour, memberId, roleId: Ids.pingRole, byId: Ids.moderator, has: false };
  const pressed = await toggle.press(asked);
  const ended = pressed.kind === "later" ? await pressed.ended : pressed;
  return ended.kind === "done" && ended.has;
}

/** Gives the role other permissions, in the server and in a channel, and its chooser other roles. */
async function change(local: LocalClient, random: Random): Promise<boolean> {
  const [ofServer, ofChannel] = [permissions(random), permissions(random)];
  const chooser = random.below(3) > 0 ? CHOOSERS[0] : random.pick(CHOOSERS);
  const role = { server: Ids.harbour, role: Ids.pingRole };
  await local.setRolePermissions({ ...role, permissions: String(sumOf(ofServer)) });
  const overwrite = { channel: Ids.general, target: Ids.pingRole, deny: "0" };
  await local.setOverwrite({ ...overwrite, allow: String(sumOf(ofChannel)) });
  await local.setMemberRoles({ server: Ids.harbour, person: Ids.moderator, roles: chooser.roles });
  return chooser.may && [...ofServer, ...ofChannel].every((bit) => HARMLESS.has(bit));
}

/** Mostly harmless ones; now and then any that Discord has, or may have one day. */
function permissions(random: Random): readonly number[] {
  const harmless = Array.from({ length: random.below(6) }, () => random.pick([...HARMLESS]));
  return random.below(3) === 0 ? [...harmless, random.below(BITS)] : harmless;
}

function sumOf(bits: readonly number[]): bigint {
  return bits.reduce((sum, bit) => sum | (1n << BigInt(bit)), 0n);
}
