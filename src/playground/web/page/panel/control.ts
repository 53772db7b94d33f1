import { Refused } from "../api.ts";
import type { SeenRequest as AskedRequest } from "../../../platform/requests.ts";

/** `platform`: which one was asked; each counts its own */
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

/** One call of the embedded platform's control side. */
export async function control(name: string, ask?: unknown): Promise<any> {
  const response = await fetch(`platform/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(ask ?? {}),
  });
  const answer = await response.json();
  if (!response.ok) throw new Refused("platform", answer.problem ?? answer.message ?? "That didn't work.");
  return answer;
}

export async function platformState(): Promise<PlatformState> {
  const state = await control("state");
  const { requests, profile } = state;
  const last = requests.last.map((each: object) => ({ ...each, platform: profile }));
  return { ...state, requests: { ...requests, last } };
}
