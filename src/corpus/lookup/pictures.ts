import type { ClickHouse } from '../../store/clickhouse/index.ts'
import { kinds } from '../kinds/index.ts'
import type { CarrierReader } from './carriers.ts'
import type { LookupRequest } from './lookup-request.ts'
import { askRows } from './versions.ts'

/** Kinds whose records have a picture: a logo, a profile picture. */
export type PicturedKind = 'companies' | 'people'

/** The picture of a record, and the identifiers that found the record. */
export interface FoundPicture {
  /** Entity id, decimal. */
  id: string
  /** Address of the picture; empty when the record has none. */
  url: string
  tokens: string[]
}

/** Identifiers one statement asks for: more at once are no faster, and take more memory. */
const chunk = 5_000

/**
 * Pictures of records that carry one of some identifiers, many thousands at once: only the column `picture` is read,
 * never the records.
 */
export async function pictures(
  readers: { engine: ClickHouse; carriers: CarrierReader },
  kind: PicturedKind,
  request: LookupRequest,
): Promise<FoundPicture[]> {
  const tokens = [...new Set(request.tokens)]
  const found = new Map<string, FoundPicture>()
  for (let start = 0; start < tokens.length; start += chunk) {
    const part = { ...request, tokens: tokens.slice(start, start + chunk) }
    for (const { id, url, tokens: own } of await picturesOf(readers, kind, part)) {
      const known = found.get(id)
      if (known === undefined) found.set(id, { id, url, tokens: own })
      else known.tokens.push(...own)
    }
  }
  return [...found.values()]
}

async function picturesOf(
  { engine, carriers: reader }: { engine: ClickHouse; carriers: CarrierReader },
  kind: PicturedKind,
  request: LookupRequest,
): Promise<FoundPicture[]> {
  const carriers = await reader.read(kind, request)
  if (carriers.length === 0) return []
  const found = new Map<string, FoundPicture>()
  const keys: string[] = []
  for (const { id, rank, born, token } of carriers) {
    const record = found.get(id)
    if (record !== undefined) {
      record.tokens.push(token)
      continue
    }
    found.set(id, { id, url: '', tokens: [token] })
    keys.push(`(${rank},${id},${born})`)
  }
  const rows = await askRows(engine, {
    tag: `pictures-${kind}`,
    sql: `SELECT id, picture FROM ${kinds[kind].bodyTable}
      WHERE (rank, id, born) IN {keys:Array(Tuple(UInt32, UInt64, UInt32))} AND picture != ''`,
    params: { keys: `[${keys.join(',')}]` },
    signal: request.signal,
  })
  for (const [id = '', ...url] of rows) {
    const record = found.get(id)
    if (record !== undefined) record.url = url.join('\t')
  }
  return [...found.values()]
}
