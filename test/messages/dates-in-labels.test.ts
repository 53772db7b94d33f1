import { expect, it } from "vitest";

import { md } from "../../src/base/markdown.ts";
import { messagesFor } from "../../src/messages/catalog.ts";
import { languageCodes } from "../../src/messages/languages.ts";

const DATE = md`DATE`;
const LABEL = /[:：]\s?DATE/u;

/** Discord writes dates in the language of whoever reads, the bot public texts in the server's. */
it.each(languageCodes())(
  "no public sentence in %s is built around a date: it stands behind a label",
  (code) => {
    const { shared, board, help, profile, progress, trending } = messagesFor(code);
    const texts = [
      shared.asOf(DATE),
      shared.asOfMaintenance(DATE),
      shared.started(DATE),
      shared.starts(DATE),
      shared.ends(DATE),
      shared.ended(DATE),
      board.asOf(DATE),
      board.newSince(DATE),
      board.stopped(DATE),
      help.status.fresh(DATE),
      profile.bannedUntil(DATE),
      profile.firstSeen(DATE),
      profile.lastPlayed(md`Warden`, DATE),
      profile.lastSeen(DATE),
      profile.statusSince(DATE),
      progress.lastPlayed(DATE),
      progress.next.endsAt(DATE),
      progress.next.lostAt(DATE),
      trending.changed(DATE),
    ].map(String);
    expect(texts.filter((text) => !LABEL.test(text))).toEqual([]);
  },
);
