import { sql } from "kysely";

import { cleanText } from "../../base/text.ts";
import type { Queries } from "../../storage/schema.ts";

/** Owners of everything are left out: they need no tricks. */
const CREATORS = sql<{ schema: string; roles: string[] }>`
  with here as (select oid, nspname from pg_catalog.pg_namespace where nspname = pg_catalog.current_schema()),
  creators as (
    select 'PUBLIC' as name, here.oid from here
    where pg_catalog.has_schema_privilege('public', here.oid, 'create')
      and pg_catalog.has_database_privilege('public', pg_catalog.current_database(), 'connect')
    union all
    select pg_catalog.quote_ident(rolname), here.oid from pg_catalog.pg_roles, here
    where rolcanlogin and not rolsuper and rolname <> current_user
      and not pg_catalog.has_schema_privilege('public', here.oid, 'create')
      and pg_catalog.has_schema_privilege(pg_roles.oid, here.oid, 'create')
      and pg_catalog.has_database_privilege(pg_roles.oid, pg_catalog.current_database(), 'connect')
  )
  select pg_catalog.quote_ident(pg_catalog.current_schema()) as schema,
    coalesce((select pg_catalog.array_agg(name order by name) from creators), '{}') as roles`;

/**
 * Returns a sentence where other roles may CREATE in the schema of our tables: what they put there, such as functions,
 * runs with this user's rights. Undefined where none may.
 */
export async function foreignCreators(queries: Queries): Promise<string | undefined> {
  const { rows } = await CREATORS.execute(queries);
  const [{ schema, roles } = { schema: "", roles: [] }] = rows;
  if (roles.length === 0) return undefined;
  const names = roles.join(", ");
  return cleanText(
    `in its schema ${schema} ${names} may make functions that run with the bot's rights: ` +
      `revoke create on schema ${schema} from ${names}`,
  );
}
