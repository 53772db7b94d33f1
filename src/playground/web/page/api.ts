import type { LocalApi } from "../../discord/local-api.ts";

/** A refused call; its message is the server's. */
export class Refused extends Error {
  override name = "Refused";
}

/** Calls the page's own server and returns its answer; throws Refused. */
export async function post(path: string, ask: unknown = {}) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(ask),
  });
  const answer = await response.json();
  if (!response.ok) throw new Refused(answer.problem ?? answer.message ?? "That didn't work.");
  return answer;
}

export async function call<M extends keyof LocalApi>(
  method: M,
  ask?: Parameters<LocalApi[M]>[0],
): Promise<Awaited<ReturnType<LocalApi[M]>>> {
  return post(`api/${method}`, ask);
}

/** Uploads a file for a command's option and returns its id. */
export async function upload(person: string, file: File) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += 32_768) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  }
  return (await call("upload", { as: person, name: file.name, data: btoa(binary) })).id;
}

/** The application's picture. */
export const APP_PICTURE = "milepost.svg";

/** Returns the address of a picture or file through the page's own origin. Foreign ones are refused there. */
export function fileUrl(url: string) {
  return url === APP_PICTURE ? url : `file?of=${encodeURIComponent(url)}`;
}
