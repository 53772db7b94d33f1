import { pick } from "../choice.ts";

/** /milestones. */
export const milestones = {
  title: "Milestones",
  phases: { on: "On now", always: "Always on", upcoming: "Coming up", ended: "Ended" },
  week: {
    title: "This week",
    /** For whoever doesn't see the picture. */
    entry: (name: string, from: string | undefined, until: string | undefined) =>
      pick(from, {
        none: pick(until, { none: name, other: `${name} until ${until ?? ""}` }),
        other: pick(until, {
          none: `${name} from ${from ?? ""}`,
          other: `${name} from ${from ?? ""} until ${until ?? ""}`,
        }),
      }),
    /** `entry`: the sentence above, of something that begins anew as it ends. */
    returns: (entry: string) => `${entry}, then again`,
  },
  open: "Pick a milestone",
  icon: (name: string) => `Icon of ${name}`,
  questIn: (quest: string, activity: string) => `${quest}, in ${activity}`,
  nothing: {
    title: "No milestones right now",
    next: "Check back after the next reset.",
  },
  gone: {
    title: "This milestone ended",
    next: "Go back to see what's on.",
  },
};
