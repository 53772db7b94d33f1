/**
 * A progression answer of about `bytes` bytes in the shape of the contract, for three characters. 64-bit
 * integers as decimal text, as services of this family send them, or as raw numbers, the harder case.
 */
export function progressionAnswer(bytes: number, form: "text" | "numbers"): string {
  const marker = (id: string) => (form === "text" ? id : `@@${id}@@`);
  const data: Record<string, unknown> = {};
  const each = bytes / 3;
  for (let character = 0; character < 3; character += 1) {
    data[`230584300930${character}174052`] = component(each, marker, character);
  }
  return JSON.stringify({ data, privacy: 1 }).replaceAll(/"@@(\d+)@@"/g, "$1");
}

type Marker = (id: string) => string;

function component(bytes: number, marker: Marker, seed: number): object {
  const progressions: Record<string, object> = {};
  const milestones: Record<string, object> = {};
  const quests: object[] = [];
  for (let index = 0, size = 0; size < bytes; index += 1) {
    const hash = (2_654_435_761 * (index + 1 + seed * 7_919)) % 4_294_967_296;
    const added = [progression(hash, index), milestone(hash, index, marker), quest(hash, index, marker)];
    progressions[hash] = added[0] ?? {};
    milestones[hash] = added[1] ?? {};
    quests.push(added[2] ?? {});
    size += JSON.stringify(added).length + 30;
  }
  return { progressions, factions: {}, milestones, quests, uninstancedItemObjectives: {} };
}

const progression = (progressionHash: number, index: number) => ({
  progressionHash,
  dailyProgress: index * 3,
  dailyLimit: 0,
  weeklyProgress: index * 17,
  weeklyLimit: 0,
  currentProgress: index * 137,
  level: index % 50,
  levelCap: 50,
  stepIndex: index % 50,
  progressToNextLevel: index * 7,
  nextLevelAt: 5_000,
});

const objective = (objectiveHash: number, index: number) => ({
  objectiveHash,
  destinationHash: null,
  activityHash: 2_659_723_068,
  progress: index,
  complete: index % 3 === 0,
});

const quest = (questHash: number, index: number, marker: Marker) => ({
  questHash,
  stepHash: 3_248_810_441,
  stepObjectives: [objective(1_123_581_321, index)],
  tracked: false,
  itemInstanceId: marker(`69175291${String(10_000_000_000 + index)}`),
  completed: false,
  redeemed: false,
  started: true,
  vendorHash: null,
});

const milestone = (milestoneHash: number, index: number, marker: Marker) => ({
  milestoneHash,
  availableQuests: [
    {
      questItemHash: 1_828_195_011,
      status: quest(milestoneHash, index, marker),
      activity: null,
      challenges: [{ objective: objective(4_026_431_786, index) }],
    },
  ],
  values: {},
  vendorHashes: [],
  vendors: [],
  rewards: [
    { rewardCategoryHash: 326_786_556, entries: [{ rewardEntryHash: 8, earned: true, redeemed: false }] },
  ],
  startDate: "2026-11-17T17:00:00Z",
  endDate: "2026-11-24T17:00:00Z",
});
