import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { sql } from '../../src/store/postgres/index.ts'
import { rowsOf } from '../support/enriching.ts'
import { startAlmanac, type StartedProcess } from './running-server.ts'
import { patient, type Customer, type WorkRoom } from './work-room.ts'

/** Work of a customer, or of the operator, that is begun and goes on by itself. */
export interface Work {
  /** Where it is stored, and another has to wait. */
  stores: 'events' | 'corpus_commit_log'
  /** Makes what it needs, by work that ends before it begins. */
  prepare(): Promise<void>
  /** Resolves when it was taken on. */
  begin(): Promise<void>
  isUnderWay(): Promise<boolean>
  /** Milliseconds since the epoch; undefined while it goes on. */
  endedAtMs(): Promise<number | undefined>
  /** Resolves when it is done, or has said that it is not and was done again. */
  finish(): Promise<void>
  /** Nothing is lost or doubled; credits it costs. */
  verify(): Promise<number>
}

/** Companies that lists, audiences and exports are made of. */
const baseCount = 2_400
/** Companies that trackers follow, and those of them that change. */
const [trackedCount, changedCount] = [1_500, 60]
const importedCount = 2_000

interface Row {
  slug: string
  employees: number
}

async function load(room: WorkRoom, rows: readonly Row[]): Promise<void> {
  const file = await writeRows(room, rows)
  const { code, stderr, stdout } = await room.commands.run('import', 'companies', file)
  expect([code, stderr], stdout).toEqual([0, expect.anything()])
  await rm(file)
}

let files = 0
async function writeRows({ dataDir }: WorkRoom, rows: readonly Row[]): Promise<string> {
  const file = join(dataDir, `rows-${++files}.jsonl`)
  const lines = rows.map(({ slug, employees }) =>
    JSON.stringify({
      pnet_primary_slug: slug,
      preferred_name: `Company ${slug}`,
      domains: [`${slug}.example`],
      employee_count_consensus: { gte: employees, lte: employees },
    }),
  )
  await writeFile(file, `${lines.join('\n')}\n`)
  return file
}

const makeRows = (name: string, count: number, employees: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ slug: `${name}-${index}`, employees }))

/** What all works find, once for a room. */
export async function loadBase(room: WorkRoom): Promise<void> {
  await load(room, [...makeRows('base', baseCount, 150), ...makeRows('tracked', trackedCount, 90)])
}

const countCompanies = async (room: WorkRoom, customer: Customer): Promise<number> =>
  (await room.ask(customer, 'POST company-count', { searchParams: {} })).count

/** The newest job of a customer. */
function watchJob({ tables }: WorkRoom, { organizationId }: Customer) {
  const readJob = async () =>
    (
      await tables.query<{
        state: string
        total: number | null
        ended: number
        error: string | null
        finishedAt: Date | null
      }>(sql`
        SELECT state, total, delivered + empty + failed AS ended, error, finished_at AS "finishedAt" FROM jobs
        WHERE organization_id = ${organizationId} ORDER BY created_at DESC, id DESC LIMIT 1`)
    )[0]
  return {
    endedAtMs: async () => (await readJob())?.finishedAt?.getTime(),
    /** Of one that has several items, some are done. */
    async isUnderWay() {
      const job = await readJob()
      return job?.state !== 'queued' && ((job?.total ?? 1) < 3 || (job?.ended ?? 0) > 0)
    },
    async finish() {
      const isOver = async () => {
        const job = await readJob().catch(() => undefined)
        return job?.state === 'failed' ? job : job?.state
      }
      await expect.poll(isOver, patient).toBe('completed')
    },
  }
}

