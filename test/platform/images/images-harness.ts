import { silentLog } from "../../../src/base/log.ts";
import type { Labels } from "../../../src/base/metrics.ts";
import { Secret } from "../../../src/base/secret.ts";
import { connectPlatform } from "../../../src/platform/connection.ts";
import { Images } from "../../../src/platform/images/images.ts";
import { PictureFolder } from "../../../src/platform/images/picture-folder.ts";
import { loadProfile } from "../../../src/platform/profile/load.ts";
import { ManualClock } from "../../support/manual-clock.ts";

export interface ImagesHarness {
  readonly images: Images;
  readonly clock: ManualClock;
  /** How pictures were come by, one word each. */
  readonly outcomes: string[];
  [Symbol.asyncDispose](): Promise<void>;
}

interface Options {
  readonly folder?: string;
  /** Further hosts of the profile. */
  readonly allow?: readonly string[];
  readonly clock?: ManualClock;
  readonly deadlineSeconds?: number;
}

/** Pictures of the neutral profile whose portal is `origin`. */
export function imagesOf(
  origin: string,
  { folder, allow = [], clock = new ManualClock(Date.now()), deadlineSeconds = 15 }: Options = {},
): ImagesHarness {
  const neutral = loadProfile("neutral", { baseUrl: origin });
  const outcomes: string[] = [];
  const count = (name: string, labels: Labels = {}) => {
    if (name === "remote_pictures_total") outcomes.push(labels["outcome"] ?? "");
  };
  const shared = { clock, log: silentLog, metrics: { count, observe() {}, gauge() {} } };
  const connection = connectPlatform({
    ...shared,
    profile: {
      ...neutral,
      hosts: { ...neutral.hosts, allow: [...allow] },
      limits: { ...neutral.limits, deadlineSeconds },
    },
    apiKey: new Secret("canary-key"),
    random: () => 0.01,
    version: "1.2.3",
  });
  const images = new Images({
    ...shared,
    connection,
    folder: folder === undefined ? undefined : new PictureFolder({ folder, clock }),
  });
  return {
    images,
    clock,
    outcomes,
    async [Symbol.asyncDispose]() {
      await images.close();
      await connection.close();
    },
  };
}
