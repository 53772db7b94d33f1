import { MINUTE_MS } from "../../src/base/duration.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { Member } from "../support/member.ts";
import type { UpgradeHarness } from "./upgrade-harness.ts";

/** When what happens in the database begins, and when it is left in the middle of things. */
export const BEGINS_AT = Date.parse("2026-11-24T09:05:00Z");
export const ENDS_AT = Date.parse("2026-11-26T21:30:00Z");
/** Ends in a week, in the platform's world of that time. */
export const LADDER = "milestone:1363702647";
export const HARBOUR_NEWS = "This Week at the Harbour: Amber Coast";

/** Each member may run five commands in a row, and another every twenty seconds. */
const REST_MS = 2 * MINUTE_MS;

export interface Scenario {
  readonly harness: UpgradeHarness;
  readonly mara: Member;
  readonly jonas: Member;
  readonly ines: Member;
  readonly luc: Member;
  readonly tilda: Member;
  /** Moves the clock on. */
  readonly pass: (ms?: number) => void;
}

export function scenarioOn(harness: UpgradeHarness): Scenario {
  const member = (as: string, channel: string = Ids.general) => new Member(harness.people, { as, channel });
  const { clock } = harness;
  return {
    harness,
    mara: member(Ids.player),
    jonas: member(Ids.admin),
    ines: member(Ids.moderator, Ids.botCommands),
    luc: member(Ids.newcomer),
    tilda: member(Ids.stranger, Ids.outpostGeneral),
    pass: (ms = REST_MS) => clock.moveTo(clock.now() + ms),
  };
}
