import { setImmediate as nextTurn } from 'node:timers/promises'
import { dayMs } from '../../lib/time.ts'
import { column, nullable, rowShape, sql, type Postgres } from '../../store/postgres/index.ts'
import { readPublishedCommit } from '../commits/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import { recordStore, sampleRecords } from '../record-store/index.ts'

/** What is in a kind. */
export interface KindFigures {
  kind: EntityKind
  /** Current records. */
  records: number
  /** When a commit was published last. */
  publishedAt: Date | null
  /** What commits of each source wrote, most first. */
  sources: SourceFigures[]
}

interface SourceFigures {
  source: string
  /** Versions that its commits wrote. */
  rows: number
  firstAt: Date
  lastAt: Date
}

/** How often a member has a value. */
export interface MemberFill {
  member: string
  /** 0 to 1, of the records looked at. */
  share: number
}

export interface FillReport {
  /** Records looked at. */
  records: number
  members: MemberFill[]
  /** Records observed in the last so many days. */
  ages: { days: number; records: number }[]
}

export interface Figures {
  kinds(): Promise<KindFigures[]>
  /** Looks at some records from all over a kind. */
  fill(kind: EntityKind, look: { most: number; nowMs: number }): Promise<FillReport>
}

const kindRow = rowShape<{ kind: EntityKind; records: number; publishedAt: Date | null }>({
  kind: column.text(),
  records: column.int(),
  publishedAt: nullable(column.instant()),
})

const sourceRow = rowShape<SourceFigures & { kind: EntityKind }>({
  kind: column.text(),
  source: column.text(),
  rows: column.int(),
  firstAt: column.instant(),
  lastAt: column.instant(),
})

export function openFigures(db: Postgres): Figures {
  return {
    async kinds() {
      const [kinds, sources] = await Promise.all([selectKinds(db), selectSources(db)])
      return kinds.map((each) => ({
        ...each,
        sources: sources.flatMap(({ kind, ...source }) => (kind === each.kind ? [source] : [])),
      }))
    },
    fill: (kind, look) => readFill(db, kind, look),
  }
}

const selectKinds = (db: Postgres) =>
  db.query(sql.rows(kindRow)`
    SELECT c.kind, c.versions - c.superseded AS records, (
      SELECT l.published_at FROM corpus_commit_log l WHERE l.kind = c.kind ORDER BY l.published_at DESC LIMIT 1
    ) AS "publishedAt" FROM corpus_commits c ORDER BY c.kind`)

const selectSources = (db: Postgres) =>
  db.query(sql.rows(sourceRow)`
    SELECT kind, source, sum(rows)::bigint AS rows, min(published_at) AS "firstAt", max(published_at) AS "lastAt"
    FROM corpus_commit_log GROUP BY kind, source ORDER BY kind, 3 DESC, source`)

/** Records parsed in one turn of the event loop. */
const atOnce = 20
const ageDays = [30, 90, 365, 1095]

async function readFill(
  db: Postgres,
  kind: EntityKind,
  { most, nowMs }: { most: number; nowMs: number },
): Promise<FillReport> {
  const asOf = await readPublishedCommit(db, kind)
  const records = await sampleRecords(recordStore(db), kind, { asOf, most })
  const filled = new Map<string, number>()
  for (const [index, { body }] of records.entries()) {
    if (index > 0 && index % atOnce === 0) await nextTurn()
    const record = JSON.parse(body) as Record<string, unknown>
    for (const [member, value] of Object.entries(record))
      filled.set(member, (filled.get(member) ?? 0) + Number(hasValue(value)))
  }
  const members = [...filled].map(([member, rows]) => ({ member, share: rows / records.length }))
  const ages = ageDays.map((days) => ({
    days,
    records: records.filter(({ observedAt }) => Date.parse(observedAt) >= nowMs - days * dayMs).length,
  }))
  return { records: records.length, members: members.toSorted((a, b) => b.share - a.share), ages }
}

function hasValue(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false
  if (Array.isArray(value)) return value.length > 0
  return typeof value !== 'object' || Object.values(value).some(hasValue)
}
