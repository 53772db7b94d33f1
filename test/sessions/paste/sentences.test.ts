import { expect, it } from "vitest";

import { plain } from "./support.ts";

const own = { portald: "d", portalatk: "k", portaldid: "i" };
const json = JSON.stringify(own);

it.each([
  ["in a fence, behind words", `Here\n\`\`\`json\n${json}\n\`\`\`\nthanks`],
  ["behind an apostrophe", `I don't know:\n${json}`],
])("a JSON map is read %s", (_name, text) => {
  expect(plain(text)).toEqual(own);
});
