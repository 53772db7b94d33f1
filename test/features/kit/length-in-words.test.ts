import { expect, it } from "vitest";

import { fromNowInWords, lengthInWords } from "../../../src/features/kit/view/length-in-words.ts";
import { DAY, HOUR, MINUTE } from "../../support/time.ts";

it("leaves no room between a number and what is counted in Japanese", () => {
  expect(fromNowInWords(37 * HOUR, "ja")).toBe("37時間後");
  expect(lengthInWords(2 * DAY + 7 * HOUR, "ja")).toBe("2日7時間");
  expect(lengthInWords(5_000, "ja")).toBe("5秒");
  expect(lengthInWords(7 * HOUR + 5 * MINUTE, "de")).toBe("7 Std., 5 Min.");
});

it("counts days in Latin America as people there write them", () => {
  expect(lengthInWords(2 * DAY + 5 * HOUR, "es-419")).toBe("2 días y 5 h");
  expect(lengthInWords(DAY, "es-ES")).toBe("1 d");
});
