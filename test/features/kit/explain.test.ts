import { describe, expect, it } from "vitest";

import { explain } from "../../../src/features/kit/command/explain.ts";
import { MilepostError } from "../../../src/base/errors.ts";
import { english } from "../../../src/messages/en.ts";
import { seen } from "../../support/run-command.ts";

type Code = keyof typeof english.errors.byCode;
const codes = Object.keys(english.errors.byCode) as Code[];
/** What members or admins chose or did. */
const ownDoing: readonly Code[] = [
  "too-fast",
  "not-yours",
  "moderators-only",
  "stale-control",
  "bad-input",
  "not-found",
  "private",
  "switched-off",
  "admins-only",
  "not-installed-here",
];

const asked = { locale: "en-US", reference: "abc12345" };
const REFERENCE = `\n-# ${english.errors.reference("abc12345")}`;
const told = (error: unknown) => seen(explain(error, asked));

describe("the text of a failure", () => {
  it.each(codes)("of %s says what happened and what to do next", (code) => {
    const { title, next } = english.errors.byCode[code];
    const text = told(new MilepostError(code));
    expect(text).toContain(title);
    expect(next).toMatch(/\.$/);
    expect(text.includes(REFERENCE) || !next.includes("reference")).toBe(true);
  });

  it.each(codes.filter((code) => !ownDoing.includes(code)))(
    "of %s ends with the reference the log has it under",
    (code) => expect(told(new MilepostError(code)).endsWith(REFERENCE)).toBe(true),
  );

  it("of anything else has the reference too", () => {
    expect(told(new Error("hidden")).endsWith(REFERENCE)).toBe(true);
  });

  it.each(ownDoing)("of %s has no reference: the log keeps none of it", (code) => {
    expect(told(new MilepostError(code))).not.toContain("abc12345");
  });

  it("tells nothing of the error itself", () => {
    const error = new MilepostError("platform-answer", { path: "entries[3].secret", reason: "hidden" });
    expect(told(error)).not.toMatch(/secret|hidden|entries/);
    expect(told(new Error("hidden"))).not.toContain("hidden");
    expect(told("hidden")).toContain(english.errors.byCode.internal.title);
  });

  it.each([
    [1, "Try again in 1 second."],
    [2500, "Try again in 3 seconds."],
    [0, "Wait a moment"],
    [Number.NaN, "Wait a moment"],
    [120_000, "Try again in 120 seconds."],
    [120_001, "Try again in 3 minutes."],
    [1_200_000, "Try again in 20 minutes."],
    [3_600_000, "Try again in 60 minutes."],
    [3_600_001, "Wait a moment"],
  ])("says how long to wait: %d ms", (retryAfterMs, text) => {
    expect(told(new MilepostError("too-fast", { retryAfterMs }))).toContain(text);
  });

  it.each([
    [4_000, english.errors.byCode["platform-maintenance"].next],
    [59_999, english.errors.byCode["platform-maintenance"].next],
    [60_000, "Try again in 60 seconds."],
  ])("sends nobody back to maintenance within seconds: %d ms", (retryAfterMs, text) => {
    expect(told(new MilepostError("platform-maintenance", { retryAfterMs }))).toContain(text);
  });

  it.each([
    ["de", "Versuch es in 20 Minuten noch mal."],
    ["es-419", "Vuelve a intentarlo dentro de 20 minutos."],
    ["ja", "20分後にもう一度お試しください。"],
    ["ru", "Попробуйте через 20 минут."],
  ])("says so in %s", (locale, text) => {
    const error = new MilepostError("platform-throttled", { retryAfterMs: 1_200_000 });
    expect(seen(explain(error, { ...asked, locale }))).toContain(text);
  });
});
