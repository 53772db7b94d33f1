import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { LADDER, type Scenario } from "./scenario.ts";
import { english } from "../../src/messages/en.ts";

/** Whoever runs the server: its settings, its announcements, its boards. */
export async function runServer(scenario: Scenario): Promise<void> {
  await setUp(scenario);
  await announceDated(scenario);
  await announceNotes(scenario);
  await makeBoards(scenario);
}

async function setUp({ jonas, pass }: Scenario): Promise<void> {
  let panel = await jonas.press(await jonas.run("setup"), "Show overview");
  const open = async (section: string) => {
    panel = await jonas.choose(panel, english.setup.open, section);
  };
  await open("language");
  panel = await jonas.choose(panel, english.shared.zone.pick, "Europe/Berlin");
  await open("answers");
  panel = await jonas.choose(panel, english.setup.answers.pick, Ids.general, Ids.botCommands);
  await open("posts");
  panel = await jonas.press(panel, "Show players' creations");
  await open("quiet");
  panel = await jonas.fill(panel, "Set quiet hours", { from: "02:00", to: "05:00" });
  await jonas.choose(panel, english.setup.quiet.pick, Ids.general);
  pass();
}

async function announceDated({ jonas, pass }: Scenario): Promise<void> {
  const announce = (what: string, when: string, channel: string, role?: string) =>
    jonas.run("announce new", { what, when, channel, ...(role !== undefined && { role }) });
  const reset = await announce(
    "reset:week",
    "1 hour before the weekly reset",
    Ids.announcements,
    Ids.pingRole,
  );
  const offering = await jonas.press(
    await jonas.press(reset, english.announce.panel.buttons.publishOn),
    english.announce.button.title,
  );
  await jonas.press(offering, english.announce.button.personal);
  const ladder = await announce(LADDER, "7 days before it ends", Ids.general);
  await jonas.fill(ladder, "Quiet hours", { from: "22:00", to: "06:00" });
  await announce("new-entries", "when it appears", Ids.botCommands);
  pass();
}

async function announceNotes({ jonas, pass }: Scenario): Promise<void> {
  const announce = (what: string, when: string, channel: string) =>
    jonas.run("announce new", { what, when, channel });
  await announce("Raid night", "every day 19:30", Ids.readOnly);
  await announce("Members' evening", "every day 19:30", Ids.members);
  await announce("Weekend plans", "every day 19:15", Ids.thread);
  const summer = await announce("Summer games", "every saturday 20:00", Ids.general);
  await jonas.press(summer, "Pause");
  pass();
}

async function makeBoards({ jonas, pass }: Scenario): Promise<void> {
  const board = (what: string, channel: string, kind?: string) =>
    jonas.run("announce board", { what, channel, ...(kind !== undefined && { kind }) });
  await board("trending", Ids.botCommands);
  await board("milestones", Ids.general);
  await board("trending", Ids.late, "event");
  await board("trending", Ids.announcements, "news");
  await board("trending", Ids.forumPost, "item");
  pass();
}
