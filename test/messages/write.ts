import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { areas, exportOf, fileOf, MESSAGES } from "./export.ts";

/** `npm run messages`: English as translators get it, a file an area. */
const folder = join(MESSAGES, "en");
mkdirSync(folder, { recursive: true });
for (const area of areas) writeFileSync(join(folder, fileOf(area)), exportOf(area));
console.log(`${String(areas.length)} files in ${folder}`);
