import { type Markdown, md } from "../../base/markdown.ts";
import { pick, plural } from "../choice.ts";

/** /setup, the panel of those who manage a server. */
export const setup = {
  title: "Setup",
  sections: {
    overview: "Overview",
    language: "Language and time zone",
    answers: "Reply channels",
    posts: "What posts show",
    quiet: "Quiet hours and reminders",
    check: "Permissions, test post, server data",
  },
  about: {
    overview: "Current settings",
    language: "For public replies and posts",
    answers: "Where replies are public; private commands",
    posts: "Kinds, creations, pings, server events, repeats",
    quiet: "When posts wait; members' reminders in channels",
    check: "See what's missing, send a test, delete data",
  },
  open: "Pick what to change",
  saved: "Saved.",
  /** Announcements that do not follow what was just saved. */
  kept: {
    quiet: (count: number, list: Markdown) =>
      plural(count, {
        one: md`1 announcement keeps its own quiet hours: see ${list}.`,
        other: md`${count} announcements keep their own quiet hours: see ${list}.`,
      }),
    zone: (count: number, list: Markdown) =>
      plural(count, {
        one: md`1 announcement keeps its old time zone: ${list}, then Edit.`,
        other: md`${count} announcements keep their old time zone: ${list}, then Edit.`,
      }),
  },
  changedBy: (who: Markdown, when: Markdown) => md`Last changed by ${who}, ${when}.`,
  overview: {
    stuckIn: (channels: Markdown) => md`**Milepost can't post in ${channels}.**`,
    stuckInMore: (channels: Markdown) => md`**Milepost can't post in ${channels} and others.**`,
    /** `check` is the button there. */
    stuckNext: (section: string, check: string) =>
      `Open “${section}” and press “${check}” to see what's missing.`,
    language: (language: string) => `Language: ${language}`,
    privateCommands: (isOn: boolean) =>
      pick(isOn, { true: "Private commands: on", other: "Private commands: off" }),
    kinds: (kinds: string) => `Kinds in posts: ${kinds}`,
    creations: (isOn: boolean) =>
      pick(isOn, {
        true: "Players' creations in posts: shown",
        other: "Players' creations in posts: not shown",
      }),
    pings: (isOn: boolean) => pick(isOn, { true: "Role pings: on", other: "Role pings: off" }),
    quiet: (hours: string) => `Quiet hours: ${hours}`,
    members: (where: Markdown) => md`Members' reminders in channels: ${where}`,
    unsure: (choice: string) => `If unsure a post went out: ${choice}`,
    next: (announce: Markdown) => md`Make an announcement with ${announce}.`,
  },
  /** Stands under an answer only its asker sees because of the channels admins chose. */
  heldBack: {
    in: (channels: Markdown) => md`Replies are public in ${channels}`,
    inMore: (channels: Markdown) => md`Replies are public in ${channels} and others`,
    nowhere: "Public replies are off in this server",
  },
  everywhere: "all",
  nowhere: "none, replies are private",
  noChannel: "none",
  noQuiet: "none",
  unsureShort: { "at-most-once": "skip it", "at-least-once": "post again" },
  language: {
    about: "Public replies and posts use this language. Private replies follow each member.",
    pick: "Pick a language",
    own: (language: string) => `The server's language: ${language}`,
    ownIs: "As in Discord's server settings",
    zone: (zone: string, clock: string) => md`Time zone: **${zone}**, now ${clock}`,
    /** Nobody picked it: it is the one the server's language is spoken in, or UTC. */
    zoneUnpicked: (zone: string, clock: string) =>
      md`Time zone: **${zone}**, now ${clock}, until you pick one`,
    clock: (clock: string) => `Now ${clock}`,
    form: {
      label: "City, country or time",
      description: "Like Berlin, Brazil, CET, UTC+2, or the time on your clock",
    },
  },
  answers: {
    /** The commands as a list: "/trending, /milestones and /profile". */
    about: (commands: string) =>
      `Replies to ${commands} are public in the channels you pick, and private elsewhere. Threads follow their channel.`,
    now: (where: Markdown) => md`Reply channels: ${where}`,
    pick: "Pick reply channels",
    everywhere: "All channels",
    nowhere: "No channels",
    private: (isOn: boolean) =>
      pick(isOn, {
        true: md`**Private commands are on.** Members can see their own progress here, each only their own.`,
        other: md`**Private commands are off.** Members can still use them in DMs with the bot.`,
      }),
    turnOff: "Turn off private commands",
    turnOn: "Turn on private commands",
    cards: (isLight: boolean) =>
      pick(isLight, {
        true: md`**Pictures are light.** Members can pick their own.`,
        other: md`**Pictures are dark.** Members can pick their own.`,
      }),
    cardsLight: "Use light pictures",
    cardsDark: "Use dark pictures",
  },
  posts: {
    kinds: "Pick kinds of trending entries",
    kindsNow: (kinds: string) => `Kinds shown: ${kinds}.`,
    /** Creations are among the kinds, and switched off on their own. */
    kindsButCreations: (kinds: string) => `Kinds shown: ${kinds}. Creations only if turned on below.`,
    /** Switched on, and not among the kinds. */
    creationsUnchosen: md`**Players' creations aren't among the kinds above**, so posts don't show them.`,
    creations: (isOn: boolean) =>
      pick(isOn, {
        true: md`**Players' creations and forum topics are shown in posts.** Your moderators handle reports.`,
        other: md`**Players' creations and forum topics aren't shown in posts**, only to members who ask.`,
      }),
    creationsOn: "Show players' creations",
    creationsOff: "Hide players' creations",
    pings: (isOn: boolean) =>
      pick(isOn, {
        true: md`**Announcements can ping a role**, if their maker can ping it too.`,
        other: md`**Announcements ping no one.**`,
      }),
    pingsOn: "Turn on role pings",
    pingsOff: "Turn off role pings",
    unsure: (isPostedAgain: boolean) =>
      pick(isPostedAgain, {
        true: md`**If unsure a post went out, post again**, marked as a possible repeat.`,
        other: md`**If unsure a post went out, skip it.** No repeats, but one may be missing.`,
      }),
    unsureWhy: "Only if the connection breaks while posting and Milepost lacks Read Message History.",
    toMost: "Skip if unsure",
    toLeast: "Post again if unsure",
  },
  /** The bot's own name and pictures in this server. */
  look: {
    about: "Milepost can have its own name, avatar and banner in this server.",
    set: "Change its look",
    reset: "Default look",
    form: {
      name: "Name",
      nameHint: "Leave empty to keep it",
      avatar: "Avatar",
      banner: "Banner",
      pictureHint: "PNG, JPEG or GIF, up to 7 MB. Leave empty to keep it",
    },
    unreadable: "That isn't a PNG, JPEG or GIF of up to 7 MB. Nothing was changed.",
    refused: md`**The look wasn't changed.**`,
  },
  color: {
    now: (color: string | undefined) =>
      pick(color, {
        none: md`Color of announcements: Milepost's own`,
        other: md`Color of announcements: **${color ?? ""}**`,
      }),
    set: "Set a color",
    form: {
      title: "Color of announcements",
      label: "Color",
      description: "Six hex digits, like #2b8cff. Empty: Milepost's own",
    },
  },
  calendar: {
    state: (isOn: boolean) =>
      pick(isOn, {
        true: md`**Dates from the platform are in this server's Events.**`,
        other: md`**Server events are off.**`,
      }),
    turnOn: "Add to server events",
    turnOff: "Remove from server events",
    lacks: md`Milepost needs **Create Events**. Give it to Milepost's role: Server Settings > Roles.`,
    place: "this server",
    /** The last line of an event; above it is what the event is. `command` is "/trending" or "/milestones". */
    description: (platform: string, command: string) =>
      `From ${platform}. More: ${command}. Milepost keeps these times up to date.`,
  },
  quiet: {
    about: "In quiet hours announcements wait, then come in one post.",
    now: (hours: string, zone: string) => md`Quiet hours: **${hours}**, ${zone}`,
    form: {
      description: (example: string, zone: string) => `Like ${example}, in ${zone}`,
    },
    members: (where: Markdown) => md`Members can get their reminders in ${where}, or by DM.`,
    membersNowhere: "Members get their reminders by DM only. Pick channels to allow them there too.",
    pick: "Pick channels for members' reminders",
  },
  check: {
    about: (permissions: string) => `Replies need no permissions. To post, Milepost needs ${permissions}.`,
    who: "Choose who can use which command in Server Settings > Integrations > Milepost. Admin commands need Manage Server too.",
    role: "Milepost only has its own role if it was added with permissions. Add it again to change that.",
    addToPost: "Add for replies and posts",
    addToAnswer: "Add for replies only",
    run: "Check permissions",
    nothing: "Nothing to check: Milepost posts in no channel yet.",
    fine: (channel: Markdown, uses: string) => md`${channel}: all good (${uses})`,
    lacks: (channel: Markdown, permissions: string, uses: string) =>
      md`${channel}: needs **${permissions}** (${uses})`,
    unseen: (channel: Markdown, uses: string) =>
      md`${channel}: can't be seen, needs **View Channel** (${uses})`,
    gone: (channel: Markdown, uses: string) => md`${channel}: gone (${uses})`,
    unknown: (channel: Markdown, uses: string) =>
      md`${channel}: Discord isn't responding, check again in a minute (${uses})`,
    fix: md`To fix it: Edit Channel > Permissions, add Milepost or its role, and allow what's named above. Waiting posts then go out.`,
    goneFix: "For a channel that's gone, pick another or delete what posts there.",
    more: (count: string) => `${count} more not checked.`,
    uses: {
      announcements: "announcements",
      boards: "live boards",
      members: "members' reminders",
      answers: "public replies",
    },
    pick: "Pick a channel for a test post",
    sent: (channel: Markdown, link: Markdown) => md`**Test posted in ${channel}:** ${link}`,
    remove: "Delete test post",
    removed: "Test post deleted.",
    notRemoved: "Discord didn't let Milepost delete the test post. Delete it by hand.",
    failed: {
      /** Before the reason. */
      nothing: md`**Nothing was posted.**`,
      unknown: md`**Discord isn't responding.** Check the channel: the post may be there. Or try again in a minute.`,
    },
    post: {
      text: (who: Markdown) => md`**Test post**\n${who} is checking if Milepost can post here. It can.`,
      what: "What is this?",
      answer: "A server admin sent this test. Announcements and live boards are posted the same way.",
    },
  },
  /** Deletes all that is stored for the server. */
  forget: {
    button: "Delete server data",
    sure: "Delete everything stored for this server?",
    means:
      "This deletes announcements and their history, live boards, settings, server events, and the list of who's visible here.",
    stays: "Existing posts and members' own data stay. Encrypted backups stay for up to 30 days.",
    boards: "Live boards' messages stay and say that they stopped.",
    /** Messages in which Discord didn't let Milepost say so. */
    boardsLeft: (count: number) =>
      plural(count, {
        one: "1 live board's message couldn't be changed. Delete it by hand.",
        other: `${count} live boards' messages couldn't be changed. Delete them by hand.`,
      }),
    /** Events is the list in Discord's menu of the server. */
    eventsLeft: (count: number) =>
      plural(count, {
        one: "1 server event couldn't be deleted. Delete it under Events.",
        other: `${count} server events couldn't be deleted. Delete them under Events.`,
      }),
    keep: "Keep server data",
    done: "Server data deleted",
    next: (setup: Markdown) =>
      md`To remove Milepost too: Server Settings > Integrations. To start again: ${setup}`,
  },
  start: {
    step: (step: string) => `Step ${step} of 3`,
    first: "First announcement",
    next: "Next",
    skip: "Skip this",
    all: "Show overview",
    more: "Add another",
    intro: "You can change everything later.",
    pickWhat: "Pick what to announce",
    pickWhere: "Pick a channel",
    announce: "Announce it",
    what: {
      entries: "New trending entries",
      ends: (when: string, zone: string) => `1 hour before it ends on ${when} (${zone})`,
    },
    chooseBoth: "Pick what and where, then press “Announce it”.",
    cantHere: (channel: Markdown) => md`You can't send messages in ${channel}. Pick another channel.`,
    made: (title: string, channel: Markdown) => md`**All set.** ${channel} gets “${title}”.`,
    same: (title: string, channel: Markdown) => md`**All set.** ${channel} already gets “${title}”.`,
    /** What Milepost lacks there stands below. */
    stuck: (title: string, channel: Markdown) =>
      md`**Not ready yet.** Milepost can't post “${title}” in ${channel}.`,
    nextAt: (when: Markdown) => md`Next: ${when}`,
    past: "That has ended. Pick something else.",
    later: (announce: Markdown) => md`Add more any time with ${announce}.`,
    ping: (list: Markdown) => md`To ping a role or move it: ${list}, then Edit.`,
    none: "All set. This bot has nothing to announce right now.",
  },
};
