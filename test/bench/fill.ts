import Sqlite from "better-sqlite3";

interface Filled {
  readonly id: string;
  readonly ownerId: string;
  readonly kind: "channel" | "dm";
  readonly target: string;
  readonly slot: number;
  readonly rule: object;
  readonly content: object;
}

const USEFUL_MS = 86_400_000;

/** Stores reminders by the million: in one transaction, beside the store. */
export function fillReminders(file: string, reminders: Iterable<Filled>): void {
  const sqlite = new Sqlite(file);
  sqlite.pragma("synchronous = 0");
  const reminder = sqlite.prepare(
    `insert into reminders (id, owner_id, editor_id, state, purpose, rule, content, when_unsure, revision, next_slot,
      useful_until, made_at, changed_at) values (?, ?, ?, 'active', ?, ?, ?, 'at-most-once', 1, ?, ?, 0, 0)`,
  );
  const place = sqlite.prepare("insert into destinations values (?, ?, ?, ?, 'open', null, 0)");
  const fill = sqlite.transaction(() => {
    for (const { id, ownerId, kind, target, slot, rule, content } of reminders) {
      const purpose = kind === "dm" ? "personal" : "announcement";
      const texts = [JSON.stringify(rule), JSON.stringify({ purpose, ...content })];
      reminder.run(id, ownerId, ownerId, purpose, ...texts, slot, slot + USEFUL_MS);
      place.run(`${id}-d`, id, kind, target);
    }
  });
  fill();
  sqlite.close();
}
