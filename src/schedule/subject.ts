import { z } from "zod";

import { scopeOf, WATCHED, WATCHED_LENGTH } from "./watched.ts";

/** How long the name of a track or statistic may be. */
export const NEED_LENGTH = 80;

/** Subjects about a member's own progress, for that member's DMs only. */
export const OWN_MATTERS = ["unclaimed", "caps", "open-milestones", "session"] as const;
export type OwnMatter = (typeof OWN_MATTERS)[number];

/** What a reminder is about. When it is due is its `Rule`. */
export type Subject = z.output<typeof subjectSchema>;
type Kind = Subject["kind"];
export type SubjectOf<Wanted extends Kind> = Extract<Subject, { kind: Wanted }>;
const subjectSchema = z.discriminatedUnion("kind", [
  /** A public milestone, by its definition's hash. */
  z.object({ kind: z.literal("milestone"), hash: z.int().nonnegative() }),
  /** A dated trending entry, by its key. */
  z.object({ kind: z.literal("ritual"), type: z.string(), id: z.string() }),
  /** The game's daily or weekly reset; its times are learned from milestones of that length. */
  z.object({ kind: z.literal("reset"), every: z.enum(["day", "week"]) }),
  /** A note. An admin's is shown with its markup, unless an earlier version stored it. */
  z.object({
    kind: z.literal("note"),
    text: z.string().max(500),
    isMarkdown: z.literal(true).optional(),
  }),
  /** New trending entries, of one kind or any. */
  z.object({ kind: z.literal("new-entries"), of: z.string().optional() }),
  /** What is on in a day or a week, with rewards. */
  z.object({ kind: z.literal("agenda"), every: z.enum(["day", "week"]) }),
  z.object({ kind: z.literal("own"), matter: z.enum(OWN_MATTERS) }),
  /** Whatever the platform shows by this name, each time it comes up; words in a language. */
  z.object({
    kind: z.literal("watch"),
    of: z.enum(WATCHED),
    name: z.string().min(1).max(WATCHED_LENGTH),
    language: z.string().max(10),
  }),
]);

/** What a member's own account must show for a role. `least`: at least this much. */
export type AccountNeed = z.output<typeof accountNeedSchema>;
const accountNeedSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("linked") }),
  /** Of the track called so; else the highest of all. */
  z.object({ kind: z.literal("level"), least: z.int(), of: z.string().max(NEED_LENGTH).optional() }),
  z.object({ kind: z.literal("milestone"), hash: z.int(), title: z.string() }),
  /** Its id or name, as typed. */
  z.object({ kind: z.literal("stat"), of: z.string().max(NEED_LENGTH), least: z.int() }),
]);

/** How long the name and description of an announcement's file may be. */
export const FILE_NAME_LENGTH = 260;
export const FILE_ALT_LENGTH = 300;

/** How many may sign up under a post, the waiting list included. */
export const MOST_SIGN_UPS = 1_000;

