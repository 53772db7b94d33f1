import type { Migration } from "../migrate.ts";

/** Records the owners of control states. An empty owner: stored before that. */
export const stateOwners: Migration = {
  number: 13,
  name: "state-owners",
  sqlite: [
    `alter table control_states add column owner_id text`,
    `update control_states set owner_id = ''`,
    `create index control_states_by_owner on control_states (owner_id, expires_at) where owner_id is not null`,
  ],
};
