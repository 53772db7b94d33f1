import { expect, it } from "vitest";

import { createViewContext } from "../../../src/features/kit/command/command-context.ts";
import { dateAndLength, termLines } from "../../../src/features/kit/view/parts.ts";
import { toTerm } from "../../../src/game/times.ts";
import { fakePlatform, fakeServices } from "../../support/fake-services.ts";
import { contextOf } from "../../support/run-command.ts";

const services = fakeServices({ platform: fakePlatform({}, []) });
const contextIn = (locale: string) => createViewContext(contextOf(services, { locale }));
const AT = "<t:4102444800:f>";
const LENGTH = "<t:4102444800:R>";

it.each([
  ["en-US", `Ends: ${LENGTH} (${AT})`],
  ["pt-BR", `Fim: ${LENGTH} (${AT})`],
  ["it", `Fine: ${LENGTH} (${AT})`],
  ["ja", `終了: ${LENGTH}（${AT}）`],
])("an end in %s says how far off it is behind its label, then the date", (locale, line) => {
  const term = toTerm(null, "2100-01-01T00:00:00Z");
  expect(termLines(contextIn(locale), term)?.toString()).toBe(line);
});

it.each([
  ["en-US", `${AT}, ${LENGTH}`],
  ["ja", `${AT}（${LENGTH}）`],
])("a date and how far off it is are put together as %s does", (locale, line) => {
  expect(dateAndLength(contextIn(locale), 4_102_444_800_000).toString()).toBe(line);
});