/** What a reminder posts, for whom and how; stored as JSON in `reminders.content`. */
export type ReminderContent = z.output<typeof contentSchema>;
const contentSchema = z.object({
  /** A member's own, or a server's announcement. */
  purpose: z.enum(["personal", "announcement"]),
  subject: subjectSchema,
  /** Its title when it was created, plain text, for when the platform can't say it. */
  title: z.string().max(200),
  /** The language of its posts, as Discord's locale code. */
  locale: z.string(),
  /** The IANA zone of typed times and quiet hours. */
  zone: z.string(),
  /** The role it mentions. */
  roleId: z.string().optional(),
  /** For personal ones: repeated until done, this often and at most this many times. */
  repeat: z.object({ everyMs: z.int().positive(), most: z.int().positive().max(10) }).optional(),
  /** Skips the post when the member's own data says it is done. Unknown counts as not done. */
  skipIfDone: z.boolean().default(false),
  /** For announcements: Discord's type of its channel. */
  channelType: z.int().optional(),
  /** For announcements: the picture or file its posts carry. */
  file: z
    .object({
      name: z.string().max(FILE_NAME_LENGTH),
      alt: z.string().max(FILE_ALT_LENGTH).optional(),
      isPicture: z.boolean(),
    })
    .optional(),
  /** In announcement channels: whether posts are published to followers. */
  publish: z.boolean().default(false),
  /**
   * The public button: toggles this role, picked by `byId`, for those whose account shows what it needs; or signs up for what starts so long after the post on the
   * zone's clocks, or when the subject starts; or adds a personal reminder.
   */
  offers: z
    .object({
      roleId: z.string().optional(),
      byId: z.string().optional(),
      needs: accountNeedSchema.optional(),
      signUp: z
        .object({
          places: z.int().positive().max(MOST_SIGN_UPS).optional(),
          afterMs: z.int().positive().optional(),
        })
        .optional(),
    })
    .optional(),
  /** For personal ones: tells a member of what they signed up for, or that a place became free. */
  signedUp: z.object({ of: z.string(), slot: z.int(), isMovedUp: z.literal(true).optional() }).optional(),
  /** For announcements: the edge's color; the server's by default. */
  accent: z.int().min(0).max(0xff_ff_ff).optional(),
  /** For new entries of any kind: the kinds it is limited to. */
  kinds: z.array(z.string()).optional(),
});

/** How a subject's dates behave. */
type Dating =
  /** Comes again or may, each time with a start and an end; a platform lists it while it runs. */
  | "periods"
  /** Starts and ends once. */
  | "once"
  /** A moment that comes again and again: it has no end. */
  | "recurring"
  | "none";

/** A new kind has to say which. */
const DATING = {
  milestone: "periods",
  ritual: "once",
  reset: "recurring",
  note: "none",
  "new-entries": "none",
  agenda: "none",
  own: "none",
  watch: "none",
} as const satisfies Readonly<Record<Kind, Dating>>;

export function datingOf({ kind }: Subject): Dating {
  return DATING[kind];
}

type KindWith<Wanted extends Dating> = {
  [Each in Kind]: (typeof DATING)[Each] extends Wanted ? Each : never;
}[Kind];
export type DatedKind = KindWith<"periods" | "once" | "recurring">;
export type TimedSubject = SubjectOf<KindWith<"periods" | "once">>;

/** Returns whether it has a start and an end; then others may want a reminder of their own. */
export function isTimed(subject: Subject): subject is TimedSubject {
  return ["periods", "once"].includes(datingOf(subject));
}

/**
 * Returns the key that a "dated" rule stores; undefined for a subject without dates. It contains a colon, so that no
 * typed note looks like one.
 */
export function subjectKey(subject: Subject): string | undefined {
  switch (subject.kind) {
    case "milestone":
      return `milestone:${subject.hash}`;
    case "ritual":
      return `ritual:${subject.type}:${subject.id}`;
    case "reset":
      return `reset:${subject.every}`;
    case "note":
    case "new-entries":
    case "agenda":
    case "own":
    case "watch":
      return undefined;
  }
}

/** Returns the subject of such a key; undefined for other texts. */
export function subjectOfKey(thing: string): Subject | undefined {
  const [kind, first, ...rest] = thing.split(":");
  const said = { kind, hash: Number(first), type: first, id: rest.join(":"), every: first };
  const read = subjectSchema.safeParse(said);
  return read.success && subjectKey(read.data) === thing ? read.data : undefined;
}

/** Returns what a "watch" rule about the subject looks for; undefined for subjects with times. */
export function watchOf(subject: Subject): string | undefined {
  if (subject.kind === "new-entries") return subject.of === undefined ? "entries" : `entries:${subject.of}`;
  if (subject.kind === "watch") return scopeOf(subject);
  return subject.kind === "own" && subject.matter === "session" ? "session" : undefined;
}

/** Returns a stored content. Throws when it is invalid. */
export function readContent(row: { readonly content: string }): ReminderContent {
  return contentSchema.parse(JSON.parse(row.content));
}
