import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { serve, type Served } from "../support/served.ts";

/** Where this shape's profile is. */
export function profileFile(name: string): string {
  return fileURLToPath(new URL(`profiles/${name}.json`, import.meta.url));
}

/**
 * Answers the address, or address and part of the body, that a line of `answers/` begins with; 404 for all else. Addresses
 * in answers lead back to it.
 */
export async function standIn(name: string, links: Readonly<Record<string, string>> = {}): Promise<Served> {
  const file = new URL(`answers/${name}.json`, import.meta.url);
  const answers = Object.entries(JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>);
  const served = await serve(({ url, body }, response) => {
    const [path = "", query] = url.split("?");
    const asked = decodeURIComponent(query === undefined ? path : `${path}?${query}`);
    const found = answers.find(([key]) => {
      const [address, ...part] = key.split(" ");
      return address === asked && body.includes(part.join(" "));
    });
    const link = links[asked];
    response.writeHead(found === undefined ? 404 : 200, link === undefined ? {} : { link });
    const answer = found?.[1] ?? {};
    const text = typeof answer === "string" ? answer : JSON.stringify(answer);
    response.end(text.replaceAll(/https:\/\/[\w.]+\.example/g, served.origin));
  });
  return served;
}
