import { expect, it } from "vitest";

import { createClosers } from "../../src/compose/closers.ts";
import { createPictures } from "../../src/compose/parts.ts";
import { readSettings } from "../../src/config/settings.ts";
import { recordingLog } from "../discord/support.ts";
import { turns } from "../support/turns.ts";
import type { Card } from "../../src/pictures/card.ts";

it("tries again to load what draws, where that failed before a card was asked for", async () => {
  const log = recordingLog();
  const { onClose } = createClosers(log);
  let tries = 0;
  const pictures = createPictures({ settings: readSettings({}), log, onClose }, undefined, async () => {
    tries += 1;
    throw new Error(`gone ${tries}`);
  });
  pictures?.prepare();
  await turns();
  expect(log.lines.map(({ level }) => level)).toEqual(["warn"]);
  // Nothing comes as far as to read a card.
  await expect(pictures?.draw({} as Card, AbortSignal.timeout(60_000))).rejects.toThrow("gone 2");
  await expect(pictures?.draw({} as Card, AbortSignal.timeout(60_000))).rejects.toThrow("gone 3");
});
