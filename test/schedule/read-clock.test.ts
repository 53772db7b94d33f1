import { describe, expect, it } from "vitest";

import { clockIn } from "../../src/schedule/read-clock.ts";

describe("a time of day that stands alone", () => {
  it.each([
    ["en-US", "10 pm", "22:00"],
    ["de", "22 Uhr", "22:00"],
    ["de", "halb 11", "10:30"],
    ["de", "Mitternacht", "00:00"],
    ["fr", "22h", "22:00"],
    ["fr", "8h", "08:00"],
    ["fr", "à 22h30", "22:30"],
    ["es-419", "a las 22", "22:00"],
    ["pt-BR", "às 22h", "22:00"],
    ["it", "alle 22", "22:00"],
    ["pl", "o 22", "22:00"],
    ["ru", "в 22", "22:00"],
    ["tr", "saat 22", "22:00"],
    ["ja", "午後10時半", "22:30"],
    ["ja", "２２：００", "22:00"],
    ["ko", "오후 10시", "22:00"],
    ["zh-CN", "晚上10点", "22:00"],
    ["zh-TW", "22點", "22:00"],
    ["de", "10 pm", "22:00"],
    ["de", "abends um 9", "21:00"],
    ["de", "auf 21 Uhr", "21:00"],
    ["ja", "夜9時に", "21:00"],
    ["ja", "夜9時に変更", "21:00"],
    ["ja", "朝7時", "07:00"],
    ["pt-BR", "9 da noite", "21:00"],
    ["pt-BR", "para as 21h", "21:00"],
    ["en-US", "9 in the evening", "21:00"],
    ["en-US", "21:00 evening", "21:00"],
  ])("is read in %s: %s", (locale, typed, clock) => {
    expect(clockIn(typed, locale)).toBe(clock);
  });

  it.each(["", "25:00", "morgen", "22 Uhr morgen", "9 Uhr morgen abend", "1".repeat(10_000)])(
    "is none: %s",
    (typed) => {
      expect(clockIn(typed, "de")).toBeUndefined();
    },
  );
});
