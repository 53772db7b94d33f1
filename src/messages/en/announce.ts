import { type Markdown, md } from "../../base/markdown.ts";
import { pick } from "../choice.ts";

/** /announce. */
export const announce = {
  firings: {
    title: "Next",
    at: (full: Markdown, relative: Markdown) => md`${full}, ${relative}`,
    clocksChange: "clocks change before this",
    moved: "moved: clocks skip that time",
  },
  states: {
    active: "on",
    paused: "paused",
    ended: "ended",
    disabled: "turned off",
    waiting: "waiting to be posted",
  },
  made: {
    made: "Announcement set",
    same: "You already have this announcement.",
    changed: "Changed.",
    meanwhile: (who: Markdown, when: Markdown) =>
      md`**Someone else changed this**\n${who} changed it ${when}. Your change wasn't saved.`,
    mine: "Open my changes",
  },
  /** Before a time by the clock is announced in a server without a zone. `when`: as typed, like "fridays 20:00". */
  zoneQuestion: (what: string, when: string) =>
    md`**${what}**, ${when}\nIn which time zone? It becomes this server's time zone.`,
  panel: {
    title: (what: string, state: Markdown | string) => md`### ${what}\n**Status:** ${state}`,
    when: (phrase: string, zone: string | undefined) =>
      pick(zone, { none: md`**When:** ${phrase}`, other: md`**When:** ${phrase} (${zone ?? ""})` }),
    where: (channel: Markdown) => md`**Where:** ${channel}`,
    mentions: (role: Markdown) => md`**Pings:** ${role}`,
    noMention: md`**Pings:** none, no sound`,
    pingsOff: (setup: Markdown) => md`Pings are off in this server. Turn them on in ${setup}.`,
    language: (name: string) => md`**Language:** ${name}`,
    quiet: (from: string, to: string, zone: string) => md`**Quiet hours:** ${from} to ${to} (${zone})`,
    color: (color: string) => md`**Color:** ${color}`,
    file: (name: string) => md`**Picture or file:** ${name}`,
    buttonReminds: md`**Button under posts:** “Remind me” sets a personal reminder`,
    buttonRole: (role: Markdown) => md`**Button under posts:** “Get the role” gives or removes ${role}`,
    /** `places`: a number. */
    buttonSignsUp: (places: string | undefined) =>
      pick(places, {
        none: md`**Button under posts:** “Sign up” adds people to a list in the post`,
        other: md`**Button under posts:** “Sign up” adds people to a list in the post, ${places ?? ""} at most`,
      }),
    publish: (isOn: boolean) =>
      pick(isOn, {
        true: md`**Published** to servers that follow the channel`,
        other: md`**Not published** to servers that follow the channel`,
      }),
    creations: (setup: Markdown) =>
      md`Players' creations aren't shown in posts. Turn them on in ${setup}, “What posts show”.`,
    kindOff: (kind: string, setup: Markdown) =>
      md`“${kind}” is off in posts, so this posts nothing. Turn it on in ${setup}, “What posts show”.`,
    preview: "Preview",
    /** Stands for what nobody knows yet. */
    sample: "its title",
    /** Nobody has changed it yet. `when`: such as "5 minutes ago". */
    madeBy: (maker: Markdown, when: Markdown) => md`Made by ${maker} ${when}.`,
    /** `editor`: another than its maker. */
    by: (maker: Markdown, editor: Markdown | undefined, when: Markdown) =>
      pick(editor, {
        none: md`Made by ${maker}, changed ${when}.`,
        other: md`Made by ${maker}, changed by ${editor ?? ""} ${when}.`,
      }),
    buttons: {
      publishOn: "Turn on publishing",
      publishOff: "Turn off publishing",
      list: "All announcements",
    },
  },
  trouble: {
    now: (what: Markdown) => md`**Problem:** ${what}`,
    lacks: (permissions: string, channel: Markdown) =>
      md`Milepost needs **${permissions}** in ${channel}: Edit Channel > Permissions.`,
    unseen: (channel: Markdown) =>
      md`Milepost can't see ${channel}. Allow **View Channel**: Edit Channel > Permissions.`,
    role: (role: Markdown) =>
      md`Milepost can't give ${role}. Give it **Manage Roles** and drag its role above that one: Server Settings > Roles.`,
    roleUnfit: (role: Markdown) =>
      md`The button no longer gives ${role}: the role is gone, has new permissions, or is above yours. Pick one again under “Button under posts”.`,
    silentRole: (role: Markdown, permission: string, channel: Markdown) =>
      md`${role} won't be pinged. Allow anyone to mention it, or give Milepost **${permission}** in ${channel}.`,
  },
  test: {
    sent: (link: Markdown) => md`**Test posted:** ${link}`,
    refused: (why: Markdown) => md`**Test not posted.** ${why}`,
    nothing: (why: Markdown) => md`**Nothing to post right now.** ${why}`,
    takeBack: "Delete the tests",
    takenBack: "Tests deleted.",
    notTakenBack: "Discord didn't let Milepost delete every test. Try again, or delete them yourself.",
  },
  remove: {
    title: (what: string) => md`**Delete “${what}”?**`,
    means: "It stops posting and its history is deleted. Existing posts stay.",
    yes: "Delete it",
    no: "Keep it",
    done: (what: string) => md`Deleted: **${what}**`,
  },
  gone: {
    title: "This announcement is gone",
    next: (list: Markdown) => md`It was deleted. ${list} shows the others.`,
  },
  refused: {
    color: "That isn't a color. Type six hex digits, like #2b8cff. Nothing was changed.",
    file: "That file is empty, larger than 8 MB, or couldn't be read. Nothing was changed.",
    files: (most: string) =>
      `This server has reached its limit of ${most} announcements with a picture or file. Remove one first.`,
    title: "Nothing is set yet",
    full: (most: string, list: Markdown) =>
      md`This server has reached its limit of ${most} announcements. Delete one in ${list} first.`,
    past: "That time has passed. Pick a later time.",
    over: "The platform no longer lists this. Run the command again and pick a suggestion.",
    own: "A member's progress can't be announced. Use /remind for your own.",
    unknownChannel: "Discord didn't say what that channel is. Pick it again.",
    channelType: (channel: Markdown) =>
      md`${channel} can't take posts. Pick a text, announcement, voice or stage channel, a thread, or a forum post.`,
    forum: (channel: Markdown) =>
      md`${channel} is a forum. Make a post in it, such as “Announcements”, and pick that post as the channel.`,
    mayNot: (permission: string, channel: Markdown) =>
      md`You need **${permission}** in ${channel} yourself. Pick another channel, or ask a server admin.`,
    everyone: "@everyone can't be pinged. Pick a role members can opt out of.",
    unknownRole: "Discord didn't say what that role is. Pick it again.",
    mayNotMention: (role: Markdown) =>
      md`You can't ping ${role} yourself. Pick a role anyone can mention, or none.`,
    pingsOff: (setup: Markdown) =>
      md`Pings are off in this server. Turn them on in ${setup}, or pick no role.`,
    zones: (typed: string, some: string) =>
      md`Several time zones fit **${typed}**: ${some}. Type one of them.`,
    text: "The note is empty. Type what to post.",
  },
  forum: {
    title: "Forums take posts with a title",
    offer: (channel: Markdown, title: string) =>
      md`Milepost can start a post **${title}** in ${channel} and use it from then on. Or make one yourself and pick it as the channel.`,
    make: "Start that post",
    needsTag: (channel: Markdown) => md`Posts in ${channel} need a tag. Pick one to start the post.`,
    pickTag: "Pick a tag",
    untagged: "No tag",
    noTag: (channel: Markdown) =>
      md`Posts in ${channel} need a tag, and Milepost can use none. In Edit Channel, add a tag that isn't only for moderators, or stop requiring tags.`,
    opening: (title: Markdown) => md`Milepost posts about **${title}** here.`,
    refused: (why: Markdown) => md`The post couldn't be started. ${why}`,
  },
  form: {
    title: "New announcement",
    edit: "Edit announcement",
    text: "What to post",
    textHint: "Up to 500 characters. The first line is the headline. Markdown works.",
    whenHint: "every monday 18:00, weekdays 9:30, tomorrow 20:00",
    datedHint: "when it starts, 1 hour before it ends, 1 day before it ends",
    newsHint: "when it appears (new entries have no other time)",
    zoneHint: "A city, UTC+2, or the time on your clock",
    channel: "Where",
    role: "Role to ping",
    roleHint: "Leave empty to ping no one",
  },
  colorForm: {
    title: "Color",
    label: "Color of its posts",
    description: "Six hex digits, like #2b8cff. Empty: the server's color",
  },
  fileForm: {
    title: "Picture or file",
    label: "Shown with its posts",
    description: "Up to 8 MB. Empty: none, and the one it has is removed",
    alt: "What the picture shows",
    altHint: "For those who can't see it",
  },
  quietForm: {
    hint: (example: string, zone: string) => `Like ${example}, in ${zone}. Leave both empty for none`,
  },
  button: {
    title: "Button under posts",
    about:
      "Sets a personal reminder by DM, adds people to a list in the post, or gives a role you pick. Pressing again takes the role away.",
    off: "No button",
    personal: "Personal reminder",
    signUp: "Sign-up list",
    pick: "Pick a role to give",
    refused: {
      managed: "That role belongs to a bot or to Discord. Pick another.",
      everyone: "Everyone has that role. Pick another.",
      mayNot: "You need Manage Roles yourself.",
      tooHigh: "That role is above your highest role. Pick one below it.",
      powerful: "That role has permissions over this server. Pick one without.",
    },
  },
  list: {
    title: "Announcements",
    count: (count: string, most: string) => `${count} of ${most}`,
    none: (create: Markdown) => md`No announcements yet. Set one with ${create}.`,
    pick: "Pick an announcement",
  },
  history: {
    title: (what: string) => `History of ${what}`,
    all: "History of all announcements",
    noneCalled: (typed: string) => md`No announcement is called “${typed}”. Here are all of them.`,
    someCalled: (typed: string) => md`Several announcements fit “${typed}”. Pick one below.`,
    row: (when: Markdown, what: Markdown, state: Markdown) => md`- ${when} **${what}**: ${state}`,
    rowOfOne: (when: Markdown, state: Markdown) => md`- ${when}: ${state}`,
    sent: (link: Markdown) => md`posted, ${link}`,
    test: (link: Markdown) => md`a test, ${link}`,
    sentGone: "posted, deleted since",
    states: {
      due: "about to be posted",
      sending: "being posted",
      failed: "not posted yet",
      held: "waiting for a permission",
      skipped: "not posted",
      missed: "missed: the bot was off, and it was too late to be useful",
    },
  },
  offer: {
    over: {
      title: "This has ended",
      next: "Look for a newer post.",
    },
    gone: { next: "A server admin deleted it." },
    off: {
      title: "This button is off",
      next: "A server admin turned it off.",
    },
    given: (role: Markdown) => md`**You have ${role} now.** Press again to give it back.`,
    taken: (role: Markdown) => md`**You no longer have ${role}.** Press again to get it back.`,
    soonGiven: (role: Markdown) => md`**You'll have ${role} in a moment.** Press again to give it back.`,
    soonTaken: (role: Markdown) => md`**${role} will be removed in a moment.** Press again to keep it.`,
    roleRefused: (role: Markdown) =>
      md`**Milepost can't give ${role} right now.** Server admins are told how to fix it. Try again later.`,
    roleGone: md`**That role is gone.** Server admins are told.`,
    busy: md`**Too many people are pressing at once.** Try again in a few minutes.`,
    unreachable: md`**Discord isn't responding.** Try again in a minute.`,
  },
  /** What an account must show before the button gives a role. */
  needs: {
    form: {
      title: "What it takes to get it",
      kind: "Members' own account must show",
      kinds: {
        none: "Nothing",
        linked: "That it's linked here",
        level: "A level",
        milestone: "A milestone that is done",
        stat: "A statistic",
      },
      of: "Which one",
      ofHint: "A milestone, a statistic or a track, by its name. Leave empty for the highest level",
      least: "At least",
      leastHint: "For a level or a statistic: a number",
    },
    /** Behind a label. */
    words: {
      linked: md`a linked account`,
      level: (least: string) => md`level ${least}`,
      levelOf: (of: string, least: string) => md`${of}, level ${least}`,
      milestone: (title: string) => md`${title}, done`,
      stat: (of: string, least: string) => md`${of}, at least ${least}`,
    },
    fact: (needs: Markdown) => md`**Needs:** ${needs}. Checked at the press. Nobody loses the role later.`,
    missing: (role: Markdown, needs: Markdown) => md`**You can't get ${role} yet.** Needs: ${needs}.`,
    /** `value`: a number. */
    has: (value: string) => md`Your account shows ${value}.`,
    open: "Your account shows that it isn't done.",
    unknown: "The platform doesn't show that of your account.",
    unlinked: "Link your account, then press again.",
    ended: "Your session ended. Link again, then press again.",
    off: { title: "Accounts can't be linked here", next: "A server admin can pick a role that needs none." },
    refused: {
      least: "At least how much? Type a number.",
      of: "Which statistic? Type its name as the platform shows it.",
      milestone: "No milestone of this name is on or ahead. Type its name as /milestones shows it.",
    },
  },
  /** Sign-up under a post. */
  signUp: {
    form: {
      title: "Sign-up list",
      places: "How many can come",
      placesHint: "The rest wait for a place. Leave empty for no limit",
      starts: "When it starts",
      startsHint: "“2 hours” after the post, or “saturday 20:00”. Leave empty for the event's own start",
    },
    comes: (title: Markdown, start: Markdown) => md`**You're coming to ${title}.** It starts ${start}.`,
    /** `place`: 1 is next. */
    waits: (title: Markdown, place: string) =>
      md`**${title} is full.** You're number ${place} on the waiting list.`,
    told: md`You get a DM 15 minutes before.`,
    toldIfFree: md`You get a DM when a place opens.`,
    leave: "Leave the list",
    left: (title: Markdown) => md`**You left the list of ${title}.** Press “Sign up” to come back.`,
    refused: {
      gone: {
        title: "This post takes no sign-ups",
        next: "It's a test, or an old post. Look for a newer one.",
      },
      closed: { title: "Sign-up is closed", next: "It has started." },
      full: { title: "The waiting list is full", next: "Try again later. Nothing was stored." },
      places: "How many can come? Type a number up to 1,000, or nothing.",
      start:
        "When does it start? Type how long after the post, like “2 hours”, or a day and time, like “saturday 20:00”.",
    },
  },
  retried: "Trying again now. See History for the result.",
  off: {
    paused: "Paused. Nothing is posted until someone resumes it.",
  },
};