function createImport(room: WorkRoom, customer: Customer): Work {
  let importProcess: StartedProcess
  let endedAtMs: number | undefined
  let file: string
  let before: number
  const name = `imported-${files}`
  const countCommits = async () =>
    (await room.tables.query(sql`SELECT 1 FROM corpus_commit_log WHERE kind = 'companies'`)).length
  let commitsBefore: number
  const runImport = () =>
    startAlmanac(['import', 'companies', file, '--batch', '200'], { dataDir: room.dataDir })
  return {
    stores: 'corpus_commit_log',
    async prepare() {
      file = await writeRows(room, makeRows(name, importedCount, 10))
      before = await countCompanies(room, customer)
      commitsBefore = await countCommits()
    },
    async begin() {
      importProcess = runImport()
      void importProcess.ended.then(() => (endedAtMs = Date.now()))
      const isConnected = async () =>
        (
          await room.tables.query(
            sql`SELECT 1 FROM pg_stat_activity WHERE application_name = 'almanac command' AND pid <> pg_backend_pid()
              AND backend_start > now() - interval '10 minutes'`,
          )
        ).length > 0
      await expect.poll(isConnected, patient).toBe(true)
    },
    endedAtMs: async () => endedAtMs,
    isUnderWay: async () => (await countCommits()) > commitsBefore + 2,
    async finish() {
      const { code } = await importProcess.ended
      if (code === 0) return
      // It said so, and the same command again goes on.
      expect(importProcess.stderr(), 'what was not carried out is said').toMatch(
        /^Stopped before the end: .*Repeat the command/m,
      )
      console.log(`import ended with ${code}: ${importProcess.stderr().trim().split('\n').at(-1)}`)
      const again = runImport()
      expect((await again.ended).code, again.stderr()).toBe(0)
    },
    async verify() {
      await expect.poll(() => countCompanies(room, customer), patient).toBe(before + importedCount)
      const last = await room.commands.run('import', 'companies', file)
      expect([last.code, last.stdout]).toEqual([
        0,
        expect.stringContaining(
          `0 created, 0 changed, ${importedCount.toLocaleString('en')} unchanged, 0 rejected`,
        ),
      ])
      await rm(file)
      expect(await countCompanies(room, customer)).toBe(before + importedCount)
      return 0
    },
  }
}

function createListJob(room: WorkRoom, customer: Customer): Work {
  let runId: string
  // Each company is named by two rows.
  const slugs = Array.from({ length: baseCount }, (_, row) => `base-${row % (baseCount / 2)}`)
  return {
    stores: 'events',
    prepare: async () => undefined,
    async begin() {
      const inlineCsv = `Website,Note\n${slugs.map((slug, row) => `${slug}.example,row ${row}`).join('\n')}\n`
      ;({ runId } = await room.ask(customer, 'POST enrich/start', { inlineCsv, as: 'companies' }))
    },
    ...watchJob(room, customer),
    async verify() {
      const { run } = await room.ask(customer, 'POST enrich/poll', { runId })
      expect(run).toMatchObject({
        status: 'done',
        error: null,
        stats: { matched: baseCount, duplicates: baseCount / 2 },
      })
      const rows = rowsOf((await fetchFile(room, run.outputUrl)).toString())
      expect(rows.map(({ Note, found_domains: domains }) => [Note, domains])).toEqual(
        slugs.map((slug, row) => [`row ${row}`, `${slug}.example`]),
      )
      return (baseCount / 2) * 2
    },
  }
}

