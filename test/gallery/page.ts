export interface Shown {
  readonly card: string;
  readonly name: string;
  readonly mode: "dark" | "light";
  readonly path: string;
  readonly kilobytes: number;
}

/** A page with every picture as wide as on a desktop, and as on a phone beside it. */
export function galleryPage(shown: readonly Shown[]): string {
  const cards = [...new Set(shown.map(({ card }) => card))];
  const sections = cards.map((card) => {
    const figures = shown.filter((one) => one.card === card).map(figure);
    return `<h2>${card}</h2>\n<div class="all">${figures.join("\n")}</div>`;
  });
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Cards</title>
<style>
  body { background: #313338; color: #f2f3f5; font: 16px system-ui, sans-serif; margin: 24px; }
  .all { display: flex; flex-wrap: wrap; gap: 24px; }
  figure { margin: 0; } img { border-radius: 8px; vertical-align: top; margin-right: 8px; }
</style>
<h1>Cards, as wide as on a desktop and on a phone</h1>
${sections.join("\n")}
</html>
`;
}

function figure({ card, name, mode, path, kilobytes }: Shown): string {
  const image = (width: number) =>
    `<img src="${path}" width="${String(width)}" alt="${card}: ${name}, ${mode}">`;
  return `<figure>${image(474)}${image(262)}<figcaption>${name}, ${mode}, ${String(kilobytes)} KB</figcaption></figure>`;
}
