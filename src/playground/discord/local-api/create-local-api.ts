import { MessageType } from "discord-api-types/v10";

import { MovableClock } from "../../../base/clock.ts";
import { DAY_MS } from "../../../base/duration.ts";
import type { Core } from "../core.ts";
import { reopen } from "../idle-threads.ts";
import type { Interaction } from "../interaction/interaction-store.ts";
import {
  type Answer,
  type ClockSeen,
  type Done,
  type LocalApi,
  LocalRefusal,
  type SeenMessage,
  type Started,
} from "../local-api.ts";
import { keepFile } from "../message/file-store.ts";
import { safeName } from "../message/write-message.ts";
import { channelPermissions, has, sendBit } from "../world/permissions.ts";
import { UserActions } from "./user-actions.ts";
import { adminActions } from "./admin-actions.ts";
import {
  channelFor,
  homeOf,
  messageFor,
  availableCommands,
  personOf,
  showChannel,
  showCommand,
  showPerson,
} from "./views.ts";
import { badInput } from "./command-options.ts";

const DONE: Done = { ok: true };
const MOST_HISTORY = 100;
const MOST_CONTENT = 2000;
const MOST_UPLOAD_BYTES = 10 * 1024 * 1024;
const MOST_OFFSET_MS = 10 * 366 * DAY_MS;
const AT_ONCE: ReadonlySet<string> = new Set(["drop-gateway", "invalid-session", "reconnect"]);

type Ask<M extends keyof LocalApi> = Parameters<LocalApi[M]>[0];

export function createLocalApi(core: Core): LocalApi {
  return { ...queries(core), ...userActions(core), ...adminActions(core), ...simulatorControls(core) };
}

function queries(core: Core) {
  return {
    people: async () =>
      [...core.world.users.values()].filter((user) => !user.isBot).map((user) => showPerson(core, user)),
    home: async ({ as }) => homeOf(core, personOf(core, as)),
    history: async ({ as, channel, limit = 50, before }) => {
      const person = personOf(core, as);
      const all = core.messages.inChannel(channelFor(core, person, channel).id);
      const own = all.filter((message) => message.ownerId === undefined || message.ownerId === as);
      const end = before === undefined ? own.length : own.findIndex((message) => message.id === before);
      return own
        .slice(0, Math.max(end, 0))
        .slice(-Math.min(Math.max(limit, 1), MOST_HISTORY))
        .map((message) => core.eventBus.seen(message));
    },
    message: async ({ as, message }) => core.eventBus.seen(messageFor(core, personOf(core, as), message)),
    commands: async ({ as, channel }) => {
      const person = personOf(core, as);
      const place = channelFor(core, person, channel);
      return availableCommands(core, person, place).map((offered) =>
        showCommand(core, offered, person.locale),
      );
    },
  } satisfies Partial<LocalApi>;
}

function userActions(core: Core) {
  const acts = new UserActions(core);
  return {
    upload: async (ask) => upload(core, ask),
    runCommand: async (ask) => started(acts.command(ask)),
    autocomplete: async ({ focused, ...ask }) => {
      const answer = await core.dispatcher.answer(acts.command(ask, focused), {});
      return answer.kind === "choices" ? answer.choices : [];
    },
    runMenu: async (ask) => started(acts.menu(ask)),
    press: async ({ as, message, customId }) => started(acts.use({ as, message, customId })),
    choose: async (ask) => started(acts.use(ask)),
    submitModal: async (ask) => started(acts.submit(ask)),
    answer: async ({ as, interaction, ...wanted }): Promise<Answer> => {
      const known = core.interactions.get(interaction);
      if (known?.userId !== as)
        throw new LocalRefusal("unknown-interaction", `no interaction ${interaction}`);
      return await core.dispatcher.answer(known, wanted);
    },
    dismiss: async ({ as, message }) => {
      const held = messageFor(core, personOf(core, as), message);
      if (held.ownerId === undefined)
        throw new LocalRefusal("not-allowed", "only ephemeral messages are dismissed");
      core.messages.remove(held.id);
      core.eventBus.removed(held);
      return DONE;
    },
    openDm: async ({ as }) => {
      const person = personOf(core, as);
      return showChannel(core, core.world.dmWith(person.id), person);
    },
    say: async (ask) => say(core, ask),
  } satisfies Partial<LocalApi>;
}

function upload(core: Core, ask: Ask<"upload">) {
  const person = personOf(core, ask.as);
  if (typeof ask.name !== "string" || typeof ask.data !== "string") throw badInput("a name and data");
  const bytes = Buffer.from(ask.data, "base64");
  if (bytes.length === 0 || bytes.length > MOST_UPLOAD_BYTES) throw badInput("a file of 1 byte to 10 MiB");
  const id = core.world.ids.next();
  const file = keepFile(core.files, id, safeName(ask.name.slice(-200)), bytes);
  core.uploads.set(id, { ownerId: person.id, file });
  return { id };
}

function started({ id }: Interaction): Started {
  return { interaction: id };
}

function say(core: Core, ask: Ask<"say">): SeenMessage {
  const person = personOf(core, ask.as);
  const channel = channelFor(core, person, ask.channel);
  if (ask.content.trim() === "" || ask.content.length > MOST_CONTENT) throw badInput("1 to 2000 characters");
  if (!has(channelPermissions(core.world, channel, person.id), sendBit(channel))) {
    throw new LocalRefusal("not-allowed", `${person.name} may not write here`);
  }
  reopen(core, channel);
  const given = { channelId: channel.id, authorId: person.id, type: MessageType.Default, flags: 0 };
  const message = core.writer.create({ body: { content: ask.content }, uploads: [] }, given);
  core.eventBus.posted(message);
  const seen = core.eventBus.seen(message);
  core.previews.add(message);
  return seen;
}

function simulatorControls(core: Core) {
  const clockSeen = (): ClockSeen => ({ now: core.clock.now(), offsetMs: core.clock.now() - Date.now() });
  return {
    addFault: async (fault) => {
      if (!AT_ONCE.has(fault.kind)) return { id: core.faults.add(fault) };
      core.gateway.injectFault(fault);
      return { id: 0 };
    },
    faults: async () => core.faults.list(),
    clearFaults: async ({ id }) => {
      core.faults.clear(id);
      return DONE;
    },
    setRateLimits: async ({ mode }) => {
      if (mode !== "discord" && mode !== "off") throw badInput("discord or off");
      core.limits.mode = mode;
      return DONE;
    },
    clock: async () => clockSeen(),
    moveClock: async ({ offsetMs }) => {
      if (!(core.clock instanceof MovableClock))
        throw new LocalRefusal("not-allowed", "this clock cannot be moved");
      if (!Number.isFinite(offsetMs) || Math.abs(offsetMs) > MOST_OFFSET_MS) {
        throw badInput("offsetMs is a number of milliseconds, at most ten years of them");
      }
      core.clock.moveTo(offsetMs);
      return clockSeen();
    },
    traffic: async (ask) => core.traffic.read(ask),
    state: async () => ({
      ...core.gateway.state(),
      applicationId: core.world.application.id,
      servers: core.world.botGuilds().length,
      commands: core.commands.size,
      interactions: core.interactions.size,
      messages: core.messages.size,
    }),
  } satisfies Partial<LocalApi>;
}