async function fetchFile(room: WorkRoom, link: string): Promise<Buffer> {
  const answer = await fetch(room.server().url + new URL(link).pathname)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

const companySearchParams = { employeeCountV2: { lowerBoundExclusive: 140 } }

async function createAudience(room: WorkRoom, customer: Customer): Promise<string> {
  const { audienceId: id } = await room.ask(customer, 'POST audiences/create', { name: 'Killed' })
  await room.ask(customer, `PATCH audiences/${id}/search-params`, { companySearchParams })
  return id
}

function createBuild(room: WorkRoom, customer: Customer): Work {
  let id: string
  return {
    stores: 'events',
    async prepare() {
      id = await createAudience(room, customer)
    },
    async begin() {
      await room.ask(customer, `POST audiences/${id}/build`, {})
    },
    ...watchJob(room, customer),
    async verify() {
      const status = await room.ask(customer, `GET audiences/${id}/status`)
      expect(status).toMatchObject({ status: 'NORMAL', companiesCount: baseCount })
      const domains: string[] = []
      let cursor: string | null = null
      do {
        const from: string = cursor === null ? '' : `&cursor=${cursor}`
        const page = await room.ask(customer, `GET audiences/${id}/companies?pageSize=100${from}`)
        domains.push(...page.companies.map(({ domain }: { domain: string }) => domain))
        cursor = page.nextCursor
      } while (cursor !== null)
      expect(domains.toSorted()).toEqual(
        makeRows('base', baseCount, 0)
          .map(({ slug }) => `${slug}.example`)
          .toSorted(),
      )
      return baseCount
    },
  }
}

function createRefresh(room: WorkRoom, customer: Customer): Work {
  let id: string
  const step = trackedCount / changedCount
  const makeGrowth = (employees: number) =>
    makeRows('tracked', trackedCount, employees).filter((_, index) => index % step === 0)
  const askLists = (method: string, path: string, body?: object) =>
    room.ask(customer, `${method} tracker/company-lists${path}`, body)
  const job = watchJob(room, customer)
  return {
    stores: 'events',
    ...job,
    async prepare() {
      await load(room, makeGrowth(90))
      const rule = {
        type: 'headcount_crossed_threshold',
        entityType: 'company',
        direction: 'above',
        threshold: 100,
      }
      ;({ id } = await askLists('POST', '', {
        name: 'Killed',
        refreshIntervalDays: 7,
        trackingRules: [rule],
      }))
      const companies = makeRows('tracked', trackedCount, 0).map(({ slug: pnetSlug }) => ({ pnetSlug }))
      await askLists('PUT', `/${id}/companies`, { companies })
      await askLists('POST', `/${id}/refresh`, {})
      await job.finish()
      await load(room, makeGrowth(120))
    },
    async begin() {
      await askLists('POST', `/${id}/refresh`, {})
    },
    async verify() {
      const signals = await room.tables.query<{ slug: string }>(sql`
        SELECT signal ->> 'pnetSlug' AS slug FROM tracker_signals WHERE list_id = ${id}`)
      expect(signals.map(({ slug }) => slug).toSorted()).toEqual(
        makeGrowth(0)
          .map(({ slug }) => slug)
          .toSorted(),
      )
      const [row] = await room.tables.query<{ count: number }>(sql`
        SELECT count(*)::int AS count FROM events
        WHERE organization_id = ${customer.organizationId} AND type = 'tracker.signal_detected'`)
      expect(row?.count).toBe(changedCount)
      return trackedCount * 2
    },
  }
}

/** Of the first file that was exported: every other one is the same to the byte. */
let digest: string | undefined

function createExport(room: WorkRoom, customer: Customer): Work {
  let [id, exportId] = ['', '']
  const job = watchJob(room, customer)
  return {
    stores: 'events',
    ...job,
    async prepare() {
      id = await createAudience(room, customer)
      await room.ask(customer, `POST audiences/${id}/build`, {})
      await job.finish()
    },
    async begin() {
      const format = 'COMPANY_GENERIC_CSV'
      ;({ exportId } = await room.ask(customer, `POST audiences/${id}/export/companies`, { format }))
    },
    async verify() {
      const view = await room.ask(customer, `GET exports/${exportId}`)
      expect(view).toMatchObject({ status: 'completed', rows: baseCount, error: null })
      const bytes = await fetchFile(room, view.downloadUrl)
      const now = createHash('sha256').update(bytes).digest('hex')
      expect(now).toBe((digest ??= now))
      expect(new Set(rowsOf(bytes.toString()).map(({ domain }) => domain)).size).toBe(baseCount)
      // Of its audience.
      return baseCount
    },
  }
}

export const works = {
  import: createImport,
  'list job': createListJob,
  'audience build': createBuild,
  'tracker refresh': createRefresh,
  export: createExport,
} satisfies Record<string, (room: WorkRoom, customer: Customer) => Work>

export type WorkName = keyof typeof works
