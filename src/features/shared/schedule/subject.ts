import { z } from "zod";

import { DAY_MS } from "../../../base/duration.ts";

/** A member's own progress that a reminder can be about. It goes to that member's direct messages only. */
export const OWN_MATTERS = ["unclaimed", "caps", "open-milestones", "session"] as const;
export type OwnMatter = (typeof OWN_MATTERS)[number];

/** What a reminder is about. When it is due is its `Rule`. */
export type Subject = z.output<typeof subjectSchema>;
const subjectSchema = z.discriminatedUnion("kind", [
  /** A milestone everybody can see, by its definition's hash. */
  z.object({ kind: z.literal("milestone"), hash: z.int().nonnegative() }),
  /** A trending entry with dates, by its key. */
  z.object({ kind: z.literal("ritual"), type: z.string(), id: z.string() }),
  /** The game's day or week begins anew; its times are learnt from milestones of that length. */
  z.object({ kind: z.literal("reset"), every: z.enum(["day", "week"]) }),
  /** A text of one's own. An admin's is shown with its markup; one made by an earlier version is not. */
  z.object({
    kind: z.literal("note"),
    text: z.string().max(500),
    isMarkdown: z.literal(true).optional(),
  }),
  /** Trending entries nobody saw before; of one kind, or of any. */
  z.object({ kind: z.literal("new-entries"), of: z.string().optional() }),
  /** What is on in a day or a week, with its rewards. */
  z.object({ kind: z.literal("agenda"), every: z.enum(["day", "week"]) }),
  z.object({ kind: z.literal("own"), matter: z.enum(OWN_MATTERS) }),
]);

/** What a reminder says, to whom and how; stored as JSON in `reminders.content`. */
export type ReminderContent = z.output<typeof contentSchema>;
const contentSchema = z.object({
  /** Whose it is: a member's own, or a server's announcement. */
  purpose: z.enum(["personal", "announcement"]),
  subject: subjectSchema,
  /** What it was called when it was made: shown where the platform can't say it now. Plain text of the platform. */
  title: z.string().max(200),
  /** Discord's code of the language of the posts. */
  locale: z.string(),
  /** The IANA zone times are typed and quiet hours are meant in. */
  zone: z.string(),
  /** A role that is mentioned. */
  roleId: z.string().optional(),
  /** Personal ones: asked about again until it is done, this often and this many times at most. */
  repeat: z.object({ everyMs: z.int().positive(), most: z.int().positive().max(10) }).optional(),
  /** Nothing is said when the member's own data says that it is done. Unknown counts as not done yet, not as open. */
  skipIfDone: z.boolean().default(false),
  /** Of an announcement: Discord's number of the type of the channel it goes to. */
  channelType: z.int().optional(),
  /** In an announcement channel: published to the servers that follow it. */
  publish: z.boolean().default(false),
  /** The public button: it toggles this role, which somebody chose, or without one adds a personal reminder. */
  offers: z.object({ roleId: z.string().optional(), byId: z.string().optional() }).optional(),
  /** Of an announcement: the color of its posts' edge; the server's where it has none. */
  accent: z.int().min(0).max(0xff_ff_ff).optional(),
  /** Kinds of trending entries a watch of any kind is narrowed to. */
  kinds: z.array(z.string()).optional(),
});

/** What its dates are like. */
type Dating =
  /** One period after the other, each with a start and an end; listed while it runs. */
  | "periods"
  /** It starts and ends once. */
  | "once"
  /** It comes again and again: there is always a next one, and no end. */
  | "recurring"
  | "none";

/** A new kind does not compile until this is said. */
const DATING: Readonly<Record<Subject["kind"], Dating>> = {
  milestone: "periods",
  ritual: "once",
  reset: "recurring",
  note: "none",
  "new-entries": "none",
  agenda: "none",
  own: "none",
};

export function datingOf({ kind }: Subject): Dating {
  return DATING[kind];
}

/** Whether an announcement of it has the public button: others may want a reminder of their own. */
export function isOffered(subject: Subject): boolean {
  return ["periods", "once"].includes(datingOf(subject));
}

/**
 * The key a subject's dates are known by, as in a "dated" rule; undefined for what has no dates. Keep a colon in it: a
 * note that was typed may read as it.
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
      return undefined;
  }
}

/** The subject of such a key; undefined when it is not one. */
export function subjectOfKey(thing: string): Subject | undefined {
  const [kind, first, ...rest] = thing.split(":");
  const said = { kind, hash: Number(first), type: first, id: rest.join(":"), every: first };
  const read = subjectSchema.safeParse(said);
  return read.success && subjectKey(read.data) === thing ? read.data : undefined;
}

/** What a "watch" rule about this looks for: it has no times of its own. Undefined for what comes at a time. */
export function watchOf(subject: Subject): string | undefined {
  if (subject.kind === "new-entries") return subject.of === undefined ? "entries" : `entries:${subject.of}`;
  return subject.kind === "own" && subject.matter === "session" ? "session" : undefined;
}

/** How often a subject without an end comes again, in milliseconds. */
export function everyMsOf(subject: Subject): number | undefined {
  return subject.kind === "reset" ? { day: DAY_MS, week: 7 * DAY_MS }[subject.every] : undefined;
}

/** A reminder's content as it is stored. Throws when it is not one. */
export function readContent(row: { readonly content: string }): ReminderContent {
  return contentSchema.parse(JSON.parse(row.content));
}
