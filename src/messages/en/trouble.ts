import { type Markdown, md } from "../../base/markdown.ts";

/** What stands in the way of a post, and what mends it. `place` is a channel's mention, or a word for DMs. */
export interface Trouble {
  readonly what: (place: Markdown) => Markdown;
  readonly fix?: (place: Markdown) => Markdown;
}

const settings = (permission: string) => (place: Markdown) =>
  md`Give Milepost “${permission}” in ${place}: channel settings, Permissions. What waits is posted by itself then.`;

/** Discord's own code is in the bot's log. */
const refused = {
  what: () => md`Discord refused it.`,
  fix: () => md`Try a test post. If it fails too, tell the operator: the bot's log has Discord's code.`,
} satisfies Trouble;

/** By the name of a refusal, or by our own word for why nothing was posted. */
const byReason = {
  "channel-gone": {
    what: (place) => md`The channel ${place} is gone.`,
    fix: () => md`Choose another channel with Edit. After a day it is given up.`,
  },
  "server-gone": {
    what: () => md`Milepost is no longer in that server.`,
    fix: () => md`Add Milepost to the server again.`,
  },
  "message-gone": {
    what: () => md`The message was deleted.`,
  },
  "event-gone": { what: () => md`The event was deleted.` },
  "event-over": { what: () => md`The event has ended.` },
  "calendar-full": {
    what: () => md`The calendar holds 100 events, the most Discord takes.`,
    fix: () => md`Delete some: Events, above the channels.`,
  },
  "member-gone": {
    what: () => md`Discord does not know this member any more.`,
  },
  "missing-access": {
    what: (place) => md`Milepost can't see ${place}.`,
    fix: settings("View Channel"),
  },
  "dm-closed": {
    what: () => md`Discord does not let Milepost send you direct messages.`,
    fix: () =>
      md`Share a server with Milepost, and switch on Direct Messages there: the server's name, Privacy Settings. Or add Milepost to your own account.`,
  },
  "takes-no-messages": {
    what: (place) => md`${place} takes no messages.`,
    fix: () => md`Choose a text channel or a thread with Edit.`,
  },
  "missing-permission": {
    what: (place) => md`Milepost may not post in ${place}.`,
    fix: settings("Send Messages"),
  },
  "thread-archived": {
    what: (place) => md`The thread ${place} is archived.`,
    fix: () => md`Open the thread again, or give Milepost “Manage Threads” there.`,
  },
  "no-mutual-server": {
    what: () => md`Discord does not let Milepost send you direct messages.`,
    fix: () => md`Share a server with Milepost, or add Milepost to your own account.`,
  },
  "needs-two-factor": {
    what: () => md`That server asks two-factor authentication of whoever runs its bots.`,
    fix: () => md`Whoever runs Milepost has to switch it on for their Discord account.`,
  },
  "thread-locked": {
    what: (place) => md`The thread ${place} is locked.`,
    fix: () => md`Unlock the thread, or choose another place with Edit.`,
  },
  "role-gone": { what: () => md`The role is gone.` },
  "takes-threads-alone": {
    what: (place) => md`${place} is a forum: it takes posts, not messages.`,
    fix: () => md`Pick one of its posts, or another channel.`,
  },
  "needs-tag": {
    what: (place) => md`Posts in ${place} need a tag.`,
    fix: () => md`Turn that off under Edit Channel, or pick another channel.`,
  },
  "blocked-by-automod": {
    what: () => md`This server's AutoMod blocked it.`,
    fix: () =>
      md`Allow that channel, or Milepost's role if it has one, in that rule: Server Settings > AutoMod.`,
  },
  "blocked-link": {
    what: () => md`Discord blocked a link in it as harmful.`,
    fix: () => md`Tell the operator: the bot's log has Discord's code.`,
  },
  "published-already": { what: () => md`It was published already.` },
  "message-invalid": refused,
  "too-fast": {
    what: () => md`Discord asked for a pause.`,
    fix: () => md`It is tried again by itself.`,
  },
  unavailable: {
    what: () => md`Discord did not answer.`,
    fix: () => md`It is tried again by itself.`,
  },
  "token-refused": {
    what: () => md`Discord refused the bot's token.`,
    fix: () => md`It is tried again by itself. If it stays, tell the operator.`,
  },
  refused,
  "role-refused": {
    what: () => md`Milepost may not give the role of its “Remind me” button.`,
    fix: () =>
      md`Give Milepost “Manage Roles”, and drag its role above that one: server settings, Roles. Then press “Try again” in the announcement. Still refused? It names the reason.`,
  },
  "switched-off": { what: () => md`It was paused when it was due.` },
  "too-late": { what: () => md`It could only have come too late to be of use.` },
  unsure: {
    what: () =>
      md`Nobody could see whether it had been posted, and this server chose not to risk a double post.`,
    fix: settings("Read Message History"),
  },
  ended: { what: () => md`What it is about had ended already.` },
  done: { what: () => md`It was done already.` },
  nothing: { what: () => md`There was nothing to say.` },
  "in-weekly": { what: () => md`The weekly list came at the same time and holds it.` },
  maintenance: {
    what: () => md`The platform is in maintenance. It is posted when that is over, while it is still of use.`,
  },
  platform: {
    what: () => md`The platform did not answer. It is posted when it does, while it is still of use.`,
  },
  "quiet-hours": { what: () => md`Quiet hours had begun. It is posted when they are over.` },
  "session-ended": { what: () => md`The linked session had ended, which was told before.` },
  snoozed: { what: () => md`It was put off.` },
  "no-consent": {
    what: () => md`The yes to use while away is missing.`,
    fix: () => md`Give it under /account, Privacy.`,
  },
  "no-session": { what: () => md`No account was linked.`, fix: () => md`Link one with /link.` },
  "private-off": { what: () => md`Private commands were switched off on this bot.` },
  "not-allowed-here": {
    what: (place) => md`Members' reminders are not allowed in ${place}.`,
    fix: () => md`Send it to your direct messages instead.`,
  },
  edited: { what: () => md`It was edited before it was posted.` },
  moved: { what: () => md`It was sent elsewhere from then on.` },
  internal: {
    what: () => md`Something went wrong in the bot.`,
    fix: () => md`It is tried again. If it stays, tell the operator.`,
  },
} satisfies Readonly<Record<string, Trouble>>;

const another = () => md`Stop this board, and make the board in another one.`;

/** What is another matter where it stands in a live board's way. */
const ofBoards = {
  "channel-gone": {
    what: (place) => md`The channel ${place} is gone.`,
    fix: another,
  },
  "takes-no-messages": {
    what: (place) => md`${place} takes no messages.`,
    fix: another,
  },
  "thread-locked": {
    what: (place) => md`The thread ${place} is locked.`,
    fix: () => md`Unlock the thread, or stop this board and make the board in another channel.`,
  },
  unsure: {
    what: () => md`Nobody could see whether its message had been posted.`,
    fix: (place) =>
      md`Give Milepost “Read Message History” in ${place}, look whether the message is there, then press “Try again now”.`,
  },
} satisfies Readonly<Record<string, Trouble>>;

/** Why something was not posted, in plain words. */
export const trouble = {
  ofBoards: ofBoards as Readonly<Record<string, Trouble>>,
  byReason: byReason as Readonly<Record<keyof typeof byReason, Trouble>>,
  unknown: {
    what: () => md`It was not posted.`,
  } satisfies Trouble,
  dms: md`direct messages`,
};
