import { Failure, invalidMember, type Call } from '../../operation/index.ts'
import { countFound, enrichList } from '../enrich/index.ts'
import { requireNarrowed } from '../search/index.ts'
import type { CountedSource } from './export-parameters.ts'
import { exportFailures } from './failures.ts'
import type { ExportsDeps } from './slice.ts'
import {
  entityQuestion,
  hashSearch,
  maxListRows,
  maxSearchRows,
  recordsOf,
  searchCondition,
  type SourceKind,
  type StoredQuestion,
} from './source-members.ts'

type Counter = Pick<Call, 'organizationId' | 'nowMs' | 'signal'> & { advise?: Call['advise'] }

/** Counts what a search finds. Throws a 400 for parameters that cannot be asked, and for none where no limit is given. */
export async function countSearch(
  deps: ExportsDeps,
  call: Counter,
  { kind, search, maxRows }: { kind: SourceKind; search: StoredQuestion; maxRows: number | undefined },
): Promise<CountedSource> {
  const { organizationId, nowMs, signal, advise = () => undefined } = call
  const reading = { organizationId, nowMs, signal, deps }
  const condition = await searchCondition(reading, kind, { search, advise })
  if (kind === 'posting') {
    if (condition.kind === 'always' && maxRows === undefined)
      throw invalidMember(
        'searchParams',
        'No filter: this would export every posting there is. Add a filter, or set maxRowsToExport to the number you want.',
        'no_filter',
      )
  } else {
    const bound = { limit: 'maxRowsToExport', isLimited: maxRows !== undefined }
    const [companies, people] = ['companySearchParams', 'profileSearchParams']
    const asker = { organizationId, nowMs, signal, advise }
    await requireNarrowed(deps.audiences.search, asker, entityQuestion(search), {
      ...(kind === 'company' && { companies: { path: companies as string, ...bound } }),
      ...(kind === 'person' && { people: { path: people as string, ...bound } }),
    })
  }
  const { search: corpus } = deps.audiences.search
  const of = recordsOf[kind]
  const count = await corpus.count(of, { condition, snapshot: await corpus.snapshots.newest(of), signal })
  const most = maxRows ?? maxSearchRows
  if (count > most) advise(`${count} satisfy the search; the file has the first ${most} (maxRowsToExport).`)
  const stored = JSON.parse(JSON.stringify(search)) as object
  return {
    source: { from: 'search', search: stored, hash: hashSearch(stored) },
    name: 'search',
    rows: Math.min(count, most),
    isPaid: true,
  }
}

/** Which list an export is made of: exactly one of these. */
export interface NamedList {
  runId?: string | undefined
  trackerListId?: string | undefined
  exclusionListId?: string | undefined
}

/** Counts the rows of a list that is no audience. Throws Failure 'not-found', also for another organization's. */
export async function countList(
  deps: ExportsDeps,
  call: Counter,
  { kind, named, maxRows }: { kind: 'company' | 'person'; named: NamedList; maxRows: number | undefined },
): Promise<CountedSource> {
  const { runId, trackerListId, exclusionListId } = named
  const most = Math.min(maxRows ?? maxListRows, maxListRows)
  if (runId !== undefined) return countRun(deps, call, { kind, runId, most })
  const from = trackerListId === undefined ? 'exclusion_list' : 'tracker_list'
  const id = trackerListId ?? exclusionListId ?? ''
  const list = await deps.lists[from][kind].find(deps.db, call.organizationId, id)
  if (list === undefined || list.archivedAt !== null) throw new Failure('not-found')
  const rows = Math.min(list.counts[kind] ?? 0, most)
  return { source: { from, id }, name: list.name, rows, isPaid: true }
}

async function countRun(
  { db, audiences }: ExportsDeps,
  { organizationId }: Counter,
  { kind, runId, most }: { kind: 'company' | 'person'; runId: string; most: number },
): Promise<CountedSource> {
  const job = await audiences.jobs.look({ id: runId, kind: enrichList.id, organizationId })
  if (job === undefined) throw new Failure('not-found')
  const { kind: of, fileName = 'list' } = job.params as { kind: 'companies' | 'people'; fileName?: string }
  if (of !== recordsOf[kind])
    throw invalidMember(
      'runId',
      `The rows of this run are ${of}: call ${of === 'companies' ? 'exportListCompanies' : 'exportListPeople'}.`,
      'wrong_kind',
    )
  if (!job.done) throw exportFailures.of('list-being-looked-up')
  if (job.state === 'completed' && job.result === null) throw exportFailures.of('list-withdrawn')
  return {
    source: { from: 'enrich_run', id: runId },
    name: fileName.replace(/\.[a-z]+$/i, ''),
    rows: Math.min(await countFound(db, runId), most),
    isPaid: false,
  }
}
