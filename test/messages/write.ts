import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { fileOfArea } from "../../src/messages/languages.ts";
import { areas, exportOf, MESSAGES } from "./export.ts";
import { faultsOfLanguage, foldersOfLanguages } from "./faults.ts";

/** `npm run messages [-- CODE ...]`: writes English as translators get it, and says what is wrong in these languages, or all. */
const folder = join(MESSAGES, "en");
mkdirSync(folder, { recursive: true });
for (const area of areas) writeFileSync(join(folder, fileOfArea(area)), exportOf(area));
console.log(`${String(areas.length)} files in ${folder}`);
const codes = process.argv.slice(2);
for (const code of codes.length > 0 ? codes : foldersOfLanguages()) {
  const faults = faultsOfLanguage(code);
  for (const fault of faults) console.log(fault);
  console.log(`${code}: ${faults.length === 0 ? "nothing to fix" : `${String(faults.length)} to fix`}`);
  if (faults.length > 0) process.exitCode = 1;
}
