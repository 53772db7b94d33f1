import { writeSync } from "node:fs";

import { MovableClock } from "../../../src/base/clock.ts";
import { isMilepostError } from "../../../src/base/errors.ts";
import { Secret } from "../../../src/base/secret.ts";
import { resumeRenewals } from "../../../src/sessions/use/renew-tokens.ts";
import { createSessions } from "../../../src/features/account/create-sessions.ts";
import { createOpenPrivate } from "../../../src/sessions/use/open-private.ts";
import { silentLog } from "../../../src/base/log.ts";
import { noMetrics } from "../../../src/base/metrics.ts";
import { connectPlatform } from "../../../src/platform/connection.ts";
import { openKeyring } from "../../../src/sessions/keyring/keyring.ts";
import { keyringChecks } from "../../../src/sessions/keyring/keyring-checks.ts";
import { openDatabase } from "../../../src/cluster/open-database.ts";
import { CLIENT_SECRET, profileAt } from "../../support/token-platform.ts";
import { asked } from "../../support/run-command.ts";
import { HOUR } from "../../support/time.ts";

/**
 * Starts as the bot does and asks for a member's own data with tokens that are due: killed by itself at the step that
 * is named, or by the test. Says what it came to.
 */
const [server = "", url = "", keyringFile = "", step = ""] = process.argv.slice(2);
const ANN = "900000000000000001";

const clock = new MovableClock();
clock.advance(HOUR);
const log = silentLog;
const connection = connectPlatform({
  profile: profileAt(server),
  apiKey: undefined,
  clock,
  random: () => 0.01,
  log,
  metrics: noMetrics,
  version: "0.0.0",
});
const database = await openDatabase({ url });
const checks = keyringChecks(database.queries);
const keyring = await openKeyring({
  file: keyringFile,
  home: "/",
  databaseFile: database.file ?? "",
  checks,
  clock,
});
const sessions = createSessions({
  connection,
  clientSecret: new Secret(CLIENT_SECRET),
  database,
  keyring,
  accepts: () => "sealed",
  idleDays: 30,
  clock,
  log,
});
if (sessions === undefined) throw new Error("this profile has no sessions");
const { store } = sessions;

function die(): never {
  process.kill(process.pid, "SIGKILL");
  throw new Error("killed");
}

let renewals = 0;
const renew = store.renew.bind(store);
Object.assign(store, {
  renew: async (...given: Parameters<typeof renew>) => {
    renewals += 1;
    if (step === "before") die();
    const isKept = await renew(...given);
    if ((step === "attempted" && renewals === 1) || (step === "kept" && renewals === 2)) die();
    return isKept;
  },
});
const { send } = connection;
Object.assign(connection, {
  send: async (...given: Parameters<typeof send>) => {
    const answer = await send(...given);
    if (step === "read" && given[0].class === "token") die();
    return answer;
  },
});

await resumeRenewals(sessions, clock.now() - HOUR);
const context = asked({ member: { id: ANN }, isPrivate: true, now: clock.now() });
try {
  const own = await createOpenPrivate(sessions)(context, "vault");
  await own?.vault({ signal: context.signal });
  writeSync(1, own === undefined ? "nothing linked\n" : "works\n");
} catch (error) {
  if (!isMilepostError(error)) throw error;
  const told = await store.noticesOf(ANN);
  writeSync(1, `${error.code} ${told.map(({ notice }) => notice).join()}\n`);
}
await sessions.close();
await connection.close();
await database.close();
