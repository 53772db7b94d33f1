import announce from "./announce.ts";
import createHelp from "./help.ts";
import link from "./link.ts";
import account from "./account.ts";
import milestones from "./milestones.ts";
import profile from "./profile.ts";
import progress from "./progress.ts";
import ranking from "./ranking.ts";
import remind from "./remind.ts";
import setup from "./setup.ts";
import stats from "./stats.ts";
import trending from "./trending.ts";
import unlink from "./unlink.ts";
import vault from "./vault.ts";
import type { MilepostCommand } from "../src/features/kit/command/define-command.ts";
import type { Services } from "../src/features/services.ts";

/** All but /help, in the order /help tells of them. */
const others: readonly MilepostCommand<Services>[] = [
  trending,
  milestones,
  profile,
  progress,
  stats,
  ranking,
  vault,
  remind,
  link,
  unlink,
  account,
  announce,
  setup,
];

export const help = createHelp(others);

export const commands: readonly MilepostCommand<Services>[] = [...others, help];
