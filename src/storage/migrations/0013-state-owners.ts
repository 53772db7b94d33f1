import type { Migration } from "../migrate.ts";

/** States of controls know whose they are. An empty owner: kept before that was written down, anybody's. */
export const stateOwners: Migration = {
  number: 13,
  name: "state-owners",
  sqlite: [
    `alter table control_states add column owner_id text`,
    `update control_states set owner_id = ''`,
    `create index control_states_by_owner on control_states (owner_id, expires_at) where owner_id is not null`,
  ],
};
