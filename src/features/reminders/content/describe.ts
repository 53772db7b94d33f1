import type { DoneState } from "../../../game/progress-quests.ts";
import type { Subject } from "../../shared/schedule/subject.ts";
import type { CharacterProgress } from "../../../game/progress.ts";
import { describeDated } from "./describe-dated.ts";
import { describeAgenda } from "./describe-agenda.ts";
import { describeReset } from "./describe-reset.ts";
import { describeEntries } from "./describe-new-entries.ts";
import { describeSessionEnd, describeOwn, readOwn } from "./describe-own.ts";
import type { Description, DescribeInput } from "./description.ts";

/** Whether a post about the session that ended then was sent already. */
export type WasTold = (since: number) => Promise<boolean>;

/** Returns what a reminder would post now, or why it posts nothing. */
export async function describe(describing: DescribeInput, wasTold: WasTold): Promise<Description> {
  const { content } = describing;
  const { subject } = content;
  switch (subject.kind) {
    case "note":
      return { kind: "described", title: content.title, subject };
    case "new-entries":
      return describeEntries(describing);
    case "agenda":
      return describeAgenda(describing, subject);
    case "own":
      return subject.matter === "session"
        ? describeSessionEnd(describing, () => wasTold(describing.item.slot))
        : orSessionEnded(describing, await describeOwn(describing, subject.matter), wasTold);
    case "reset":
      return describeReset(describing, subject);
    case "milestone":
    case "ritual":
      return content.skipIfDone && subject.kind === "milestone"
        ? describeUnlessDone(describing, subject)
        : describeDated(describing, subject);
  }
}

async function orSessionEnded(
  describing: DescribeInput,
  described: Awaited<ReturnType<typeof describeOwn>>,
  wasTold: WasTold,
): Promise<Description> {
  if (described.kind !== "ended") return described;
  return describeSessionEnd(describing, () => wasTold(described.since));
}

/** Skipped where the member has done it. What is not known is called unknown. */
async function describeUnlessDone(
  describing: DescribeInput,
  subject: Extract<Subject, { kind: "milestone" }>,
): Promise<Description> {
  const reading = await readOwn(describing);
  if (reading.kind === "suspend") return reading;
  const own = reading.kind === "shown" ? combinedState(reading.characters, subject.hash) : "unknown";
  if (own === "done") return { kind: "skip", reason: "done" };
  const described = await describeDated(describing, subject);
  if (described.kind !== "described" || described.subject.kind !== "dated") return described;
  return { ...described, subject: { ...described.subject, own } };
}

/** Done is what every character that knows of it has done. */
function combinedState(characters: readonly CharacterProgress[], hash: number): "done" | "open" | "unknown" {
  const states: DoneState[] = characters.flatMap(({ milestones }) =>
    milestones.filter((one) => one.hash === hash).map(({ state }) => state),
  );
  if (states.includes("open")) return "open";
  if (states.length === 0 || states.includes("unknown")) return "unknown";
  return "done";
}
