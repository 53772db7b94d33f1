import { post } from "../api.ts";
import type { SeenRequest as AskedRequest } from "../../../platform/requests.ts";

/** `platform`: the platform asked; each numbers its own requests. */
export type SeenRequest = AskedRequest & { platform: string };
export type StandingFault = {
  id: number;
  operation: string;
  left?: number;
  fault: { kind: string } & Record<string, unknown>;
};
export type PlatformState = {
  profile: string;
  shape: "neutral" | "real";
  seed: number;
  now: string;
  faults: StandingFault[];
  requests: { total: number; last: SeenRequest[] };
};

export async function platformState(): Promise<PlatformState> {
  const state = await post("platform/state");
  const { requests, profile } = state;
  const last = requests.last.map((each: object) => ({ ...each, platform: profile }));
  return { ...state, requests: { ...requests, last } };
}
