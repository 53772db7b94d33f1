import { Refused } from "../api.js";

/** @typedef {import("../../../platform/requests.ts").SeenRequest & {platform: string}} SeenRequest `platform`: which one was asked; each counts its own */
/** @typedef {{id: number, operation: string, left?: number, fault: {kind: string} & Record<string, unknown>}} StandingFault */
/** @typedef {{profile: string, shape: "neutral" | "real", seed: number, now: string, faults: StandingFault[], requests: {total: number, last: SeenRequest[]}}} PlatformState */

/**
 * One call of the embedded platform's control side.
 * @param {string} name
 * @param {unknown} [ask]
 * @returns {Promise<any>}
 */
export async function control(name, ask) {
  const response = await fetch(`platform/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(ask ?? {}),
  });
  const answer = await response.json();
  if (!response.ok) throw new Refused("platform", answer.problem ?? answer.message ?? "That did not work.");
  return answer;
}

/** @returns {Promise<PlatformState>} */
export async function platformState() {
  const state = await control("state");
  const { requests, profile } = state;
  const last = requests.last.map((/** @type {object} */ each) => ({ ...each, platform: profile }));
  return { ...state, requests: { ...requests, last } };
}
