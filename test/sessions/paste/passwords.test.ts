import { expect, it } from "vitest";

import { header, values } from "./forms.ts";
import { plain, read } from "./support.ts";

it.each([
  ["labels above values", "username\nmax\npassword\nhunter2\nwebsite\nportal.test"],
  ["German labels above values", "Benutzername\nmax\nPasswort\nhunter2\nWebsite\nportal.test"],
  ["a browser's export", "name,url,username,password,note\nportal,https://portal.test/,max,hunter2,"],
  ["an export in quotes", '"url","username","password","guid"\n"https://portal.test","max","hunter2","{1}"'],
  ["a table", "Title\tUser Name\tPassword\tURL\nPortal\tmax\thunter2\thttps://portal.test"],
])("what a password manager gives is refused: %s", (_name, text) => {
  expect(read(text)).toEqual({ kind: "refused", why: "password" });
});

it.each([
  "I forgot my password, what now?\nthanks",
  "do you need my password?",
  '<input name="user"><input name="password" type="password">',
])("a question about passwords is none: %s", (text) => {
  expect(read(text)).toEqual({ kind: "unreadable", why: "no-cookies" });
});

it("a cookie that says whether a password is remembered is none", () => {
  expect(plain(`remember_password=1; ${header(values)}`)).toEqual(values);
  expect(read(`password=1234; ${header(values)}`)).toEqual({ kind: "refused", why: "password" });
});
