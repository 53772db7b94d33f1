import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";

import { MINUTE_MS } from "../../src/base/duration.ts";
import type { SeenMessage } from "../../src/playground/discord/local-api.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { Permission } from "../../src/playground/discord/world/permissions.ts";
import { textOf } from "../support/member.ts";
import { ENDS_AT, type Scenario, scenarioOn } from "./scenario.ts";
import { type Post, postAgain } from "./posts.ts";
import { openUpgradeHarness, type UpgradeHarness } from "./upgrade-harness.ts";

/** Today's program on what an earlier version left, some minutes later. */
export interface OpenedFixture extends Scenario {
  /** What `milepost doctor` said before the start. */
  readonly doctor: string;
  /** The bot's messages there that say this; among this person's direct messages where no channel is given. */
  saying(words: string, as: string, channel?: string): Promise<readonly SeenMessage[]>;
  close(): Promise<void>;
}

/** Unpacks what this version left, puts its posts back, and starts the bot. */
export async function openFixture(version: string): Promise<OpenedFixture> {
  const folder = mkdtempSync(join(tmpdir(), "milepost-upgraded-"));
  const harness = await openUpgradeHarness(folder, ENDS_AT + 5 * MINUTE_MS);
  const left = (end: string) => readFileSync(join(import.meta.dirname, `${version}${end}`));
  write(harness.databaseFile, gunzipSync(left(".sqlite.gz")));
  write(harness.env["MILEPOST_KEYRING_FILE"] ?? "", left(".test-keyring"));
  await postAgain(harness, JSON.parse(gunzipSync(left(".posts.json.gz")).toString()) as readonly Post[]);
  await leaveAsItWas(harness);
  const doctor = await harness.milepost("doctor");
  const stop = await harness.startBot();
  return {
    ...scenarioOn(harness),
    doctor,
    async saying(words, as, channel) {
      const there = channel ?? (await harness.people.openDm({ as })).id;
      const seen = await harness.people.history({ as, channel: there, limit: 100 });
      return seen.filter(
        (one) => one.message.author.id === Ids.bot && !one.isEphemeral && textOf(one).includes(words),
      );
    },
    async close() {
      await stop();
      await harness.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** As the bot keeps it: nobody else may read it. */
function write(file: string, bytes: Buffer): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, bytes, { mode: 0o600 });
}

/** What happened to Discord and to the platform while the database was filled. */
async function leaveAsItWas({ people, platform }: UpgradeHarness): Promise<void> {
  for (const channel of [Ids.thread, Ids.late, Ids.forumPost]) await people.deleteChannel({ channel });
  const deny = String(Permission.ViewChannel);
  await people.setOverwrite({ channel: Ids.announcements, target: Ids.harbourBotRole, allow: "0", deny });
  await people.setDms({ person: Ids.moderator, open: false });
  const session = platform.signIn.sessions.list().find(({ player }) => player === 3);
  platform.signIn.sessions.revoke(session?.id);
}
