import {
  type APIMessage,
  ChannelFlags,
  ComponentType,
  MessageFlags,
  MessageType,
  Routes,
} from "discord-api-types/v10";
import type { Client } from "discord.js";

import { withDeadline } from "../base/async/deadline.ts";
import { type PostBody, requestOf } from "./post/post-writer.ts";
import {
  COMMAND_NAME,
  NotAsExpected,
  post,
  registerCommand,
  type Trial,
  undoLater,
  withClient,
} from "./smoke-trial.ts";

/** The ids of what an operator tries beside the channel; absent ones are skipped. */
export interface GuideTargets {
  /** Asks the operator whether they saw it. */
  readonly ask: (question: string) => Promise<boolean>;
  readonly tell: (text: string) => void;
  /** The user who gets the direct message and the role. */
  readonly memberId?: string | undefined;
  /** An announcement channel that another server follows. */
  readonly newsId?: string | undefined;
  readonly forumId?: string | undefined;
  readonly roleId?: string | undefined;
}

const TYPED_WITHIN_MS = 180_000;
const NEWS = "Milepost: this line is for the lock screen.";

type Guided = Trial & GuideTargets;

export interface Application {
  readonly id: string;
  /** Where Discord posts interactions in place of the gateway. */
  readonly interactions_endpoint_url?: string | null;
}

/** Leads through what only the real Discord shows: each step acts, then asks what a person sees. */
export async function guide(trial: Trial, targets: GuideTargets, application: Application): Promise<void> {
  const guided = { ...trial, ...targets };
  const { memberId, newsId, forumId, roleId } = targets;
  const { guild_id: guildId } = (await trial.rest.get(Routes.channel(trial.channelId))) as Channel;
  if (typeof application.interactions_endpoint_url === "string")
    targets.tell("Discord posts commands to your Interactions Endpoint URL: type one to the running bot.");
  else if (guildId !== undefined) await tryInteraction(guided, { applicationId: application.id, guildId });
  if (memberId !== undefined) await tryDirectMessage(guided, memberId);
  if (newsId !== undefined) await tryPublishing(guided, newsId);
  if (forumId !== undefined) await tryForum(guided, forumId);
  await tryPin(guided);
  if (guildId !== undefined && memberId !== undefined && roleId !== undefined)
    await tryRole(guided, { guildId, memberId, roleId });
}

interface Channel {
  readonly guild_id?: string;
  readonly flags?: number;
  readonly available_tags?: readonly { readonly id: string; readonly moderated?: boolean }[];
}

async function tryInteraction(guided: Guided, place: Parameters<typeof registerCommand>[1]): Promise<void> {
  const { rest, step, tell } = guided;
  const undo = await registerCommand(guided, place, "A test by milepost smoke; type it now.");
  const token = await step("acknowledges a command", () =>
    withClient(guided, (client) => {
      const acknowledged = acknowledgeOne(client, guided.signal);
      tell(`Now type /${COMMAND_NAME} in the channel, within three minutes.`);
      return acknowledged;
    }),
  );
  const route = Routes.webhookMessage(place.applicationId, token);
  await step("replies with a picture", () => rest.patch(route, { ...requestOf(REPLY), auth: false }));
  const question = "Do you see its reply, a teal square marked “Only you can see this”?";
  await seen(guided, "shows the reply to you only", question);
  await undo();
}

/** A teal square. */
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAQMAAACQp+OdAAAAA1BMVEUPfIoiwSYjAAAAD0lEQVR42mNgGAWjgHwAAAJAAAHgTR1EAAAAAElFTkSuQmCC",
  "base64",
);
const PICTURE_NAME = "picture.png";

/** As most commands are answered: acknowledged first, then changed into a card with a drawn picture. */
const REPLY: PostBody = {
  flags: MessageFlags.IsComponentsV2,
  components: [
    { type: ComponentType.MediaGallery, items: [{ media: { url: `attachment://${PICTURE_NAME}` } }] },
  ],
  attachments: [{ id: "0", filename: PICTURE_NAME }],
  files: [{ id: "0", name: PICTURE_NAME, bytes: PICTURE }],
};

/** Returns the token of the interaction. */
function acknowledgeOne(client: Client, signal: AbortSignal): Promise<string> {
  return withDeadline({ ms: TYPED_WITHIN_MS, late: nobodyTyped, signal }, () => {
    const typed = Promise.withResolvers<string>();
    client.on("interactionCreate", (interaction) => {
      if (!interaction.isChatInputCommand() || interaction.commandName !== COMMAND_NAME) return;
      const acknowledged = interaction.deferReply({ flags: MessageFlags.Ephemeral });
      acknowledged.then(() => typed.resolve(interaction.token), typed.reject);
    });
    return typed.promise;
  });
}

