import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

import { Painter } from "../../src/pictures/painter.ts";
import { samples } from "../pictures/samples/index.ts";
import { scriptSamples } from "../pictures/samples/scripts.ts";
import { type Shown, galleryPage } from "./page.ts";
import type { Card } from "../../src/pictures/card.ts";

/** `npm run gallery -- [--only CARD] [FOLDER]`: every card in every theme, edge case and script, and a page that shows them. */
const { values, positionals } = parseArgs({
  options: { only: { type: "string" } },
  allowPositionals: true,
});
const folder = resolve(positionals[0] ?? "gallery");
mkdirSync(folder, { recursive: true });

const painter = new Painter();
const shown: Shown[] = [];
for (const [name, sample] of cases()) {
  if (values.only !== undefined && values.only !== sample.card) continue;
  for (const mode of ["dark", "light"] as const) {
    const { bytes, name: file } = await painter.paint({ ...sample, mode });
    const ending = file.slice(file.lastIndexOf("."));
    const path = `${sample.card} ${name} ${mode}${ending}`.replaceAll(/[^\w.]+/g, "-");
    writeFileSync(join(folder, path), bytes);
    shown.push({ card: sample.card, name, mode, path, kilobytes: Math.ceil(bytes.length / 1024) });
  }
}
writeFileSync(join(folder, "index.html"), galleryPage(shown));
console.log(`${String(shown.length)} pictures: open ${join(folder, "index.html")}`);

/** Every edge case of every card, then every card in every script. */
function cases(): readonly (readonly [name: string, card: Card])[] {
  const edges = Object.values(samples).flatMap((byName) => Object.entries<Card>(byName));
  const scripts = Object.entries(scriptSamples).flatMap(([script, cards]) =>
    cards.map((card) => [`in ${script}`, card] as const),
  );
  return [...edges, ...scripts];
}
