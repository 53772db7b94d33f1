import { HOUR_MS } from "../../src/base/duration.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { HARBOUR_NEWS, LADDER, type Scenario } from "./scenario.ts";
import { runServer } from "./scenario-admin.ts";
import { english } from "../../src/messages/en.ts";

/** What everybody does on the first morning. */
export async function settleIn(scenario: Scenario): Promise<void> {
  await revoke(scenario);
  await link(scenario);
  await runServer(scenario);
  await remindMara(scenario);
  await remindOthers(scenario);
  await ask(scenario);
}

/** One member's link is taken back by the operator, and they have yet to be told. */
async function revoke({ harness, tilda }: Scenario): Promise<void> {
  const asks = await tilda.run("remind new", { what: "Wind the clock", when: "2026-11-26 21:27" });
  await tilda.choose(asks, english.shared.zone.pick, "UTC");
  await tilda.link(harness.cookies[4] ?? "");
  await harness.milepost("sessions", "revoke-all", "--notify");
}

async function link({ harness, mara, ines, luc, pass }: Scenario): Promise<void> {
  const { allowAway, keepSnapshots, found } = english.account.privacy;
  const [first = "", second = "", third = "", fourth = ""] = harness.cookies;
  await mara.link(first);
  let privacy = await mara.press(await mara.run("account"), "Privacy");
  for (const yes of [allowAway, keepSnapshots, found.begin]) {
    privacy = await mara.press(privacy, yes);
  }
  await mara.run("progress");
  pass(HOUR_MS);
  for (const command of ["progress", "stats", "vault"]) await mara.run(command);
  pass();
  await mara.link(second);
  await mara.choose(await mara.run("account"), english.account.accounts.pick, "Account: Vesperhollow");
  await ines.link(third);
  await luc.link(fourth);
  await luc.press(await luc.press(await luc.run("account"), "Privacy"), allowAway);
  await luc.run("remind new", { what: "own:session", when: "when it dies" });
  pass();
}

async function remindMara({ mara, pass }: Scenario): Promise<void> {
  let settings = await mara.press(await mara.run("remind list"), english.remind.card.buttons.zone);
  settings = await mara.fill(settings, english.shared.zone.search, { typed: "Berlin" });
  await mara.fill(settings, "Set quiet hours", { from: "22:00", to: "07:00" });
  const set = (what: string, when: string) => mara.run("remind new", { what, when });
  await set("Water the plants", "in 2 hours");
  await mara.press(await set("Stand up", "every weekday 18:00"), english.remind.card.buttons.repeat);
  await set(LADDER, "1 day before it ends");
  pass();
  await set("own:unclaimed", "every day 19:00");
  await set("new-entries:news", "when it appears");
  await set("reset:week", "1 hour before the weekly reset");
  await mara.press(await set("Call the harbour master", "2026-12-24 18:00"), "Pause");
  pass();
  await mara.press(await set("Read the tide table", "every day 20:00"), english.remind.card.buttons.here);
  await set("Night watch", "2026-11-26 22:15");
}

async function remindOthers({ harness, jonas, ines }: Scenario): Promise<void> {
  await harness.people.setDms({ person: Ids.moderator, open: false });
  await ines.run("remind new", { what: "Sort the lost property", when: "in 20 minutes" });
  const asks = await jonas.run("remind new", { what: "Feed the cat", when: "2026-11-26 22:28" });
  await jonas.choose(asks, english.shared.zone.pick, "UTC");
}

/** Public answers, whose controls are used much later. */
async function ask({ mara, luc, pass }: Scenario): Promise<void> {
  pass();
  await mara.run("trending");
  // More than fits into a control: its state is in the database.
  await mara.run("trending", { kind: "news", search: HARBOUR_NEWS });
  await luc.run("milestones");
}
