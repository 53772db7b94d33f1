import * as fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";

import { isMilepostError } from "../../../src/base/errors.ts";
import { Decoders } from "../../../src/platform/decode/decoders.ts";
import { Enums } from "../../../src/platform/decode/enums.ts";
import { readingAnswers } from "../../../src/platform/http/answer.ts";
import { loadProfile, shippedProfiles } from "../../../src/platform/profile/load.ts";
import { readList } from "../../../src/platform/read-list.ts";
import { answers } from "../../../src/platform/resources/answers.ts";
import { sampleOf } from "../decode/sample.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { measureProcessorTime } from "../../support/processor-time.ts";

/** Raise it for a long run: `FUZZ_RUNS=100000 vitest run test/platform`. */
const numRuns = Number(process.env["FUZZ_RUNS"] ?? 400);
const SLOWEST_MS = 100;

const payload = fc.oneof(sampleOf(answers["trending.entry"]), sampleOf(answers["user.byId"]), fc.jsonValue());
const answerText = fc
  .tuple(payload, fc.constantFrom<unknown>(1, "1", 5, 36, 99, 21, "OK", null, {}, -1), fc.integer())
  .map(([value, code, wait]) =>
    JSON.stringify({ Response: value, payload: value, ErrorCode: code, meta: { code, wait } }),
  );
const insertions = fc.constantFrom(
  "",
  '"',
  "{",
  "]",
  "\\",
  "\u0000",
  "1234567890123456789",
  "__proto__",
  "<html>",
  "\ud800",
);
const mutated = fc
  .tuple(answerText, fc.array(fc.tuple(fc.nat(), fc.nat({ max: 20 }), insertions), { maxLength: 4 }))
  .map(([text, changes]) => {
    let changed = text;
    for (const [place, cut, insert] of changes) {
      const at = place % (changed.length + 1);
      changed = changed.slice(0, at) + insert + changed.slice(at + cut);
    }
    return changed;
  });

test.each(shippedProfiles)(
  "whatever a platform answers, %s gives a checked value or one of our errors, soon",
  async (name) => {
    const profile = loadProfile(name);
    const decoders = new Decoders(profile, new Enums(profile));
    const list = z.array(answers["trending.list"]);
    const template = profile.operations["trending.list"];
    await fc.assert(
      fc.asyncProperty(mutated, fc.constantFrom(200, 204, 400, 404, 429, 500, 503), async (text, status) => {
        const send = readingAnswers(
          async () => ({ status, headers: {}, body: Buffer.from(text) }),
          profile,
          new ManualClock(),
        );
        const call = async () => {
          const { payload: given } = await send({
            operation: "fuzzed",
            class: "public",
            method: "GET",
            url: new URL("https://portal.example"),
            envelope: profile.envelope.kind,
            maxBytes: 1,
            signal: new AbortController().signal,
          });
          if (template !== undefined)
            readList(decoders, structuredClone(given), {
              operation: "fuzzed",
              template,
              schema: list,
              keyPath: undefined,
            });
          return decoders.decode(answers["trending.entry"], given, "fuzzed");
        };
        const spent = measureProcessorTime();
        const error = await call().then(
          () => undefined,
          (reason: unknown) => reason,
        );
        expect(spent()).toBeLessThan(SLOWEST_MS);
        expect(error === undefined || isMilepostError(error)).toBe(true);
        expect(Object.prototype).not.toHaveProperty("admin");
      }),
      { numRuns },
    );
  },
);
