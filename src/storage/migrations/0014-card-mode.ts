import type { Migration } from "../migrate.ts";

/** Whether a member prefers dark or light pictures. */
export const cardMode: Migration = {
  number: 14,
  name: "card-mode",
  sqlite: [`alter table member_settings add column card_mode text check (card_mode in ('dark', 'light'))`],
};
