import { expect, it } from "vitest";

import { createViewContext } from "../../../src/features/kit/command/command-context.ts";
import { alwaysLine } from "../../../src/features/kit/view/parts.ts";
import { inWeek } from "../../../src/features/kit/view/week-card.ts";
import { toTerm } from "../../../src/game/times.ts";
import { fakePlatform, fakeServices } from "../../support/fake-services.ts";
import { contextOf } from "../../support/run-command.ts";

const context = createViewContext(contextOf(fakeServices({ platform: fakePlatform({}, []) })));
const terms = { none: toTerm(null, null), unread: toTerm(null, "25.12.2026 18:00") };

it("what has no dates is always on, and what has one that can't be read is not", () => {
  expect(alwaysLine(context, terms.none)?.toString()).toBe("Always on");
  expect(alwaysLine(context, terms.unread)).toBeUndefined();
});

it("a week shows what has no dates, and not what has one that can't be read", () => {
  expect(inWeek([terms.none, terms.unread], context)).toEqual([terms.none]);
});
