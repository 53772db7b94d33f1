import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

import type { Card } from "../../src/pictures/cards/index.ts";
import { Painter } from "../../src/pictures/painter.ts";
import { samples } from "../pictures/samples/index.ts";
import { type Shown, galleryPage } from "./page.ts";

/** `npm run gallery -- [--only CARD] [FOLDER]`: every card in every theme and edge case, and a page that shows them. */
const { values, positionals } = parseArgs({
  options: { only: { type: "string" } },
  allowPositionals: true,
});
const folder = resolve(positionals[0] ?? "gallery");
mkdirSync(folder, { recursive: true });

const painter = new Painter();
const shown: Shown[] = [];
for (const [card, byName] of Object.entries(samples)) {
  if (values.only !== undefined && values.only !== card) continue;
  for (const [name, sample] of Object.entries<Card>(byName)) {
    for (const mode of ["dark", "light"] as const) {
      const { bytes, name: file } = await painter.paint({ ...sample, mode });
      const path = `${card} ${name} ${mode}${file.slice(file.lastIndexOf("."))}`.replaceAll(/[^\w.]+/g, "-");
      writeFileSync(join(folder, path), bytes);
      shown.push({ card, name, mode, path, kilobytes: Math.ceil(bytes.length / 1024) });
    }
  }
}
writeFileSync(join(folder, "index.html"), galleryPage(shown));
console.log(`${String(shown.length)} pictures: open ${join(folder, "index.html")}`);
