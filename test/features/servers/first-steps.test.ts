import { expect, it } from "vitest";

import { createViewContext } from "../../../src/features/kit/command/command-context.ts";
import { startDone } from "../../../src/features/servers/view/first-steps.ts";
import { english } from "../../../src/messages/en.ts";
import { fakePlatform, fakeServices } from "../../support/fake-services.ts";
import { contextOf, seen } from "../../support/run-command.ts";

it("says in a sentence that the first announcement waits for a date", () => {
  const context = createViewContext(contextOf(fakeServices({ platform: fakePlatform({}, []) })));
  const made = { kind: "made", title: "Harvest Week", channelId: "1", hasDate: true } as const;
  expect(seen(startDone(made, context))).toContain(english.remind.card.noNext.dated);
});
