import { expect, it } from "vitest";

import { createViewContext } from "../../../src/features/kit/command/command-context.ts";
import { statsContent } from "../../../src/features/stats/view/stats.ts";
import { readStatTable } from "../../../src/game/stats.ts";
import { english } from "../../../src/messages/en.ts";
import { fakePlatform, fakeServices } from "../../support/fake-services.ts";
import { contextOf } from "../../support/run-command.ts";

const { groups } = english.stats;

it("groups statistics where a value per game tells what counts", () => {
  const words = wordsOf({ kills: { basic: { value: 8 }, pga: { value: 2 } }, best: { basic: { value: 5 } } });
  expect(words).toContain(groups.count);
  expect(words).toContain(groups.rate);
});

it("calls nothing a record where no statistic has a value per game", () => {
  const words = wordsOf({ seconds_played: { basic: { value: 60 } }, kills: { basic: { value: 8 } } });
  expect(words).not.toContain(groups.rate);
  expect(words.indexOf("Kills")).toBeLessThan(words.indexOf(groups.time));
});

function wordsOf(values: Parameters<typeof readStatTable>[0]): string {
  const context = createViewContext(contextOf(fakeServices({ platform: fakePlatform({}, []) })));
  const table = readStatTable(values);
  const of = {
    account: {},
    period: "all",
    state: { period: "all" },
    periods: ["all"],
    modes: [],
    characters: [],
    hasMerged: false,
    isAdded: false,
  } as const;
  return statsContent({ ...of, table }, 0, context).texts.join("\n");
}
