import type { DoneState } from "../../../game/progress-quests.ts";
import type { Subject } from "../../shared/schedule/subject.ts";
import type { CharacterProgress } from "../../../game/progress.ts";
import { describeDated } from "./describe-dated.ts";
import { describeEntries } from "./describe-entries.ts";
import { describeEnded, describeOwn, readOwn } from "./describe-own.ts";
import type { Described, Describing } from "./described.ts";

/** Whether the member was told already that their session has ended then. */
export type WasTold = (since: number) => Promise<boolean>;

/** What there is to tell of a reminder now. */
export async function describe(describing: Describing, wasTold: WasTold): Promise<Described> {
  const { content } = describing;
  const { subject } = content;
  switch (subject.kind) {
    case "note":
      return { kind: "told", title: content.title, subject: { kind: "note", text: subject.text } };
    case "new-entries":
      return describeEntries(describing);
    case "own":
      return subject.matter === "session"
        ? describeEnded(describing, () => wasTold(describing.item.slot))
        : orEnded(describing, await describeOwn(describing, subject.matter), wasTold);
    case "milestone":
    case "ritual":
    case "reset":
      return content.skipIfDone && subject.kind === "milestone"
        ? describeUnlessDone(describing, subject)
        : describeDated(describing, subject);
  }
}

async function orEnded(
  describing: Describing,
  described: Awaited<ReturnType<typeof describeOwn>>,
  wasTold: WasTold,
): Promise<Described> {
  if (described.kind !== "ended") return described;
  return describeEnded(describing, () => wasTold(described.since));
}

/** Nothing where the member has done it. What nobody knows is told as unknown. */
async function describeUnlessDone(
  describing: Describing,
  subject: Extract<Subject, { kind: "milestone" }>,
): Promise<Described> {
  const reading = await readOwn(describing);
  if (reading.kind === "suspend") return reading;
  const own = reading.kind === "shown" ? stateIn(reading.characters, subject.hash) : "unknown";
  if (own === "done") return { kind: "skip", reason: "done" };
  const described = await describeDated(describing, subject);
  if (described.kind !== "told" || described.subject.kind !== "dated") return described;
  return { ...described, subject: { ...described.subject, own } };
}

/** Done is what every character that knows of it has done. */
function stateIn(characters: readonly CharacterProgress[], hash: number): "done" | "open" | "unknown" {
  const states: DoneState[] = characters.flatMap(({ milestones }) =>
    milestones.filter((one) => one.hash === hash).map(({ state }) => state),
  );
  if (states.includes("open")) return "open";
  if (states.length === 0 || states.includes("unknown")) return "unknown";
  return "done";
}
