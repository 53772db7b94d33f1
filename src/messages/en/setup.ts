import { type Markdown, md } from "../../base/markdown.ts";
import { pick, plural } from "../choice.ts";

/** /setup, the panel of those who manage a server. */
export const setup = {
  title: "Setup",
  sections: {
    overview: "Overview",
    language: "Language and time zone",
    answers: "Where answers stand",
    posts: "What posts show",
    quiet: "Quiet hours and reminders",
    check: "Permissions and test post",
  },
  about: {
    overview: "What holds in this server now",
    language: "What public answers and posts are written in, and when a day begins",
    answers: "Channels for public answers; members' own accounts",
    posts: "Kinds, players' creations, role mentions, doubtful posts",
    quiet: "When posts wait, and where members' reminders may stand",
    check: "What Milepost lacks, and a post to try it",
  },
  open: "Open a section",
  saved: "Saved.",
  /** Announcements that do not follow what was just saved. */
  kept: {
    quiet: (count: number, list: Markdown) =>
      plural(count, {
        one: md`1 announcement has quiet hours of its own and keeps them: ${list}.`,
        other: md`${count} announcements have quiet hours of their own and keep them: ${list}.`,
      }),
    zone: (count: number, list: Markdown) =>
      plural(count, {
        one: md`1 announcement keeps the time zone it was set in: ${list}, then Edit.`,
        other: md`${count} announcements keep the time zone they were set in: ${list}, then Edit.`,
      }),
  },
  changedBy: (who: Markdown, when: Markdown) => md`Last changed by ${who}, ${when}.`,
  neverChanged: "Nothing was changed so far: these are the defaults.",
  clash: (who: Markdown, when: Markdown) =>
    md`**Somebody was faster**\n${who} changed these settings ${when}. Your choice was not saved. This is how they are now; choose again if you still want to.`,
  clashUnknown:
    "These settings were changed meanwhile. Your choice was not saved. This is how they are now; choose again if you still want to.",
  on: "on",
  off: "off",
  overview: {
    stuckIn: (channels: Markdown) => md`**Posts can't go out in ${channels}.**`,
    stuckInMore: (channels: Markdown) => md`**Posts can't go out in ${channels} and others.**`,
    stuckNext: (section: string) => `“${section}” below says what is missing.`,
    language: (language: string) => `Language of posts and public answers: ${language}`,
    zone: (zone: string, clock: string) => `Time zone: ${zone}, now ${clock}`,
    answers: (where: Markdown) => md`Public answers: ${where}`,
    privateCommands: (state: string) => `Commands for one's own account: ${state}`,
    kinds: (kinds: string) => `Kinds in boards and announcements: ${kinds}`,
    creations: (state: string) => `Players' creations, in posts: ${state}`,
    pings: (state: string) => `Announcements may mention a role: ${state}`,
    quiet: (hours: string) => `Quiet hours: ${hours}`,
    members: (where: Markdown) => md`Members' own reminders in channels: ${where}`,
    unsure: (choice: string) => `When nobody can see whether a post arrived: ${choice}`,
    next: (announce: Markdown, help: Markdown) =>
      md`${announce} makes an announcement. ${help} lists everything else.`,
  },
  /** Stands under an answer only its asker sees because of the channels admins chose. */
  heldBack: {
    in: (channels: Markdown) => md`Public answers: ${channels}`,
    inMore: (channels: Markdown) => md`Public answers: ${channels} and others`,
    nowhere: "Public answers are switched off in this server",
  },
  everywhere: "in every channel",
  nowhere: "in none: everybody sees their own answer alone",
  noChannel: "in none",
  allKinds: "all",
  noQuiet: "none",
  unsureShort: { "at-most-once": "leave it out", "at-least-once": "post it once more" },
  language: {
    title: "Language and time zone",
    about:
      "What the platform writes comes in this language in posts and public answers. Milepost's own words are English so far. Private answers follow each member.",
    pick: "Language of posts and public answers",
    own: "The server's own language",
    ownIs: (language: string) => `Now ${language}, from the server's settings in Discord`,
    zone: (zone: string, clock: string) => md`Time zone: **${zone}**. The clock there shows ${clock}.`,
    pickZone: "Time zone",
    clock: (clock: string) => `Now ${clock}`,
    search: "Search a time zone",
    form: {
      title: "Time zone",
      label: "City, country or time",
      description: "Such as Berlin, Brazil, CET, UTC+2, or what your clock shows now",
    },
    none: (typed: string) =>
      `No time zone was found for “${typed}”. Try a large city near you, such as “Berlin” or “New York”.`,
    several: (typed: string) => `Several time zones fit “${typed}”. Choose yours below.`,
  },
  answers: {
    title: "Where answers stand",
    about:
      "In the channels you choose, answers to /trending, /milestones and /profile are for everybody. Elsewhere only whoever asked sees them. A thread follows its channel.",
    now: (where: Markdown) => md`Public answers: ${where}.`,
    pick: "Channels for public answers",
    everywhere: "Every channel",
    nowhere: "No channel",
    private: (isOn: boolean) =>
      pick(isOn, {
        true: md`**Commands for one's own account are on.** Members see their own progress here, each alone.`,
        other: md`**Commands for one's own account are off.** Here they say so, and that they work in a direct message with the bot.`,
      }),
    turnOff: "Switch them off here",
    turnOn: "Switch them on here",
    cards: (isLight: boolean) =>
      pick(isLight, {
        true: md`**Pictures are light.** Members may choose otherwise for themselves.`,
        other: md`**Pictures are dark.** Members may choose otherwise for themselves.`,
      }),
    cardsLight: "Make them light",
    cardsDark: "Make them dark",
  },
  posts: {
    title: "What posts show",
    about: "This holds for boards and announcements, which nobody asked for at the moment they come.",
    kinds: "Kinds of trending entries",
    kindsNow: (kinds: string) => `Kinds shown: ${kinds}.`,
    /** Creations are among the kinds, and switched off on their own. */
    kindsButCreations: (kinds: string) => `Kinds shown: ${kinds}, creations only once they are shown below.`,
    /** Switched on, and not among the kinds. */
    creationsUnchosen: md`**Players' creations are not among the kinds above**, so posts leave them out all the same.`,
    creations: (isOn: boolean) =>
      pick(isOn, {
        true: md`**Players' creations are shown in posts**, and their forum topics. Report and delete are with your moderators.`,
        other: md`**Players' creations are left out of posts**, and their forum topics: only who asks sees them. Streams are a kind of their own above.`,
      }),
    creationsOn: "Show players' creations",
    creationsOff: "Leave out players' creations",
    pings: (isOn: boolean) =>
      pick(isOn, {
        true: md`**Announcements may mention a role**, one their maker could mention too.`,
        other: md`**Announcements mention nobody.**`,
      }),
    pingsOn: "Allow mentions of a role",
    pingsOff: "Allow no mentions",
    unsure: (isPostedAgain: boolean) =>
      pick(isPostedAgain, {
        true: md`**In doubt, a post is made once more.** It then says that it may be there twice. Nothing is missed.`,
        other: md`**In doubt, a post is left out.** Nothing is there twice, but one may be missing.`,
      }),
    unsureWhy:
      "A doubt arises only when the connection breaks in the middle of posting and Milepost may not read the channel's history.",
    toMost: "In doubt, leave it out",
    toLeast: "In doubt, post once more",
  },
  color: {
    now: (color: string | undefined) =>
      pick(color, {
        none: md`Announcements have Milepost's own color.`,
        other: md`Color of announcements: **${color ?? ""}**.`,
      }),
    set: "Set a color",
    none: "That is no color. Type six hex digits, as in #2b8cff. Nothing was changed.",
    form: {
      title: "Color of announcements",
      label: "Color",
      description: "Six hex digits, as in #2b8cff. Leave it empty for Milepost's own",
    },
  },
  calendar: {
    state: (isOn: boolean) =>
      pick(isOn, {
        true: md`**Dated things stand in this server's Events**, and follow the platform's dates.`,
        other: md`**Dated things don't stand in this server's Events.**`,
      }),
    turnOn: "Add to server events",
    turnOff: "Remove from server events",
    lacks: md`Milepost lacks “Create Events”. Give its role that: Server Settings > Roles.`,
    place: "this server",
    description: (platform: string) => `From ${platform}. Milepost keeps these times up to date.`,
    location: (platform: string) => platform,
  },
  quiet: {
    title: "Quiet hours and reminders",
    about: "In quiet hours announcements wait; what waited comes afterwards as one post.",
    now: (hours: string, zone: string) => md`Quiet hours: **${hours}** (${zone}).`,
    none: "There are no quiet hours.",
    set: "Set quiet hours",
    clear: "No quiet hours",
    form: {
      title: "Quiet hours",
      from: "From",
      to: "Until",
      description: (zone: string) => `Hours and minutes, such as 22:00, in ${zone}`,
    },
    bad: (typed: string) =>
      `“${typed}” is not a time. Write hours and minutes, such as 22:00 or 7:30. Nothing was changed.`,
    same: "Quiet hours can't begin and end at the same time. Nothing was changed.",
    members: (where: Markdown) =>
      md`Members may have their own reminders posted in ${where}; elsewhere they come as direct messages.`,
    membersNowhere:
      "Members' own reminders come as direct messages only. Choose channels to allow them there too.",
    pick: "Channels for members' own reminders",
  },
  check: {
    title: "Permissions and test post",
    about:
      "Answers to commands need no permission. Posts need View Channel, Send Messages and Read Message History; the last is how Milepost makes sure that nothing is there twice.",
    role: "Milepost has a role of its own only if it was added with permissions. Add it again to change that.",
    addToPost: "Add with posting",
    addToAnswer: "Add for replies only",
    run: "Check permissions",
    nothing: "No channel is in use for posts yet, so there is nothing to check.",
    fine: (channel: Markdown, uses: string) => md`${channel}: all there (${uses})`,
    lacks: (channel: Markdown, permissions: string, uses: string) =>
      md`${channel}: **${permissions}** missing (${uses})`,
    unseen: (channel: Markdown, uses: string) =>
      md`${channel}: Milepost can't see it; **View Channel** is missing (${uses})`,
    gone: (channel: Markdown, uses: string) => md`${channel}: this channel is gone (${uses})`,
    unknown: (channel: Markdown, uses: string) =>
      md`${channel}: Discord did not answer; check again in a minute (${uses})`,
    fix: "To mend it: Edit Channel, Permissions, add Milepost or its role, and tick what is named above. What waited is posted by itself after that.",
    goneFix: "A channel that is gone: choose another one, or delete what posts there.",
    more: (count: string) => `${count} more channels were not checked.`,
    uses: {
      announcements: "announcements",
      boards: "live boards",
      members: "members' reminders",
      answers: "public answers",
    },
    pick: "Post a test in",
    sent: (channel: Markdown, link: Markdown) => md`**The test post is in ${channel}.** ${link}`,
    see: "Look at it",
    remove: "Delete the test post",
    removed: "The test post is deleted.",
    notRemoved: "Discord did not let the test post be deleted. Delete it by hand.",
    failed: {
      missing: (permissions: string, channel: Markdown) =>
        md`**Nothing was posted.** Milepost lacks **${permissions}** in ${channel}.`,
      unseen: (channel: Markdown) =>
        md`**Nothing was posted.** Milepost can't see ${channel}: **View Channel** is missing.`,
      gone: md`**Nothing was posted.** That channel is gone.`,
      type: md`**Nothing was posted.** That kind of channel takes no plain posts. Choose a text channel, an announcement channel or a thread.`,
      yours: (channel: Markdown) =>
        md`**Nothing was posted.** You may not send messages in ${channel} yourself.`,
      refused: (why: Markdown) => md`**Nothing was posted.** ${why} Try again in a minute.`,
      unknown: md`**Discord did not answer.** Look into the channel: the post may be there or not. Try again in a minute.`,
    },
    post: {
      text: (who: Markdown) => md`**A test post**\n${who} tries whether Milepost can post here. It can.`,
      what: "What is this?",
      answer:
        "A test by somebody who manages this server. Announcements and live boards are posted the same way.",
    },
  },
  start: {
    step: (step: string) => `Step ${step} of 3`,
    language: "Language and time zone",
    where: "Where answers stand",
    first: "An announcement",
    next: "Next",
    back: "Back",
    skip: "Without one",
    all: "All settings",
    more: "One more announcement",
    intro:
      "Three short steps, and this server is set up. Everything can be changed later with the same command.",
    pickWhat: "What to announce",
    pickWhere: "In which channel",
    announce: "Announce it",
    what: {
      day: { label: "The daily reset", description: "Every day when the game's day begins" },
      week: { label: "The weekly reset", description: "Every week when the game's week begins" },
      entries: { label: "New trending entries", description: "Whenever something new trends" },
      ends: (when: string, zone: string) => `An hour before it ends on ${when} (${zone})`,
    },
    chooseBoth: "Choose what and where, then press the button.",
    cantHere: (channel: Markdown) => md`You may not send messages in ${channel}; choose another channel.`,
    made: (title: string, channel: Markdown) => md`**Set up.** “${title}” will be announced in ${channel}.`,
    same: (title: string, channel: Markdown) =>
      md`**Set up.** “${title}” is announced in ${channel} already.`,
    nextAt: (when: Markdown) => md`The first time ${when}.`,
    noDate: "It comes as soon as the platform gives a date.",
    full: (most: string, list: Markdown) =>
      md`This server has ${most} announcements, the most there can be. Delete one in ${list} first.`,
    past: "That is over already. Choose something else.",
    later: (announce: Markdown) => md`${announce} does this and more at any time.`,
    none: "This bot makes no announcements at the moment. The server is set up all the same.",
  },
};
