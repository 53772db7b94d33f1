/**
 * Descriptions of commands, options and choices: what Discord shows in its picker. By command name; the types
 * of `features/shared/define-command` hold that none is missing. At most 100 characters each.
 */
export const commands = {
  trending: {
    description: "What is trending in the community right now",
    options: {
      kind: {
        description: "Only one kind of entry",
        choices: {
          news: "News",
          help: "Help articles",
          event: "Events",
          activity: "Activities",
          item: "Items",
          creation: "Creations",
          stream: "Streams",
          other: "Everything else",
        },
      },
      search: { description: "Words of a title" },
      show: { description: "Who sees the answer" },
    },
  },
  milestones: {
    description: "What is on at the moment, and what ends soonest",
    options: { show: { description: "Who sees the answer" } },
  },
  profile: {
    description: "A player's public profile, or two side by side",
    userMenu: "Profile",
    options: {
      player: { description: "A player's name or membership id" },
      member: { description: "A member of this server who chose to be found" },
      compare: { description: "Another player to set beside the first" },
      show: { description: "Who sees the answer" },
    },
  },
  progress: {
    description: "Progress, yours or a player's: what to do next, levels, caps, quests",
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
      character: { description: "One character, by its label or number" },
      player: { description: "Another player, by name; you without one" },
    },
  },
  stats: {
    description: "Statistics, yours or a player's, in total and over time",
    options: {
      stat: { description: "One statistic, by its name" },
      period: {
        description: "Over which time",
        choices: {
          all: "All time",
          week: "Last 7 days",
          month: "Last 30 days",
          quarter: "Last 90 days",
          months: "By month",
        },
      },
      character: { description: "One character, by its label or number" },
      player: { description: "Another player, by name; you without one" },
    },
  },
  vault: {
    description: "What lies in your own vault",
    options: { search: { description: "Words of a name" } },
  },
  remind: {
    description: "Reminders in your direct messages: what starts, what ends, what you set yourself",
    messageMenu: "Remind me about this",
    subcommands: {
      new: {
        description: "Set a reminder",
        options: {
          what: { description: "Something the platform dates, your own progress, or any text of your own" },
          when: {
            description: "As in: 1h before it ends, tonight at 9, every 2 weeks on friday 8pm, in 1h 30m",
          },
        },
      },
      list: { description: "Your reminders: look after them, your time zone, quiet hours", options: {} },
    },
  },
  announce: {
    description: "For those who manage the server: posts about what starts, ends, or is new",
    subcommands: {
      new: {
        description: "Set an announcement",
        options: {
          what: { description: "Something the platform dates, new entries, or a note of your own" },
          channel: {
            description:
              "Where: text, announcement, voice, stage channel, thread, forum post; here by default",
          },
          role: { description: "A role to mention" },
          lead: { description: "When: it starts, 1 hour before it ends, every monday 18:00" },
        },
      },
      board: {
        description: "A live board: one message that is kept up to date",
        options: {
          what: {
            description: "What it shows",
            choices: { trending: "What is trending", milestones: "What is on, and what ends soonest" },
          },
          channel: { description: "Where its message stands; here by default" },
          kind: {
            description: "Only one kind of trending entry",
            choices: {
              news: "News",
              help: "Help articles",
              event: "Events",
              activity: "Activities",
              item: "Items",
              creation: "Creations",
              stream: "Streams",
              other: "Everything else",
            },
          },
        },
      },
      list: { description: "All announcements of this server: edit, pause, test, delete", options: {} },
      history: {
        description: "What was posted, when and where, or why not",
        options: { announcement: { description: "Only one announcement" } },
      },
    },
  },
  link: {
    description: "Link your own account, so that private commands can show your data",
    options: {},
  },
  unlink: {
    description: "Delete your linked session, and everything that hangs on it",
    options: {},
  },
  account: {
    description: "Your accounts here, and all that is kept about you: see, export, forget",
    options: {},
  },
  setup: {
    description: "Set this server up: language, channels, permissions, what posts show",
    options: {},
  },
  help: {
    description: "What Milepost can do, what it keeps, and whether all is well",
    options: {},
  },
};
