import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";

import { keepingPrepared } from "../../src/storage/prepared.ts";

function stage() {
  const sqlite = new Sqlite(":memory:");
  sqlite.exec("create table rows (id integer primary key, word text)");
  return keepingPrepared(sqlite);
}

it("prepares what comes again once", () => {
  const connection = stage();
  const text = "select * from rows where id = ?";
  expect(connection.prepare(text)).toBe(connection.prepare(text));
  connection.close();
});

it("gives each its own answer, whatever was asked before", () => {
  const connection = stage();
  const insert = "insert into rows (id, word) values (?, ?)";
  for (const [id, word] of ["a", "b", "c"].entries()) connection.prepare(insert).run([id, word]);
  const read = (id: number) => connection.prepare("select word from rows where id = ?").all([id]);
  expect([read(2), read(0), read(9)]).toEqual([[{ word: "c" }], [{ word: "a" }], []]);
  connection.close();
});

it("reads a changed table anew", () => {
  const connection = stage();
  const read = () => connection.prepare("select * from rows").all([]);
  connection.prepare("insert into rows (word) values ('a')").run([]);
  expect(read()).toEqual([{ id: 1, word: "a" }]);
  connection.prepare("alter table rows add column at integer default 7").run([]);
  expect(read()).toEqual([{ id: 1, word: "a", at: 7 }]);
  connection.close();
});

it("runs a statement again that failed", () => {
  const connection = stage();
  const insert = "insert into rows (id) values (?)";
  connection.prepare(insert).run([1]);
  expect(() => connection.prepare(insert).run([1])).toThrow(/UNIQUE/);
  expect(connection.prepare(insert).run([2]).changes).toBe(1);
  connection.close();
});

it("keeps no more than so many of all it is ever asked", () => {
  const connection = stage();
  const first = connection.prepare("select 0");
  for (let number = 1; number < 1_000; number += 1) connection.prepare(`select ${number}`);
  expect(connection.prepare("select 0")).not.toBe(first);
  connection.close();
});
