import { type Markdown, md } from "../../base/markdown.ts";

/** What stands in the way of a post, and what fixes it. `place` is a channel's mention, or a word for DMs. */
export interface Trouble {
  readonly what: (place: Markdown) => Markdown;
  readonly fix?: (place: Markdown) => Markdown;
}

/** Said where admins give a permission: what waited goes out by itself. */
const allow = (permission: string) => (place: Markdown) =>
  md`Allow **${permission}** for Milepost in ${place}: Edit Channel > Permissions. Waiting posts then go out.`;

const retried = () => md`Milepost tries again by itself.`;

const noDms = () => md`Discord doesn't let Milepost DM you.`;
const retriedOrTold = () => md`Milepost tries again by itself. If this lasts, tell the operator.`;
const channelGone = (place: Markdown) => md`${place} is gone.`;
const noMessages = (place: Markdown) => md`${place} takes no messages.`;
const locked = (place: Markdown) => md`The thread ${place} is locked.`;

/** Discord's own code is in the bot's log. */
const refused = {
  what: () => md`Discord refused it.`,
  fix: () => md`Send a test post. If that fails too, tell the operator: the bot's log has Discord's code.`,
} satisfies Trouble;

/** By the name of a refusal, or by our own word for why nothing was posted. */
const byReason = {
  "channel-gone": {
    what: channelGone,
    fix: () => md`Pick another channel with Edit. After a day this is turned off.`,
  },
  "server-gone": {
    what: () => md`Milepost was removed from that server.`,
    fix: () => md`Add it again.`,
  },
  "message-gone": { what: () => md`The message was deleted.` },
  "event-gone": { what: () => md`The event was deleted.` },
  "event-over": { what: () => md`The event has ended.` },
  "calendar-full": {
    what: () => md`This server has 100 events, the most Discord allows.`,
    fix: () => md`Delete some in Events.`,
  },
  "pins-full": {
    what: (place) => md`${place} has as many pins as Discord allows.`,
    fix: () => md`Unpin another message there first.`,
  },
  "member-gone": { what: () => md`Discord no longer knows this member.` },
  "missing-access": {
    what: (place) => md`Milepost can't see ${place}.`,
    fix: allow("View Channel"),
  },
  "dm-closed": {
    what: noDms,
    fix: () =>
      md`In a server you share with Milepost, turn on Direct Messages: server name > Privacy Settings. Or add Milepost to your account.`,
  },
  "takes-no-messages": {
    what: noMessages,
    fix: () => md`Pick a text channel or thread with Edit.`,
  },
  "missing-permission": {
    what: (place) => md`Milepost can't post in ${place}.`,
    fix: allow("Send Messages"),
  },
  "thread-archived": {
    what: (place) => md`The thread ${place} is closed.`,
    fix: () => md`Reopen it, or allow **Manage Threads** for Milepost there.`,
  },
  "no-mutual-server": {
    what: noDms,
    fix: () => md`Join a server Milepost is in, or add Milepost to your account.`,
  },
  "needs-two-factor": {
    what: () => md`That server requires two-factor authentication of bot operators.`,
    fix: () => md`The operator has to turn it on for their Discord account.`,
  },
  "thread-locked": {
    what: locked,
    fix: () => md`Unlock it, or pick another place with Edit.`,
  },
  "role-gone": { what: () => md`The role is gone.` },
  "takes-threads-alone": {
    what: (place) => md`${place} is a forum and takes only posts.`,
    fix: () => md`Pick one of its posts, or another channel.`,
  },
  "needs-tag": {
    what: (place) => md`Posts in ${place} need a tag.`,
    fix: () => md`Turn that off in Edit Channel, or pick another channel.`,
  },
  "blocked-by-automod": {
    what: () => md`This server's AutoMod blocked it.`,
    fix: () => md`Allow the channel or Milepost's role in that rule: Server Settings > AutoMod.`,
  },
  "blocked-link": {
    what: () => md`Discord blocked a link in it as harmful.`,
    fix: () => md`Tell the operator: the bot's log has Discord's code.`,
  },
  "published-already": { what: () => md`It was already published.` },
  "message-invalid": refused,
  "too-fast": {
    what: () => md`Discord asked for a pause.`,
    fix: retried,
  },
  unavailable: {
    what: () => md`Discord isn't responding.`,
    fix: retried,
  },
  "token-refused": {
    what: () => md`Discord refused the bot's token.`,
    fix: retriedOrTold,
  },
  refused,
  "role-refused": {
    what: () => md`Milepost can't give the role of its “Get the role” button.`,
    fix: () =>
      md`Give Milepost **Manage Roles** and drag its role above that one: Server Settings > Roles. Then press “Try again” in the announcement.`,
  },
  "switched-off": { what: () => md`It was paused at that time.` },
  "too-late": { what: () => md`It was too late to be useful.` },
  unsure: {
    what: () => md`Milepost couldn't tell if it was posted. This server chose no repeats.`,
    fix: allow("Read Message History"),
  },
  ended: { what: () => md`It had already ended.` },
  done: { what: () => md`You had already done it.` },
  nothing: { what: () => md`There was nothing to say.` },
  "not-coming": { what: () => md`You left the list, or were still waiting for a place.` },
  "in-weekly": { what: () => md`The weekly post at the same time includes it.` },
  maintenance: {
    what: () => md`The platform is in maintenance. It goes out afterwards, if still useful.`,
  },
  platform: {
    what: () => md`The platform isn't responding. It goes out afterwards, if still useful.`,
  },
  "quiet-hours": { what: () => md`It waits for quiet hours to end.` },
  "session-ended": { what: () => md`The linked session ended. You were told before.` },
  snoozed: { what: () => md`You snoozed it.` },
  "no-consent": {
    what: () => md`Background use is off.`,
    fix: () => md`Turn it on in /account, Privacy.`,
  },
  "no-session": { what: () => md`No account is linked.`, fix: () => md`Link one with /link.` },
  "private-off": { what: () => md`Private commands were off on this bot.` },
  "not-allowed-here": {
    what: (place) => md`Members' reminders are off in ${place}.`,
    fix: () => md`Send it to your DMs instead.`,
  },
  edited: { what: () => md`It was edited before it was posted.` },
  moved: { what: () => md`It was moved to another place.` },
  internal: {
    what: () => md`Something went wrong in the bot.`,
    fix: retriedOrTold,
  },
} satisfies Readonly<Record<string, Trouble>>;

const another = () => md`Stop this board and make it in another channel.`;

/** What is another matter where it stands in a live board's way. */
const ofBoards = {
  deleted: {
    what: () => md`Its message was deleted 3 times in a day.`,
    fix: () => md`Press “Try again” to post it again.`,
  },
  "channel-gone": { what: channelGone, fix: another },
  "takes-no-messages": { what: noMessages, fix: another },
  "thread-locked": {
    what: locked,
    fix: () => md`Unlock it, or stop this board and make it in another channel.`,
  },
  unsure: {
    what: () => md`Milepost couldn't tell if the board was posted.`,
    fix: (place) =>
      md`Allow **Read Message History** for Milepost in ${place}, check if the board is there, then press “Try again”.`,
  },
} satisfies Readonly<Record<string, Trouble>>;

/** Why something was not posted, in plain words. */
export const trouble = {
  ofBoards: ofBoards as Readonly<Record<keyof typeof ofBoards, Trouble>>,
  byReason: byReason as Readonly<Record<keyof typeof byReason, Trouble>>,
  unknown: { what: () => md`It wasn't posted.` } satisfies Trouble,
  dms: md`your DMs`,
};
