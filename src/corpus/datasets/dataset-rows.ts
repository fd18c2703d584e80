import { sql, type Postgres, type Queryable } from '../../store/postgres/index.ts'
import type { DatasetEntry } from './entry-schema.ts'

/** What the operator chose when a data set was added; it holds for every update. */
export interface DatasetChoice {
  /** The most rows of a publication that are read. */
  limit?: number
  /** Alpha-3 codes. */
  countries?: readonly string[]
  /** Degrees: west, south, east, north. */
  box?: readonly [number, number, number, number]
  /** A file, folder or address that stands in for the publisher. */
  from?: string
}

/** A data set that was added to this installation. */
export interface AddedDataset {
  number: number
  name: string
  folder: string | null
  entry: Pick<DatasetEntry, 'title' | 'publisher' | 'homepage' | 'licence' | 'rhythm'>
  state: 'wanted' | 'ready' | 'leaving'
  choice: DatasetChoice
  addedAt: Date
  lookedAt: Date | null
  dueAt: Date | null
  problem: string | null
}

/** What came of reading a publication. */
export interface PublicationCounts {
  rows: number
  created: number
  changed: number
  unchanged: number
  rejected: number
  leftOut: number
  /** Records that the publication no longer has: they were closed, or lost what was said of them. */
  ended: number
  /** Records that the data set speaks of once this was read, by kind; those that ended do not count. */
  records: Readonly<Record<string, number>>
  /** The first address of the publication, which tells its period. */
  period?: string
}

export interface Publication {
  number: number
  form: 'full' | 'delta'
  state: 'loading' | 'loaded' | 'refused'
  /** SHA-256 of its files. */
  digest: string
  bytes: number
  publishedAt: Date
  beganAt: Date
  endedAt: Date | null
  counts: Partial<PublicationCounts>
}

interface AddedRow {
  number: number
  name: string
  folder: string | null
  entry: AddedDataset['entry']
  state: AddedDataset['state']
  choice: DatasetChoice
  added_at: Date
  looked_at: Date | null
  due_at: Date | null
  problem: string | null
}

const addedColumns = sql`number, name, folder, entry, state, choice, added_at, looked_at, due_at, problem`

export async function listAdded(db: Queryable): Promise<AddedDataset[]> {
  const rows = await db.query<AddedRow>(sql`SELECT ${addedColumns} FROM corpus_datasets ORDER BY name`)
  return rows.map(readAdded)
}

export async function findAdded(db: Queryable, name: string): Promise<AddedDataset | undefined> {
  const [row] = await db.query<AddedRow>(
    sql`SELECT ${addedColumns} FROM corpus_datasets WHERE name = ${name}`,
  )
  return row && readAdded(row)
}

function readAdded({ added_at, looked_at, due_at, ...row }: AddedRow): AddedDataset {
  return { ...row, addedAt: added_at, lookedAt: looked_at, dueAt: due_at }
}

/**
 * Adds a data set, or changes what was chosen for one that is there: its publications are then read again, although they may
 * be the same.
 */
export async function storeAdded(
  db: Postgres,
  added: Pick<AddedDataset, 'name' | 'folder' | 'entry' | 'choice' | 'addedAt'> & {
    state: 'wanted' | 'ready'
  },
): Promise<AddedDataset> {
  const { name, folder, entry, choice, state, addedAt } = added
  return db.transact(async (tx) => {
    await tx.query(sql`
      UPDATE corpus_dataset_publications p SET digest = ${outdated} FROM corpus_datasets d
      WHERE d.name = ${name} AND p.dataset = d.number AND d.choice <> ${JSON.stringify(choice)}::jsonb`)
    const [row] = await tx.query<AddedRow>(sql`
      INSERT INTO corpus_datasets (name, folder, entry, state, choice, added_at)
      VALUES (${name}, ${folder}, ${JSON.stringify(entry)}, ${state}, ${JSON.stringify(choice)}, ${addedAt})
      ON CONFLICT (name) DO UPDATE
        SET folder = EXCLUDED.folder, entry = EXCLUDED.entry, state = EXCLUDED.state, choice = EXCLUDED.choice, problem = NULL
      RETURNING ${addedColumns}`)
    return readAdded(row as AddedRow)
  })
}

/** The digest of publications that were read by another choice. */
const outdated = ''
export const isOutdated = ({ digest }: Pick<Publication, 'digest'>): boolean => digest === outdated

export async function setState(db: Queryable, name: string, state: AddedDataset['state']): Promise<void> {
  await db.query(sql`UPDATE corpus_datasets SET state = ${state} WHERE name = ${name}`)
}

/** Notes that the publisher was asked, what was wrong, and when to ask again. */
export async function noteLook(
  db: Queryable,
  name: string,
  { at, dueAt, problem }: { at: Date; dueAt: Date | null; problem: string | null },
): Promise<void> {
  await db.query(sql`
    UPDATE corpus_datasets
    SET looked_at = ${at}, due_at = ${dueAt}, problem = ${problem}, state = CASE WHEN state = 'wanted' THEN 'ready' ELSE state END
    WHERE name = ${name}`)
}

/** Ends a data set whose records were taken out. */
export async function dropAdded(db: Queryable, name: string): Promise<void> {
  await db.query(sql`DELETE FROM corpus_datasets WHERE name = ${name}`)
}

interface PublicationRow {
  number: number
  form: Publication['form']
  state: Publication['state']
  digest: string
  bytes: number
  published_at: Date
  began_at: Date
  ended_at: Date | null
  counts: Partial<PublicationCounts>
}

/** The publications of a data set, the newest first. */
export async function listPublications(db: Queryable, dataset: number, most = 20): Promise<Publication[]> {
  const rows = await db.query<PublicationRow>(sql`
    SELECT number, form, state, digest, bytes, published_at, began_at, ended_at, counts
    FROM corpus_dataset_publications WHERE dataset = ${dataset} ORDER BY number DESC LIMIT ${most}`)
  return rows.map(({ published_at, began_at, ended_at, ...row }) => ({
    ...row,
    publishedAt: published_at,
    beganAt: began_at,
    endedAt: ended_at,
  }))
}

/** Begins to read a publication, or goes on with the one of the same digest that was interrupted. Answers its number. */
export async function beginPublication(
  db: Postgres,
  dataset: number,
  {
    form,
    digest,
    bytes,
    publishedAt,
    at,
  }: Pick<Publication, 'form' | 'digest' | 'bytes' | 'publishedAt'> & { at: Date },
): Promise<number> {
  return db.transact(async (tx) => {
    const [newest] = await listPublications(tx, dataset, 1)
    if (newest?.state === 'loading' && newest.digest === digest) return newest.number
    const number = (newest?.number ?? 0) + 1
    await tx.query(sql`
      INSERT INTO corpus_dataset_publications (dataset, number, form, state, digest, bytes, published_at, began_at)
      VALUES (${dataset}, ${number}, ${form}, 'loading', ${digest}, ${bytes}, ${publishedAt}, ${at})`)
    return number
  })
}

export async function endPublication(
  db: Queryable,
  dataset: number,
  {
    number,
    state,
    counts,
    at,
  }: { number: number; state: 'loaded' | 'refused'; counts: Partial<PublicationCounts>; at: Date },
): Promise<void> {
  await db.query(sql`
    UPDATE corpus_dataset_publications SET state = ${state}, counts = ${JSON.stringify(counts)}, ended_at = ${at}
    WHERE dataset = ${dataset} AND number = ${number}`)
}
