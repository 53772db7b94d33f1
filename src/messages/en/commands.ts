/** Kinds of trending entries, as options and lists name them. */
const kinds = {
  news: "News",
  help: "Help articles",
  event: "Events",
  activity: "Activities",
  item: "Items",
  creation: "Creations",
  stream: "Streams",
  other: "Everything else",
};

/** Of options that several commands have. */
const show = { description: "Who sees the reply" };
const member = { description: "A member who is visible here" };
const character = { description: "One character, by label or number" };
const player = { description: "Another player (empty: you)" };
const kind = { description: "Only one kind", choices: kinds };

/**
 * Descriptions of commands, options and choices: what Discord shows in its picker. By command name; the types
 * of `features/kit/define-command` hold that none is missing. At most 100 characters each.
 */
export const commands = {
  trending: {
    description: "See what's trending right now",
    options: {
      kind,
      search: { description: "Words in the title" },
      show,
    },
  },
  milestones: {
    description: "See what's on and what ends soonest",
    options: { show },
  },
  profile: {
    description: "Look up a player, or compare two",
    userMenu: "Profile",
    options: {
      player: { description: "Player name or ID" },
      member,
      compare: { description: "A second player, to compare" },
      show,
    },
  },
  progress: {
    description: "What to do next, levels, caps and quests: yours or a player's",
    options: {
      view: {
        description: "What to show first",
        choices: {
          next: "What next?",
          overview: "Overview",
          factions: "Factions",
          milestones: "Milestones",
          quests: "Quests",
          objectives: "Objectives",
        },
      },
      character,
      player,
      member,
    },
  },
  stats: {
    description: "Stats in total and over time: yours or a player's",
    options: {
      stat: { description: "One stat, by name" },
      period: {
        description: "Time span",
        choices: {
          all: "All time",
          week: "Last 7 days",
          month: "Last 30 days",
          quarter: "Last 90 days",
          months: "By month",
        },
      },
      character,
      player,
    },
  },
  ranking: {
    description: "Rank this server's visible members by a statistic",
    options: {
      stat: { description: "One stat, by name" },
      period: {
        description: "Time span",
        choices: { all: "All time", week: "Last 7 days", month: "Last 30 days" },
      },
    },
  },
  vault: {
    description: "See what's in your vault",
    options: { search: { description: "Words in the item's name" } },
  },
  remind: {
    description: "Get a DM when something starts, ends or resets, or for your own notes",
    messageMenu: "Remind me about this",
    subcommands: {
      new: {
        description: "Set a reminder",
        options: {
          what: { description: "An event, a reset, your progress, or a note" },
          when: { description: "1h before it ends, tonight at 9, every 2 weeks on friday 8pm, in 1h 30m" },
        },
      },
      list: { description: "Your reminders, time zone and quiet hours", options: {} },
    },
  },
  announce: {
    description: "Post what starts, ends or is new (server admins)",
    subcommands: {
      new: {
        description: "Set up an announcement",
        options: {
          what: { description: "An event, a reset, new entries, or a note" },
          channel: { description: "Where to post (empty: here)" },
          role: { description: "A role to ping" },
          when: { description: "When it starts, 1 hour before it ends, every monday 18:00" },
        },
      },
      board: {
        description: "Post a live board: one message that updates itself",
        options: {
          what: {
            description: "What it shows",
            choices: { trending: "Trending", milestones: "What's on", ranking: "Ranking" },
          },
          channel: { description: "Where to post it (empty: here)" },
          kind,
          stat: { description: "Of a ranking: one stat, by name" },
        },
      },
      list: { description: "See, edit, pause, test or delete announcements and boards", options: {} },
      history: {
        description: "What was posted, what wasn't, and why",
        options: { announcement: { description: "Only one announcement" } },
      },
    },
  },
  link: {
    description: "Link your account to see your own data",
    options: {},
  },
  unlink: {
    description: "Delete your linked session and everything stored with it",
    options: {},
  },
  account: {
    description: "Your accounts and stored data: see, export, delete",
    options: {},
  },
  setup: {
    description: "Set Milepost up in this server (server admins)",
    options: {},
  },
  help: {
    description: "What Milepost does, what it stores, and its status",
    options: {},
  },
};
