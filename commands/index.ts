import type { CommandEntry } from "../src/discord/command/command.ts";
import announce from "./announce.ts";
import help from "./help.ts";
import link from "./link.ts";
import me from "./me.ts";
import milestones from "./milestones.ts";
import profile from "./profile.ts";
import progress from "./progress.ts";
import remind from "./remind.ts";
import setup from "./setup.ts";
import stats from "./stats.ts";
import trending from "./trending.ts";
import unlink from "./unlink.ts";
import vault from "./vault.ts";
import type { CommandServices } from "../src/features/shared/command-context.ts";

/** Every command, in the order /help tells of them. */
export const commands: readonly CommandEntry<CommandServices>[] = [
  trending,
  milestones,
  profile,
  progress,
  stats,
  vault,
  remind,
  link,
  unlink,
  me,
  announce,
  setup,
  help,
];
