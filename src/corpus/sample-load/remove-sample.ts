import { sql, type Postgres } from '../../store/postgres/index.ts'
import { runCommit } from '../commits/index.ts'
import { entityKinds, kinds, type CorpusKind, type EntityKind } from '../kinds/index.ts'
import { readIdsBeside, recordStore, retireCommits } from '../record-store/index.ts'
import { sampleSource } from '../records/index.ts'
import { createWorld, type World, type WorldSize } from '../sample/index.ts'
import type { ClickHouse } from '../../store/clickhouse/index.ts'
import { CommitRows, commitStores, withdrawSources, writeRows } from '../write/index.ts'
import { idsBefore, lineOfEntity } from './world-lines.ts'

interface Stores {
  db: Postgres
  engine: ClickHouse
}

/** A range of a sample world that was loaded as one commit. */
interface SampleRange {
  world: string
  commit_number: number
  first_index: number
  last_index: number
  first_entity_id: number
}

/**
 * Takes the sample out of the corpus, and nothing else: a record that another source has also spoken of keeps what
 * that source said. Answers how many records went. After an interruption, or repeated, it takes the rest.
 */
export async function removeSample(stores: Stores): Promise<Record<EntityKind, number>> {
  return retireOthers(stores, 'none')
}

/** Ends the records of every other sample world; compaction removes their rows later. */
export async function retireOthers({ db, engine }: Stores, key: string): Promise<Record<EntityKind, number>> {
  const retired = Object.fromEntries(entityKinds.map((kind) => [kind, 0])) as Record<EntityKind, number>
  for (const name of entityKinds.toReversed()) {
    const kind = kinds[name]
    const ranges = await db.query<SampleRange>(sql`
      SELECT c.world, c.commit_number, c.first_index, c.last_index, c.first_entity_id
      FROM corpus_sample_chunks c JOIN corpus_commit_log l ON l.kind = c.kind AND l.number = c.commit_number
      WHERE c.kind = ${name} AND c.world <> ${key} AND NOT c.retired`)
    if (ranges.length === 0) continue
    const numbers = ranges.map((range) => range.commit_number)
    const dictionary = await recordStore(db).dictionary(name)
    await runCommit(commitStores({ db, engine }), name, 0, async (commit, tx, heard) => {
      const dead = commit.number
      const rows = new CommitRows(kind, commit, dictionary)
      const said = await linesToWithdraw(db, kind, ranges)
      const words = new Map(
        [...said].map(([id, lines]) => [id, [{ source: sampleSource, lines, isMadeUp: true as const }]]),
      )
      const storeBeside = await withdrawSources(db, kind, { words, rows })
      await heard()
      await writeRows({ engine, tx }, kind, { commit, built: rows.take() })
      await storeBeside(tx)
      await supersedeCommits(engine, name, { numbers, dead })
      const superseded = await retireCommits(tx, name, { numbers, dead })
      await tx.query(sql`
        UPDATE corpus_sample_chunks SET retired = true WHERE kind = ${name} AND commit_number = ANY (${numbers}::int[])`)
      retired[name] = superseded
      return { rows: rows.rows, superseded: superseded + rows.superseded, source: sampleSource }
    })
  }
  return retired
}

/**
 * What the sample has said of records that others have written since, and of records that its own were merged into,
 * by entity id.
 */
async function linesToWithdraw(
  db: Postgres,
  kind: CorpusKind,
  ranges: readonly SampleRange[],
): Promise<Map<string, object[]>> {
  const except = ranges.map((range) => range.commit_number)
  const worlds = new Map<string, World>()
  const lines = new Map<string, object[]>()
  for (const range of ranges) {
    const world = worlds.get(range.world) ?? createWorld(parseSize(range.world))
    worlds.set(range.world, world)
    const before = idsBefore(kind.name, world, range.first_index)
    const from = range.first_entity_id
    const to = from + idsBefore(kind.name, world, range.last_index + 1) - before
    const changed = await readIdsBeside(recordStore(db), kind.name, { from, to, except })
    const pairs = [...changed.map((id) => ({ into: id, id })), ...(await mergedFrom(db, kind, { from, to }))]
    for (const { into, id } of pairs) {
      const line = lineOfEntity(kind.name, world, Number(id) - from + before)
      if (line !== undefined) lines.set(into, [...(lines.get(into) ?? []), line])
    }
  }
  return lines
}

/** Entities of a range that were merged into others and are still merged. */
async function mergedFrom(
  db: Postgres,
  { name }: CorpusKind,
  { from, to }: { from: number; to: number },
): Promise<{ into: string; id: string }[]> {
  return db.query(sql`
    SELECT m.entity_id::text AS into, m.merged_id::text AS id FROM corpus_merges m
      JOIN corpus_commit_log l ON l.kind = m.kind AND l.number = m.commit_number
    WHERE m.kind = ${name} AND m.merged_id >= ${from} AND m.merged_id < ${to} AND m.undone_commit IS NULL`)
}

/** The size of a world by its key. */
function parseSize(key: string): Required<WorldSize> {
  const [seed, companies, people, asOf = ''] = key.split('/')
  return { seed: Number(seed), companies: Number(companies), people: Number(people), asOf }
}

async function supersedeCommits(
  engine: ClickHouse,
  kind: EntityKind,
  { numbers, dead }: { numbers: number[]; dead: number },
): Promise<void> {
  const { table, supersededTable: superseded } = kinds[kind]
  await engine.command({
    tag: 'retire-sample',
    sql: `INSERT INTO ${superseded} (rank, id, born, dead) SELECT rank, id, born, {dead:UInt32} FROM ${table}
      WHERE born IN {numbers:Array(UInt32)} AND (id, born) NOT IN (SELECT id, born FROM ${superseded})`,
    params: { numbers, dead },
  })
}
