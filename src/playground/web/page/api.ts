import type { LocalApi } from "../../discord/local-api.ts";

/** A call that was refused: the sentence is that of whoever was asked. */
export class Refused extends Error {
  override name = "Refused";
}

/** One call of the page's own server. */
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

/** Sends a file a person chose, for an option of a command. Gives its id. */
export async function upload(person: string, file: File) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += 32_768) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  }
  return (await call("upload", { as: person, name: file.name, data: btoa(binary) })).id;
}

/** The page's own picture for the application, as its owner would have uploaded it. */
export const APP_PICTURE = "milepost.svg";

/** Address of a picture or file of the playground on the page's own origin; one from elsewhere is refused. */
export function fileUrl(url: string) {
  return url === APP_PICTURE ? url : `file?of=${encodeURIComponent(url)}`;
}
