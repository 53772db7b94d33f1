import { expect, it } from "vitest";

import { missing, plain, read } from "./support.ts";

const own = { portald: "d", portalatk: "k", portaldid: "i" };
const json = JSON.stringify(own);

it.each([
  ["in a fence, behind words", `Here\n\`\`\`json\n${json}\n\`\`\`\nthanks`],
  ["behind an apostrophe", `I don't know:\n${json}`],
])("a JSON map is read %s", (_name, text) => {
  expect(plain(text)).toEqual(own);
});

it("a word behind a cookie's name is not its value", () => {
  expect(missing("portald value wrong\nportalatk=k\nportaldid=i")).toEqual({ portald: "absent" });
  expect(missing("portald\nI can't find it\nportalatk\nk\nportaldid\ni")).toEqual({ portald: "absent" });
});

it.each([
  ["a value", "d", {}],
  ["none where it goes on with what no cookie has", "d\u00e9f", { portald: "absent" }],
  ["one that was shortened", "d\u2026", { portald: "shortened" }],
])("what stands behind a cookie's bold name among words is %s", (_name, value, lacking) => {
  expect(missing(`Hi! my **portald** = ${value} and portalatk = k and portaldid = i )`)).toEqual(lacking);
});

it("a row of cookies.txt that ends before its name makes no such file", () => {
  const text = ".portal.test TRUE / TRUE 0\nportald\nd\nportalatk\nk\nportaldid\ni";
  expect(read(text)).toMatchObject({ form: "table", isComplete: true });
});

it("sealed text that was wrapped ends before a word", () => {
  const sealed = `milepost1:${"Ab3_-x".repeat(40)}`;
  const wrapped = sealed.replaceAll(/(.{64})/g, "$1\n");
  expect(read(`${wrapped}\nthanks`)).toMatchObject({ kind: "bundle", bundle: sealed });
});