const nobodyTyped = () => new NotAsExpected("nobody typed it in time");

async function tryDirectMessage(guided: Guided, recipient: string): Promise<void> {
  const { rest, step } = guided;
  const { id } = await step("opens a DM", async () => {
    return (await rest.post(Routes.userChannels(), { body: { recipient_id: recipient } })) as { id: string };
  });
  await post(guided, { name: "sends a DM", channelId: id, body: trialPost() });
  await seen(guided, "arrives as a DM", "Did you get the DM?");
  const question = `Does the notification on your phone read “${NEWS}”?`;
  await seen(guided, "reads well on a lock screen", question);
}

async function tryPublishing(guided: Guided, channelId: string): Promise<void> {
  const { rest, step } = guided;
  const announced = { name: "posts in the announcement channel", channelId, body: trialPost() };
  const { id } = await post(guided, announced);
  await step("publishes it", () => rest.post(Routes.channelMessageCrosspost(channelId, id)));
  const question = "Does a server that follows the channel show it, with its text?";
  await seen(guided, "reaches a follower", question);
}

async function tryForum(guided: Guided, forumId: string): Promise<void> {
  const { rest, step, cleanup } = guided;
  const { id } = await step("posts in the forum", async () => {
    const { flags = 0, available_tags: tags = [] } = (await rest.get(Routes.channel(forumId))) as Channel;
    const tag = tags.find(({ moderated }) => moderated !== true)?.id;
    const needsTag = (flags & ChannelFlags.RequireTag) !== 0;
    const applied = needsTag && tag !== undefined ? { applied_tags: [tag] } : {};
    const body = { name: "Milepost: a test post", message: trialPost(), ...applied };
    return (await rest.post(Routes.threads(forumId), { body })) as { id: string };
  });
  // Deleting the thread takes Manage Threads; its first message is the bot's own.
  cleanup.push(() => rest.delete(Routes.channelMessage(id, id)));
  await seen(guided, "shows it in the forum", "Do you see the post in the forum? Delete it afterwards.");
}

async function tryPin(guided: Guided): Promise<void> {
  const { rest, step, cleanup, channelId } = guided;
  const { id } = await post(guided, { name: "posts in the channel", channelId, body: trialPost() });
  await step("pins it", () => rest.put(Routes.channelMessagesPin(channelId, id)));
  cleanup.push(() => deletePinNotice(guided, id));
  await seen(guided, "shows it among the pins", "Do you see it among the channel's pinned messages?");
}

/** Discord says in the channel who pinned something. Without Read Message History that can't be found, and stays. */
async function deletePinNotice({ rest, channelId }: Guided, pinned: string): Promise<void> {
  const query = new URLSearchParams({ after: pinned, limit: "50" });
  const messages = (await rest.get(Routes.channelMessages(channelId), { query })) as APIMessage[];
  const notice = messages.find(({ message_reference: about }) => about?.message_id === pinned);
  if (notice?.type === MessageType.ChannelPinnedMessage)
    await rest.delete(Routes.channelMessage(channelId, notice.id));
}

interface RoleTrial {
  readonly guildId: string;
  readonly memberId: string;
  readonly roleId: string;
}

async function tryRole(guided: Guided, { guildId, memberId, roleId }: RoleTrial): Promise<void> {
  const { rest, step } = guided;
  const route = Routes.guildMemberRole(guildId, memberId, roleId);
  await step("gives the role", async () => {
    const { roles } = (await rest.get(Routes.guildMember(guildId, memberId))) as { roles: string[] };
    // It would be taken away afterwards.
    if (roles.includes(roleId)) throw new NotAsExpected("you have it already: pick another role");
    await rest.put(route);
  });
  const undo = undoLater(guided, () => rest.delete(route));
  await seen(guided, "shows the role", "Do you have the role now?");
  await step("takes the role away", undo);
}

/** Classic, like everything Milepost posts by itself: content for the notification, then a card. */
function trialPost() {
  const embeds = [{ title: "Milepost: a test post", description: "It's deleted in a moment." }];
  return { content: NEWS, embeds, allowed_mentions: { parse: [] } };
}

async function seen({ step, ask }: Guided, name: string, question: string): Promise<void> {
  await step(name, async () => {
    if (!(await ask(question))) throw new NotAsExpected("you didn't see it");
  });
}
