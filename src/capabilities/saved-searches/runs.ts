import { noCredits, type MilliCredits } from '../../lib/credits.ts'
import type { Clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import type { PriceLine } from '../../operation/index.ts'
import { companySearchParams, profileSearchParams } from '../../corpus/search/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { CreditLedger } from '../../platform/ledger/index.ts'
import type { MembersRebuilt, Movements, NewMember } from '../../platform/lists/index.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import { entityIds, questionOfEntities, type EntityQuestion, type SearchDeps } from '../search/index.ts'
import type { SavedSearch, SavedSearchLists } from './list-kind.ts'
import { endRun, lockUnended, selectRun, selectUnended, updateProcessing, type RunRow } from './run-rows.ts'
import { dayMs } from '../../lib/time.ts'

export interface RunsSettings {
  db: Postgres
  clock: Clock
  ledger: Pick<CreditLedger, 'holdForJob' | 'captureForJob' | 'closeJobHold'>
  jobs: Pick<Jobs, 'isUnfinished'>
  lists: SavedSearchLists
  search: SearchDeps
  /** Runs of sandboxes are free. */
  isSandbox: boolean
}

/** A run that is worked on. */
export interface RunOrder {
  organizationId: string
  runId: string
  taskId: string
  /** The most that it may cost. */
  most: MilliCredits | undefined
  nowMs: number
  signal: AbortSignal
}

export interface Runs {
  /**
   * Searches, and replaces the previous results with the new ones: members and their charge are one transaction.
   * If the credits do not cover the new members, nothing changes and the run is rejected. Answers the run as it ended; one
   * that has ended before stays so.
   */
  carryOut(order: RunOrder): Promise<RunRow>
  /** Ends a run that could not be carried out. */
  fail(tx: Queryable, runId: string): Promise<void>
  /** Ends runs whose job has ended without them; answers how many. */
  endLost(nowMs: number): Promise<number>
}

/** The credits, or the most that a request may cost, do not cover the new results. */
class NoFunds extends Error {
  override readonly name = 'NoFunds'
}

/** A job that began a moment ago may not be seen yet. */
const youngMs = 60_000

export function openRuns(settings: RunsSettings): Runs {
  const { db, clock, lists, jobs } = settings
  const now = () => new Date(clock.now())
  const fail = (tx: Queryable, runId: string) => endRun(tx, runId, { status: 'FAILED', completedAt: now() })

  return {
    async carryOut(order) {
      const { organizationId, runId } = order
      const run = await selectRun(db, organizationId, runId)
      if (run === undefined) throw new Error(`there is no run ${runId}`)
      if (run.completedAt !== null) return run
      await updateProcessing(db, runId)
      const savedSearch = await lists.find(db, organizationId, run.savedSearchId)
      const params = await searchedWith(settings, order, run)
      if (savedSearch === undefined || params === undefined) await fail(db, runId)
      else {
        const members = await membersFound(settings, order, { savedSearch, params })
        try {
          await replaceMembers(settings, order, { run, members })
        } catch (error) {
          if (!(error instanceof NoFunds)) throw error
          await endRun(db, runId, { status: 'REJECTED_NO_FUNDS', completedAt: now() })
        }
      }
      return (await selectRun(db, organizationId, runId)) as RunRow
    },
    fail,
    async endLost(nowMs) {
      let count = 0
      for (const { id, taskId } of await selectUnended(db, nowMs - youngMs)) {
        if (await jobs.isUnfinished(db, taskId)) continue
        await fail(db, id)
        count += 1
      }
      return count
    },
  }
}

/** Undefined if the parameters named somebody who was forgotten since. */
async function searchedWith(
  { db, lists }: RunsSettings,
  { organizationId }: RunOrder,
  { savedSearchId, search }: RunRow,
): Promise<EntityQuestion | undefined> {
  const [snapshot] =
    search === null
      ? []
      : ((await lists.searches(db, organizationId, savedSearchId, { before: search + 1, most: 1 })) ?? [])
  return snapshot?.params ? questionIn(snapshot.params) : undefined
}

/** Parameters that everybody satisfies. */
export const anyone = profileSearchParams.parse({})

/** Stored parameters as searches take them. */
export function questionIn(params: object): EntityQuestion {
  const { companySearchParams: companies, profileSearchParams: people } = params as Record<string, unknown>
  return {
    ...(companies ? { companies: companySearchParams.parse(companies) } : {}),
    ...(people ? { people: profileSearchParams.parse(people) } : {}),
  }
}

type FoundMembers = NewMember<'company' | 'person'>[]

/** Companies first: the order in which members join. */
async function membersFound(
  { search }: RunsSettings,
  { organizationId, nowMs, signal }: RunOrder,
  { savedSearch, params }: { savedSearch: SavedSearch; params: EntityQuestion },
): Promise<FoundMembers> {
  const { maxCompanies, maxProfiles } = savedSearch.settings
  const asker = { organizationId, nowMs, signal, advise: () => undefined }
  const question = await questionOfEntities(search, asker, params)
  const sides = [
    { kind: 'company', of: 'companies', condition: question.companies, most: maxCompanies },
    { kind: 'person', of: 'people', condition: question.people, most: maxProfiles },
  ] as const
  const members: FoundMembers = []
  for (const { kind, of, condition, most } of sides) {
    if (condition === undefined) continue
    for await (const ids of entityIds(search, of, { condition, most, signal }))
      for (const entityId of ids) members.push({ kind, entityId })
  }
  return members
}

async function replaceMembers(
  settings: RunsSettings,
  order: RunOrder,
  { run, members }: { run: RunRow; members: FoundMembers },
): Promise<void> {
  const { db, clock, lists } = settings
  const { organizationId, runId } = order
  await db.transact(
    async (tx) => {
      if (!(await lockUnended(tx, runId))) return
      const rebuilt: MembersRebuilt<'company' | 'person'> = await lists.rebuild(
        tx,
        organizationId,
        run.savedSearchId,
        { members: once(members), search: run.search ?? undefined, by: 'system' },
      )
      const completedAt = new Date(clock.now())
      if (!rebuilt.done) return endRun(tx, runId, { status: 'FAILED', completedAt })
      const { version, movements } = rebuilt
      const charged = await charge(settings, tx, { order, movements })
      await endRun(tx, runId, { status: 'COMPLETED', completedAt, version, movements, charged })
    },
    { statementTimeoutMs: 60_000 },
  )
}

async function* once<T>(batch: T): AsyncGenerator<T> {
  yield batch
}

/** What of a run has to be paid: whoever was never in the saved search before. */
function listPriceLines(movements: Record<'company' | 'person', Movements>): PriceLine[] {
  const lines: PriceLine[] = [
    { key: 'savedSearchCompany', units: movements.company.joined },
    { key: 'savedSearchProspect', units: movements.person.joined },
  ]
  return lines.filter(({ units }) => units > 0)
}

/** Holds and captures at once: the price is known exactly, and only now. Throws NoFunds, which undoes the charge with the run. */
async function charge(
  { ledger, isSandbox, clock }: RunsSettings,
  tx: Queryable,
  { order, movements }: { order: RunOrder; movements: Record<'company' | 'person', Movements> },
): Promise<MilliCredits> {
  const lines = listPriceLines(movements)
  if (isSandbox || lines.length === 0) return noCredits
  const { organizationId, taskId, most } = order
  const hold = await ledger.holdForJob(tx, {
    organizationId,
    requestId: taskId,
    operationId: 'saved_search.run',
    expiresAtMs: clock.now() + dayMs,
    lines,
  })
  if (!hold.ok) throw new NoFunds()
  const charged = await ledger.captureForJob(tx, { organizationId, hold: hold.hold }, lines)
  // What is held is the most by the tiers of a price.
  if (most !== undefined && charged > most) throw new NoFunds()
  await ledger.closeJobHold(tx, hold.hold)
  return charged
}

export const newRunId = (clock: Clock): string => newId('ssrun', clock)
