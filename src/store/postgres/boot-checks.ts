import type { Queryable } from './contract.ts'
import { sql } from './sql.ts'

/** The server is up, but money may not be kept on it. The message names the setting and what it must be. */
export class UnsafeServer extends Error {
  override readonly name = 'UnsafeServer'
}

const oldestVersion = 150_000

/** Refuses a server on which an acknowledged commit can be lost or text can be stored in another encoding. */
export async function checkServer(db: Queryable): Promise<void> {
  const [version] = await db.query<Record<string, string>>(sql`
    select current_setting('fsync') as fsync,
           current_setting('full_page_writes') as full_page_writes,
           current_setting('synchronous_commit') as synchronous_commit,
           current_setting('server_encoding') as server_encoding,
           current_setting('server_version') as server_version,
           current_setting('server_version_num') as server_version_num`)
  if (!version) throw new UnsafeServer('the server did not report its settings')
  const complaints: string[] = []
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    if (version[setting] === 'off') {
      complaints.push(`${setting} is off: a crash could lose acknowledged writes; set ${setting} = on`)
    }
  }
  if (version['server_encoding'] !== 'UTF8') {
    complaints.push(
      `the database is encoded in ${version['server_encoding']}; create it with ENCODING 'UTF8'`,
    )
  }
  if (Number(version['server_version_num']) < oldestVersion) {
    complaints.push(`Postgres ${version['server_version']} is too old; 15 or later is needed`)
  }
  if (complaints.length > 0) throw new UnsafeServer(`refusing to use this Postgres: ${complaints.join('; ')}`)
}
