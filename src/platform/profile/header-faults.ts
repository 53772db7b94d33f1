import type { Report } from "./fault.ts";
import { keyPath } from "./key-path.ts";
import type { Profile } from "./schema.ts";
import { parametersOf, templateProblem } from "./template.ts";

/** Headers that HTTP itself, Milepost or a session decides. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "content-type",
  "cookie",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
]);

/** What is wrong with a profile's headers that their shape alone doesn't show. */
export function checkHeaders(headers: Profile["headers"], report: Report): void {
  const { apiKey, apiKeyValue, csrf, userAgent, more } = headers;
  const value = templateProblem(apiKeyValue, new Set(["key"]));
  if (value !== undefined) report("headers.apiKeyValue", value, "it may name {key}");
  else if (!parametersOf(apiKeyValue).includes("key")) {
    report("headers.apiKeyValue", "{key} is missing", "put {key} where PLATFORM_API_KEY goes");
  }
  const agent = templateProblem(userAgent, new Set(["version"]));
  if (agent !== undefined) report("headers.userAgent", agent, "it may name {version}");
  if (csrf.toLowerCase() === apiKey.toLowerCase()) {
    report("headers.csrf", "the same as headers.apiKey", "name the header that repeats the csrf cookie");
  }
  for (const [key, name] of Object.entries({ apiKey, csrf })) {
    if (!OWN_HEADERS.has(name.toLowerCase())) continue;
    report(
      `headers.${key}`,
      "a header that Milepost sets itself",
      "name the header the service reads it from",
    );
  }
  for (const name of Object.keys(more)) {
    const at = keyPath(["headers", "more", name]);
    if (OWN_HEADERS.has(name.toLowerCase())) report(at, "a header that Milepost sets itself", "take it out");
    else if (name.toLowerCase() === apiKey.toLowerCase())
      report(at, "given twice", "leave it to headers.apiKey");
    else if (name.toLowerCase() === csrf.toLowerCase()) report(at, "given twice", "leave it to headers.csrf");
  }
}
