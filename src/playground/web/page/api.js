/** @import { LocalApi } from "../../discord/local-api.ts" */

/** A call that was refused: the sentence is the local Discord's own. */
export class Refused extends Error {
  /**
   * @param {string} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.name = "Refused";
    this.code = code;
  }
}

/**
 * One call of the local Discord's people side, through the page's own server.
 * @template {keyof LocalApi} M
 * @param {M} method
 * @param {Parameters<LocalApi[M]>[0]} [ask]
 * @returns {Promise<Awaited<ReturnType<LocalApi[M]>>>}
 */
export async function call(method, ask) {
  const response = await fetch(`api/${method}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(ask ?? {}),
  });
  const answer = await response.json();
  if (!response.ok) throw new Refused(answer.code ?? "unknown", answer.message ?? "That did not work.");
  return answer;
}

/**
 * Sends a file a person chose, for an option of a command. Gives its id.
 * @param {string} person
 * @param {File} file
 */
export async function upload(person, file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += 32_768) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  }
  return (await call("upload", { as: person, name: file.name, data: btoa(binary) })).id;
}

/** The page's own picture for the application, as its owner would have uploaded it. */
export const APP_PICTURE = "milepost.svg";

/**
 * Address of a picture or file of the playground on the page's own origin. An address elsewhere is refused by
 * the page's server, and the picture's place shows its description.
 * @param {string} url
 */
export function fileUrl(url) {
  return url === APP_PICTURE ? url : `file?of=${encodeURIComponent(url)}`;
}
