import pg from 'pg'
import { superuser } from './cluster-directory.ts'

/** true when the server on this port lets us in with our password, within two seconds. */
export async function answersAsOurs(port: number, password: string): Promise<boolean> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: superuser,
    password,
    database: 'postgres',
    application_name: 'almanac adoption check',
    connectionTimeoutMillis: 2_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
