import { type Markdown, md } from "../../base/markdown.ts";
import { pick } from "../choice.ts";

/** /announce. */
export const announce = {
  firings: {
    title: "The next times",
    at: (full: Markdown, relative: Markdown) => md`${full}, ${relative}`,
    clocksChange: "clocks change before this",
    moved: "moved: clocks skip that time",
  },
  states: {
    active: "on",
    paused: "paused",
    ended: "over",
    disabled: "switched off",
    waiting: "waiting to be posted",
  },
  made: {
    made: "Announcement set",
    same: "There is such an announcement already. This is it.",
    changed: "Changed.",
    meanwhile: (who: Markdown, when: Markdown) =>
      md`**Changed meanwhile**\n${who} changed this ${when}. Nothing of yours was saved. This is how it is now.`,
    mine: "Open my changes again",
  },
  panel: {
    title: (what: string, state: string) => md`### ${what}\nThis announcement is **${state}**.`,
    when: (phrase: string, zone: string | undefined) =>
      pick(zone, { none: md`**When:** ${phrase}`, other: md`**When:** ${phrase} (${zone ?? ""})` }),
    where: (channel: Markdown) => md`**Where:** ${channel}`,
    mentions: (role: Markdown) => md`**Mentions:** ${role}`,
    noMention: md`**Mentions:** nobody, without a sound`,
    pingsOff: (setup: Markdown) => md`Mentions are switched off for this server in ${setup}.`,
    language: (name: string) => md`**Language:** ${name}`,
    quiet: (from: string, to: string, zone: string) =>
      md`**Quiet hours:** ${from} to ${to} (${zone}). What falls into them comes after, as one post.`,
    noQuiet: md`**Quiet hours:** none`,
    color: (color: string) => md`**Color:** ${color}`,
    button: (does: Markdown) => md`**“Remind me” under it:** ${does}`,
    noButton: "no",
    buttonReminds: "yes; it sets a reminder of one's own",
    buttonRole: (role: Markdown) => md`yes; it gives and takes ${role}`,
    publish: (isOn: boolean) =>
      pick(isOn, {
        true: md`**Published** to the servers that follow the channel`,
        other: md`**Not published** to the servers that follow the channel`,
      }),
    nextNone: {
      watch: "It comes as soon as there is something new.",
      dated: "The platform gives no date now. It is planned as soon as it does.",
      paused: "It is paused: nothing is posted until you resume it.",
      ended: "It is over: nothing is posted any more.",
      disabled: "It was switched off, because it could not be posted.",
      waiting: "Its time has come, and it is still to be posted. The history says what it waits for.",
    },
    creations: (setup: Markdown) =>
      md`Creations by players are left out of posts. ${setup} can switch them on.`,
    kindOff: (kind: string, setup: Markdown) =>
      md`“${kind}” is left out of posts here, so nothing comes of this. ${setup} changes it, under “What posts show”.`,
    preview: "This is how it will look:",
    /** Stands for what nobody knows yet. */
    sample: "its title",
    promise:
      "Promise: this was on disk before you read it. A crash or an outage does not lose a post; one that comes late says by how much, and one that may be a double says so.",
    /** `editor`: another than its maker. */
    by: (maker: Markdown, editor: Markdown | undefined, when: Markdown) =>
      pick(editor, {
        none: md`Made by ${maker}, last changed ${when}.`,
        other: md`Made by ${maker}, last changed by ${editor ?? ""} ${when}.`,
      }),
    buttons: {
      test: "Test now",
      edit: "Edit",
      pause: "Pause",
      resume: "Resume",
      delete: "Delete",
      publishOn: "Publish it",
      publishOff: "Don't publish it",
      button: "Remind-me button",
      quiet: "Quiet hours",
      color: "Color",
      history: "History",
      list: "All announcements",
      back: "Back",
      retry: "Try again",
    },
  },
  trouble: {
    now: (what: Markdown) => md`**Trouble:** ${what}`,
    lacks: (permission: string, channel: Markdown) =>
      md`Milepost lacks “${permission}” in ${channel}. Give it there: channel settings, Permissions.`,
    unseen: (channel: Markdown) =>
      md`Milepost can't see ${channel}. Give it “View Channel” there: channel settings, Permissions.`,
    role: (role: Markdown) =>
      md`Milepost may not give ${role}. Give Milepost “Manage Roles”, and drag its role above that one: server settings, Roles.`,
    roleUnfit: (role: Markdown) =>
      md`The button no longer gives ${role}: it is gone, can do more than it could, or stands above who chose it. Choose a role again under “Remind-me button”.`,
    silentRole: (role: Markdown, permission: string, channel: Markdown) =>
      md`${role} would be named without a sound: allow anyone to mention it, or give Milepost “${permission}” in ${channel}.`,
  },
  test: {
    sent: (link: Markdown) => md`**Test posted.** ${link}`,
    open: "Open it",
    refused: md`**The test could not be posted.**`,
    nothing: (why: Markdown) => md`**There is nothing to post right now.** ${why}`,
    waits: "The announcement itself stays as it is.",
  },
  remove: {
    title: (what: string) => md`**Delete “${what}”?**`,
    means: "Nothing of it is posted any more, and its history goes with it. Posts that are there stay.",
    yes: "Delete it",
    no: "Keep it",
    done: (what: string) => md`Deleted: **${what}**. Nothing of it is posted any more.`,
  },
  gone: {
    title: "This announcement is gone",
    next: (list: Markdown) => md`It was deleted. ${list} shows what is left.`,
  },
  refused: {
    color: "That is no color. Type six hex digits, as in #2b8cff.",
    title: "Nothing is set yet",
    unchanged: "Nothing was changed",
    notAdmin: {
      title: "This is for those who manage this server",
      next: "It needs “Manage Server”. Ask somebody who has it.",
    },
    notInstalled: {
      title: "Milepost is not a member of this server",
      next: "Add it to the server first; then it can post here.",
    },
    full: (most: string, list: Markdown) =>
      md`This server has ${most} announcements, and that is all it can have. Delete one in ${list} first.`,
    past: "Its time has passed: nothing would ever come of it. Choose another time.",
    over: "The platform does not list this now. Run the command again and pick one of the suggestions.",
    own: "Nobody's own progress can be announced. Only /remind can watch it, for each member alone.",
    unknownChannel: "Discord did not say what that channel is. Choose it again.",
    channelType: (channel: Markdown) =>
      md`${channel} is not a place for posts. Choose a text, announcement, voice or stage channel, a thread, or a post of a forum.`,
    forum: (channel: Markdown) =>
      md`${channel} is a forum: it takes only posts with a title of their own. Make a post in it, for example “Announcements”, and choose that post as the channel.`,
    mayNot: (permission: string, channel: Markdown) =>
      md`You may not post in ${channel} yourself: you lack “${permission}” there. Choose a channel you can post in, or ask somebody who can.`,
    everyone: "Everyone can't be mentioned. Choose a role that members can take or leave.",
    unknownRole: "Discord did not say what that role is. Choose it again.",
    mayNotMention: (role: Markdown) =>
      md`You may not mention ${role} yourself. Choose a role that anyone may mention, or leave it out.`,
    pingsOff: (setup: Markdown) =>
      md`Mentions are switched off for this server. ${setup} can switch them on, or leave the role out.`,
    quiet: "Quiet hours need two times, for example 22:00 and 07:00. Leave both empty for none.",
    zone: (typed: string) =>
      md`No zone was found for **${typed}**. Write a large city, as in \`Berlin\`, or what a clock shows there, as in \`14:35\`.`,
    zones: (typed: string, some: string) =>
      md`**${typed}** can mean several zones: ${some}. Write one of them.`,
    text: "The note is empty. Write what shall be posted.",
    mend: "Change it",
  },
  forum: {
    title: "A forum takes posts with a title",
    offer: (channel: Markdown, title: string) =>
      md`Milepost can begin a post called **${title}** in ${channel}, and post there whenever it is time. Or make a post yourself and choose it as the channel.`,
    make: "Begin that post",
    needsTag: (channel: Markdown) => md`Posts in ${channel} need a tag. Pick one to begin the post.`,
    pickTag: "Begin it with a tag",
    untagged: "No tag",
    noTag: (channel: Markdown) =>
      md`Posts in ${channel} need a tag, and Milepost may use none of them. Add one that isn't for moderators alone, or turn that off: Edit Channel.`,
    opening: (title: Markdown) => md`Here Milepost posts about **${title}**.`,
    refused: (why: Markdown) => md`The post could not be begun. ${why}`,
  },
  form: {
    title: "An announcement",
    edit: "Change the announcement",
    text: "What shall be posted",
    textHint: "Up to 500 characters; the first line is the headline. Markdown works",
    when: "When",
    whenHint: "every monday 18:00, weekdays 9:30, tomorrow 20:00",
    datedHint: "when it starts, 1 hour before it ends, 1 day before it ends",
    newsHint: "when it appears; new entries have no other time",
    zone: "Time zone",
    zoneHint: "A city, UTC+2, or what your clock shows now",
    channel: "Where",
    role: "Role to mention",
    roleHint: "Leave it empty to mention nobody",
  },
  colorForm: {
    title: "Color",
    label: "Color of its posts",
    description: "Six hex digits, as in #2b8cff. Leave it empty for the server's color",
  },
  quietForm: {
    title: "Quiet hours",
    from: "From",
    to: "To",
    hint: (zone: string) => `As in 22:00, in ${zone}; leave both empty for none`,
  },
  button: {
    title: "The “Remind me” button",
    about:
      "Under each post, for everybody. Without a role it sets a reminder of one's own, to one's direct messages. With a role it gives that role, and takes it again.",
    off: "No button",
    personal: "A reminder of one's own",
    pick: "A role to give and take",
    refused: {
      unknown: "Discord did not say what that role is. Choose it again.",
      managed: "That role belongs to a bot or to Discord itself: nobody can be given it.",
      everyone: "Everybody has that role already.",
      mayNot: "You lack “Manage Roles”, so you can't have it given either.",
      tooHigh: "That role is above your own highest role. Choose one below it.",
      powerful: "That role can change things in this server. Choose one without powers of its own.",
      unreachable: "Discord did not answer, so nothing was changed. Try again in a minute.",
    },
  },
  list: {
    title: "Announcements of this server",
    count: (count: string, most: string) => `${count} of ${most}`,
    none: (create: Markdown) => md`There are none. ${create} sets one.`,
    pick: "Open an announcement",
    row: (what: string, phrase: string) => md`**${what}** · ${phrase}`,
    next: (when: Markdown) => md`next ${when}`,
    waits: "waits for something new",
    noDate: "the platform gives no date now",
    entry: (state: string, where: string) => `${state} · ${where}`,
  },
  history: {
    title: (what: string) => `What became of ${what}`,
    all: "What became of this server's announcements",
    none: "Nothing has been due yet.",
    noneCalled: (typed: string) =>
      md`No announcement is called “${typed}”. This is what became of all of them.`,
    someCalled: (typed: string) => md`Several can be meant by “${typed}”: choose one below.`,
    pick: "History of one announcement",
    row: (when: Markdown, what: Markdown, state: Markdown) => md`- ${when} **${what}**: ${state}`,
    rowOfOne: (when: Markdown, state: Markdown) => md`- ${when}: ${state}`,
    sent: (link: Markdown) => md`posted, ${link}`,
    sentGone: "posted, and deleted since",
    open: "open it",
    late: (length: string) => `late by ${length}`,
    states: {
      due: "is about to be posted",
      sending: "is being posted",
      failed: "could not be posted yet",
      held: "waits for a permission",
      /** For another reason, which is told beside it. */
      waits: "waits",
      skipped: "not posted",
      missed: "not posted: it fell due while the bot was off, and came too late to be of use",
    },
    again: (when: Markdown) => md`next try ${when}`,
  },
  offer: {
    over: {
      title: "This is over",
      next: "There is nothing left to be reminded of. Look at the next post.",
    },
    gone: {
      title: "This announcement is gone",
      next: "Those who manage this server deleted it.",
    },
    off: {
      title: "This button is switched off",
      next: "Those who manage this server switched it off.",
    },
    given: (role: Markdown) => md`**You have ${role} now.** Press again to give it back.`,
    taken: (role: Markdown) => md`**You no longer have ${role}.** Press again to get it back.`,
    soonGiven: (role: Markdown) =>
      md`**You will have ${role} in a moment.** Many are asking at once. Press again to give it back.`,
    soonTaken: (role: Markdown) =>
      md`**${role} will be taken from you in a moment.** Many are asking at once. Press again to keep it.`,
    roleRefused: (role: Markdown) =>
      md`**Milepost may not give ${role} right now.** Those who manage this server are told how to mend it. Press again later.`,
    roleGone: md`**That role is gone.** Those who manage this server are told.`,
    busy: md`**Too many are asking at once.** Press again in a few minutes.`,
    unreachable: md`**Discord did not answer.** Press again in a minute.`,
  },
  retried: "What waits is tried again now. The history shows what becomes of it.",
  off: {
    paused: "Paused. Nothing of it is posted until somebody resumes it.",
  },
};
