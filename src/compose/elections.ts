import type { Boards, Reminders } from "../features/posts/create-reminders.ts";
import type { CalendarWorker } from "../features/posts/calendar/calendar-worker.ts";
import type { RankingReader } from "../features/ranking/engine/ranking-reader.ts";
import type { Images } from "../platform/images/images.ts";
import { startHousekeeping } from "../storage/housekeeping.ts";
import { LeaderElection, type LeaderElectionOptions } from "../cluster/leader-election.ts";
import type { BootContext, Backends } from "./context.ts";

interface PosterParts {
  readonly reminders: Reminders;
  readonly boards: Boards;
  readonly calendar: CalendarWorker;
  /** Absent where nobody can be visible. */
  readonly rankingReader: RankingReader | undefined;
  /** Set while this node posts. */
  readonly started: { isPoster?: boolean };
}

export function electPoster(
  { log }: BootContext,
  { database: { nodes } }: Backends,
  { reminders, boards, calendar, rankingReader, started }: PosterParts,
): LeaderElection {
  const lead: LeaderElectionOptions["lead"] = async (lease) => {
    const workers = reminders.createWorkers(lease);
    await workers.start();
    boards.start();
    calendar.start();
    rankingReader?.start();
    started.isPoster = true;
    return async (withinMs) => {
      started.isPoster = false;
      await Promise.all([workers.stop(withinMs), boards.close(), calendar.stop(), rankingReader?.stop()]);
    };
  };
  return new LeaderElection({ nodes, name: "poster", lead, log });
}

/** Elects the node that deletes expired data. */
export function electHousekeeper(
  { log }: BootContext,
  { clock, database, keyring }: Backends,
  {
    reminders,
    images,
    sweepSessions,
    forgetGuilds,
    forgetDeparted,
  }: {
    readonly reminders: Reminders;
    readonly images: Images;
    readonly sweepSessions: (signal: AbortSignal) => Promise<void>;
    readonly forgetGuilds: (signal: AbortSignal) => Promise<void>;
    readonly forgetDeparted: (signal: AbortSignal) => Promise<void>;
  },
): LeaderElection {
  const { queries, file: databaseFile, nodes } = database;
  const lead: LeaderElectionOptions["lead"] = async () => {
    const ending = new AbortController();
    const also = [
      () => sweepSessions(ending.signal),
      () => reminders.sweep(),
      () => forgetGuilds(ending.signal),
      () => forgetDeparted(ending.signal),
      async () => keyring.tidy(),
      () => images.sweep(),
      () => nodes.tidy(),
    ];
    const stop = startHousekeeping({ queries, databaseFile, clock, log, also });
    return () => {
      ending.abort();
      return stop();
    };
  };
  return new LeaderElection({ nodes, name: "housekeeper", lead, log });
}
