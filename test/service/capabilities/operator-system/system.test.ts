import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  askDueBackup,
  askDueTrial,
  isTaskDue,
  TaskFailed,
  workTasks,
  type TaskRunners,
} from '../../../../src/capabilities/operator-system/index.ts'
import { openBucketBackup } from '../../../../src/cli/backup/bucket-backup.ts'
import { clearKilledTrials } from '../../../../src/cli/backup/try-restore.ts'
import { taskRunners } from '../../../../src/cli/operator-tasks.ts'
import { loadConfig } from '../../../../src/config.ts'
import { hourMs } from '../../../../src/lib/time.ts'
import { lockDataDir } from '../../../../src/store/data-dir-lock.ts'
import { noteTrial } from '../../../../src/store/last-backup.ts'
import { sql } from '../../../../src/store/postgres/index.ts'
import type { Stores } from '../../../../src/stores.ts'
import { verifies } from '../../../conformance/verifies.ts'
import { s3Server } from '../../../support/s3-server.ts'
import { openCodeHostTest, operatorToken as hostToken } from '../../../worlds/code-host.ts'
import { operatorToken, privacy, type Privacy } from '../../../worlds/subjects.ts'

let service: Privacy
beforeAll(async () => {
  service = await privacy()
})

const ask = async (route: string, body?: object) => {
  service.clock.advance(1_000)
  return service.operate(route, body)
}

const outputOf = async (route: string, body?: object) => {
  const answer = await ask(route, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.output
}

/** The newest entry of a chain. */
const lastEntry = async (chain: string) => {
  const [entry] = await service.db.query<{ action: string; subject: string }>(sql`
    SELECT action, subject FROM audit_entries WHERE organization_id = ${chain} ORDER BY sequence DESC LIMIT 1`)
  return entry
}

describe('the corpus', () => {
  test('is counted by kind and source, exactly, and its members by how full they are', async () => {
    verifies('op.get-corpus-figures', 'op.get-member-fill')
    // A second observation supersedes the first: the record still counts once.
    const company = {
      li_org_id: '7001',
      pnet_primary_slug: 'zircon-works',
      preferred_name: 'Zircon Works Ltd',
    }
    await service.write('companies', [{ ...company, domains: ['zircon.example'] }], '2026-07-01T00:00:00Z')
    const { kinds } = await outputOf('GET /operator/v1/corpus')
    const of = (kind: string) => kinds.find((each: { kind: string }) => each.kind === kind)
    expect(of('companies')).toMatchObject({ records: 1, sources: [{ source: 'test', rows: 2 }] })
    const counted = await service.send('POST /v1/people-search/count', {
      key: (await service.org()).rawKey,
      body: { searchParams: {} },
    })
    expect(of('people').records).toBe(counted.body.output.totalProfilesFound)
    const fill = await outputOf('GET /operator/v1/corpus/people/members?records=50')
    expect(fill.records).toBe(of('people').records)
    expect(fill.members).toContainEqual({ member: 'name', share: 1 })
    expect(fill.ages.at(-1)).toEqual({ days: 1095, records: fill.records })
    expect((await ask('GET /operator/v1/corpus/nothing/members')).status).toBe(400)
  })
})

describe('sources', () => {
  test('the catalogue has the settings of each kind, and an installation without sources says so', async () => {
    verifies('op.list-source-kinds', 'op.list-sources', 'op.probe-sources')
    const { kinds } = await outputOf('GET /operator/v1/sources/kinds')
    expect(kinds.length).toBeGreaterThan(3)
    for (const { id, settings } of kinds) expect(settings, id).toMatchObject({ type: 'object' })
    expect(await outputOf('GET /operator/v1/sources')).toEqual({ file: null, sources: [], entries: [] })
    expect(await outputOf('POST /operator/v1/sources/probe', {})).toEqual({ sources: [] })
    expect(await lastEntry('')).toEqual({ action: 'sources.tested', subject: 'sources' })
  })
})

test('a source is listed with how it fares and as its file has it, and probed; the audit tells', async () => {
  const { service: host, failWith } = await openCodeHostTest()
  const headers = { authorization: `Bearer ${hostToken}` }
  const read = async (route: string, body?: object) => {
    const answer = await host.send(route, { body, headers })
    expect(answer.status, answer.text).toBe(200)
    return answer.body.output
  }
  const before = await read('GET /operator/v1/sources')
  expect(before.sources).toMatchObject([
    { name: 'code-host', kind: 'github', isPaused: false, attempts: {}, spent: 0, p95Ms: null },
  ])
  expect(before.entries).toMatchObject([{ source: 'github', name: 'code-host' }])
  const { sources } = await read('POST /operator/v1/sources/probe', {})
  expect(sources).toMatchObject([
    { name: 'code-host', outcome: expect.stringMatching(/^(found|not_found)$/) },
  ])
  failWith(500)
  const failing = await read('POST /operator/v1/sources/probe', {})
  expect(failing.sources).toMatchObject([{ outcome: 'failed', reason: expect.stringMatching(/./) }])
  const entries = await host.db.query(sql`SELECT 1 FROM audit_entries WHERE action = 'sources.tested'`)
  expect(entries).toHaveLength(2)
})

describe('jobs', () => {
  test('are listed with what waits, put in line again and ended, and the credits go back', async () => {
    verifies('op.list-jobs', 'op.get-job-queues', 'op.requeue-job', 'op.cancel-job')
    const org = await service.org(100)
    const { rawKey: key, organizationId } = org
    const personDetails = Array.from({ length: 10 }, (_, index) => ({
      pnetUrl: { value: `nobody-${index}` },
    }))
    const started = await service.send('POST /v1/contact-details/batch/start', {
      key,
      body: { personDetails },
    })
    const before = await service.available(org)
    if (started.status !== 200) throw new Error(started.text)
    const { jobs } = await outputOf(`GET /operator/v1/jobs?organizationId=${organizationId}`)
    expect(jobs).toMatchObject([{ organizationId, state: 'queued' }])
    const [{ jobId, kind, heldCredits }] = jobs
    const { queues } = await outputOf('GET /operator/v1/jobs/queues')
    expect(queues).toContainEqual(expect.objectContaining({ kind, state: 'queued', count: 1 }))
    expect(await outputOf(`POST /operator/v1/jobs/${jobId}/requeue`, {})).toMatchObject({ state: 'queued' })
    expect(await outputOf(`POST /operator/v1/jobs/${jobId}/cancel`, {})).toMatchObject({ state: 'canceled' })
    expect(await lastEntry(organizationId)).toEqual({ action: 'job.canceled', subject: jobId })
    expect(await service.available(org)).toBe(before + heldCredits * 1000)
    for (const verb of ['requeue', 'cancel'])
      expect((await ask(`POST /operator/v1/jobs/${jobId}/${verb}`, {})).status).toBe(409)
    expect((await ask('POST /operator/v1/jobs/task_nobody/cancel', {})).status).toBe(404)
    expect(await service.almanac.ledger.reconcile(organizationId)).toEqual([])
    await service.almanac.jobs.workNow()
  })
})

test('settings are shown, and no secret among them', async () => {
  verifies('op.get-settings')
  const answer = await ask('GET /operator/v1/settings')
  expect(answer.body.output.settings).toMatchObject({
    ALMANAC_OPERATOR_TOKEN: '********',
    PORT: expect.any(Number),
  })
  expect(answer.text).not.toContain(operatorToken)
})

/** The runners of the command, on the stores of the test. */
function runners(own: Record<string, string> = {}): TaskRunners {
  const { db, engine, dataDir, clock } = service
  const stores: Stores = {
    db,
    engine,
    corpus: { db, engine, accounts: db },
    secret: Buffer.alloc(32, 7),
    isEngineLate: false,
    visiting: true,
    close: async () => {},
  }
  // Both stores are servers of their own, so that a backup has the files alone.
  const settings = {
    DATABASE_URL: db.url,
    CLICKHOUSE_URL: 'http://127.0.0.1:1',
    ALMANAC_DISK_RESERVE_MB: '0',
    ...own,
  }
  return taskRunners({ config: { ...loadConfig(settings), dataDir }, stores, clock })
}

const work = (own: TaskRunners = runners(), signal = new AbortController().signal) =>
  workTasks({ db: service.db, clock: service.clock, runners: own }, signal)

const startTask = (body: object) => outputOf('POST /operator/v1/tasks', body)
const readTask = (taskId: string) => outputOf(`GET /operator/v1/tasks/${taskId}`)

describe('tasks', () => {
  test('books and chains are checked, one task of a kind at a time', async () => {
    verifies('op.start-operator-task', 'op.get-operator-task', 'op.list-operator-tasks')
    await service.org(10)
    const { task, isNew } = await startTask({ kind: 'verify-ledger' })
    expect([isNew, task.state]).toEqual([true, 'queued'])
    expect(await startTask({ kind: 'verify-ledger' })).toMatchObject({
      isNew: false,
      task: { taskId: task.taskId },
    })
    expect(await lastEntry('')).toEqual({ action: 'task.verify-ledger', subject: task.taskId })
    const chains = await startTask({ kind: 'verify-audit' })
    expect(await isTaskDue(service)).toBe(true)
    expect(await work()).toBe(2)
    expect(await readTask(task.taskId)).toMatchObject({ state: 'completed', result: { wrong: [] } })
    expect(await readTask(chains.task.taskId)).toMatchObject({ state: 'completed', result: { wrong: 0 } })
    expect(await isTaskDue(service)).toBe(false)
    const { tasks } = await outputOf('GET /operator/v1/tasks?pageSize=1')
    expect(tasks).toMatchObject([{ taskId: chains.task.taskId }])
    expect(tasks[0]).not.toHaveProperty('result')
  })

  test('a backup lies in its folder and is listed', async () => {
    verifies('op.list-backups')
    await mkdir(join(service.dataDir, 'blobs'), { recursive: true })
    await writeFile(join(service.dataDir, 'secret.key'), 'x'.repeat(32))
    const { task } = await startTask({ kind: 'backup' })
    await work()
    const done = await readTask(task.taskId)
    expect(done).toMatchObject({ state: 'completed', problem: null })
    const { backups, lastAt } = await outputOf('GET /operator/v1/backups')
    expect(backups).toMatchObject([{ name: done.result.name, bytes: expect.any(Number) }])
    expect(lastAt).toBe(done.result.madeAt)
    const verify = async (backup: string) => {
      const { task: verifying } = await startTask({ kind: 'verify-backup', backup })
      await work()
      return readTask(verifying.taskId)
    }
    expect(await verify(done.result.name)).toMatchObject({
      state: 'completed',
      result: { files: done.result.files },
    })
    const { folder } = await outputOf('GET /operator/v1/backups')
    const whole = await readFile(join(folder, done.result.name))
    const cut = `otask_${'0'.repeat(26)}.tar.gz`
    await writeFile(join(folder, cut), whole.subarray(0, whole.length - 40))
    expect(await verify(cut)).toMatchObject({ state: 'failed', problem: expect.stringMatching(/damaged/) })
    const missing = await verify(`otask_${'1'.repeat(26)}.tar.gz`)
    expect(missing).toMatchObject({ state: 'failed', problem: expect.stringMatching(/no such file/) })
    expect((await ask('POST /operator/v1/tasks', { kind: 'verify-backup' })).status).toBe(400)
    expect((await ask('POST /operator/v1/tasks', { kind: 'verify-backup', backup: '../x' })).status).toBe(400)
  })

  test('backups by the clock: one as often as it is said, read whole, and as many kept as are said', async () => {
    const often = { everyHours: 24, keep: 2 }
    const due = () => askDueBackup(service, often)
    const list = async () => (await outputOf('GET /operator/v1/backups')).backups as { name: string }[]
    const own = (await list()).map(({ name }) => name)
    const scheduled = async () => (await list()).map(({ name }) => name).filter((name) => !own.includes(name))
    // The one that somebody asked for is the last for now.
    service.clock.advance(23 * hourMs)
    expect(await due()).toBe(own.length === 0)
    await work()
    let made = 0
    for (const _ of [1, 2, 3]) {
      service.clock.advance(24 * hourMs)
      expect(await Promise.all([due(), due(), due()])).toEqual(expect.arrayContaining([true, false, false]))
      expect(await due()).toBe(false)
      await work()
      made += 1
      expect(await scheduled()).toHaveLength(Math.min(2, made))
      expect(await due()).toBe(false)
    }
    expect((await scheduled()).every((name) => name.endsWith('.scheduled.tar.gz'))).toBe(true)
    expect((await list()).map(({ name }) => name)).toEqual(expect.arrayContaining(own))
    const [latest] = (await outputOf('GET /operator/v1/tasks?pageSize=1')).tasks
    expect((await readTask(latest.taskId)).result.removed).toHaveLength(1)
  })

  test('a backup by the clock that fails is tried again an hour later, and removes nothing', async () => {
    const due = () => askDueBackup(service, { everyHours: 24, keep: 1 })
    service.clock.advance(24 * hourMs)
    const before = (await outputOf('GET /operator/v1/backups')).backups
    expect(await due()).toBe(true)
    await work({ ...runners(), backup: () => Promise.reject(new TaskFailed('The disk is full.')) })
    service.clock.advance(59 * 60_000)
    expect(await due()).toBe(false)
    service.clock.advance(60_000)
    expect(await due()).toBe(true)
    expect((await outputOf('GET /operator/v1/backups')).backups).toEqual(before)
    await work()
  })

  test('a trial of what holds no stores is refused with a sentence, and leaves nothing', async () => {
    const [{ name }] = (await outputOf('GET /operator/v1/backups')).backups
    const { task } = await startTask({ kind: 'try-restore', backup: name })
    await work()
    expect(await readTask(task.taskId)).toMatchObject({
      state: 'failed',
      problem: expect.stringMatching(/does not hold postgres/),
    })
    expect(await readdir(service.dataDir)).not.toContain('restore-trial')
    // It says where the backup was made, not that it is no good.
    expect((await outputOf('GET /operator/v1/backups')).failedTrial).toBeNull()
    expect((await ask('POST /operator/v1/tasks', { kind: 'try-restore' })).status).toBe(400)
  })

  test('the newest backup is tried by the clock; a trial that fails is told everywhere until one is good', async () => {
    const due = () => askDueTrial(service, { everyHours: 24 * 30 })
    const told = async () => {
      const { failedTrial } = await outputOf('GET /operator/v1/backups')
      // What only the operator has to know is not told in public.
      expect((await service.send('GET /status')).body).not.toHaveProperty('troubles')
      const headers = { authorization: `Bearer ${operatorToken}` }
      const { text } = await service.send('GET /metrics', { headers })
      const [, metric] = /^almanac_restore_trial_failed (\d)$/m.exec(text) ?? []
      return { problem: failedTrial?.problem ?? null, metric }
    }
    // The one of the test before failed, and is not repeated at once.
    service.clock.advance(23 * hourMs)
    expect(await due()).toBe(false)
    service.clock.advance(hourMs)
    expect(await Promise.all([due(), due()])).toEqual(expect.arrayContaining([true, false]))
    const [newest] = (await outputOf('GET /operator/v1/backups')).backups
    const failed: string[] = []
    const parts = { db: service.db, clock: service.clock, runners: runners() }
    const whole = await readFile(newest.address)
    await writeFile(newest.address, whole.subarray(0, whole.length - 40))
    const onFailed = ({ kind, problem }: { kind: string; problem: string }) =>
      void failed.push(`${kind}: ${problem}`)
    await workTasks({ ...parts, onFailed }, new AbortController().signal)
    expect(failed).toEqual([expect.stringMatching(/^try-restore: .*damaged/)])
    expect(failed[0]).toContain(newest.name)
    expect(await told()).toEqual({
      problem: expect.stringMatching(/damaged/),
      metric: '1',
    })
    await writeFile(newest.address, whole)
    await noteTrial(service.dataDir, {
      source: newest.address,
      madeAt: newest.madeAt,
      triedAt: new Date(service.clock.now()).toISOString(),
    })
    expect(await told()).toEqual({ problem: null, metric: '0' })
  })

  test('a bucket that is away, no room and another trial are said, call no backup bad, and stop no other task', async () => {
    const bucket = await s3Server('key')
    const settings = {
      ALMANAC_BACKUP_TARGET: 's3://files/daily',
      ALMANAC_S3_ENDPOINT: bucket.endpoint,
      ALMANAC_S3_ACCESS_KEY_ID: 'key',
      ALMANAC_S3_SECRET_ACCESS_KEY: 'secret',
      ALMANAC_S3_PATH_STYLE: 'true',
    }
    const failing = async (backup: string, own: Record<string, string> = {}) => {
      const { task } = await startTask({ kind: 'try-restore', backup })
      const behind = await startTask({ kind: 'verify-audit' })
      await work(runners(own))
      expect(await readTask(behind.task.taskId)).toMatchObject({ state: 'completed' })
      const { state, problem } = await readTask(task.taskId)
      expect((await outputOf('GET /operator/v1/backups')).failedTrial).toBeNull()
      expect(await readdir(service.dataDir)).not.toContain('restore-trial')
      return [state, problem]
    }
    const [{ name }] = (await outputOf('GET /operator/v1/backups')).backups
    const there = `${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}.otask_${'0'.repeat(26)}.scheduled.tar.gz`
    const target = `s3://files/daily/${there}`
    const { archives, key } = await openBucketBackup(target, loadConfig(settings))
    async function* rubbish() {
      yield Buffer.from('This is no archive.')
    }
    await archives.put(key, rubbish())
    // Of another installation: for that one to worry about.
    expect(await failing(there, settings)).toEqual(['failed', expect.stringMatching(/damaged/)])
    const closed = await failing(there, { ...settings, ALMANAC_S3_ACCESS_KEY_ID: 'other' })
    expect(closed).toEqual(['failed', expect.stringMatching(/^Not tried: the bucket refuses/)])
    bucket.isAway = true
    expect(await failing(there, settings)).toEqual(['failed', expect.stringMatching(/^Not tried: .*bucket/)])
    const nowhere = await failing(`otask_${'1'.repeat(26)}.tar.gz`)
    expect(nowhere).toEqual(['failed', expect.stringMatching(/no such file/)])
    const full = await failing(name, { ALMANAC_DISK_RESERVE_MB: '1000000000' })
    expect(full).toEqual(['failed', expect.stringMatching(/Not tried: no room, it needs .* are free/)])
    const lock = await lockDataDir(join(service.dataDir, 'restore-trial'))
    const { task } = await startTask({ kind: 'try-restore', backup: name })
    await work()
    expect(await readTask(task.taskId)).toMatchObject({
      state: 'failed',
      problem: expect.stringMatching(/a trial of a restore is running/),
    })
    await lock.release()
    // What a killed one leaves goes with the next start.
    await mkdir(join(service.dataDir, 'restore-trial/data/postgres'), { recursive: true })
    await clearKilledTrials(service.dataDir, () => undefined)
    expect(await readdir(service.dataDir)).not.toContain('restore-trial')
  })

  test('before the first whole backup no trial is due', async () => {
    await service.db
      .transact(async (tx) => {
        await tx.query(sql`DELETE FROM operator_tasks`)
        const on = {
          db: { ...service.db, query: tx.query.bind(tx) } as typeof service.db,
          clock: service.clock,
        }
        expect(await askDueTrial(on, { everyHours: 1 })).toBe(false)
        throw new Error('undone')
      })
      .catch((error: Error) => expect(error.message).toBe('undone'))
  })

  test('a task that fails says why, and one whose process ended is marked', async () => {
    const { task } = await startTask({ kind: 'doctor' })
    const failing = { ...runners(), doctor: () => Promise.reject(new TaskFailed('The disk is full.')) }
    await work(failing)
    expect(await readTask(task.taskId)).toMatchObject({ state: 'failed', problem: 'The disk is full.' })
    const second = await startTask({ kind: 'doctor' })
    await service.db.query(sql`UPDATE operator_tasks SET state = 'running' WHERE id = ${second.task.taskId}`)
    expect(await isTaskDue(service)).toBe(false)
    expect(await readTask(second.task.taskId)).toMatchObject({ state: 'interrupted' })
    expect((await startTask({ kind: 'doctor' })).isNew).toBe(true)
    await work({ ...runners(), doctor: async () => ({ wrong: 0 }) })
  })
})

describe('who is who', () => {
  test('two companies are found alike, merged, explained, and separated again', async () => {
    verifies('op.explain-entity', 'op.list-merges', 'op.merge-entities', 'op.split-merge')
    await service.write('companies', [
      { pnet_primary_slug: 'amber-one', preferred_name: 'Amber Foundry', domains: ['amber-one.example'] },
      { pnet_primary_slug: 'amber-two', preferred_name: 'Amber Foundry', domains: ['amber-two.example'] },
    ])
    const { task } = await startTask({ kind: 'find-duplicates', records: 'companies', leastScore: 0 })
    await work()
    const search = await readTask(task.taskId)
    expect(search).toMatchObject({ state: 'completed', result: { pairs: expect.any(Array) } })
    const explain = (entity: string) =>
      outputOf(`GET /operator/v1/identity/explain?kind=companies&entity=${entity}`)
    const [one, two] = [await explain('amber-one.example'), await explain('amber-two.example')]
    expect(one).toMatchObject({
      name: 'Amber Foundry',
      exists: true,
      sources: [{ source: 'test', members: null }],
    })
    const order = {
      kind: 'companies',
      into: 'amber-one.example',
      from: 'amber-two.example',
      reason: 'one firm',
    }
    const merged = await outputOf('POST /operator/v1/identity/merge', order)
    expect(merged).toMatchObject({ entityId: one.entityId, mergedId: two.entityId })
    expect(await lastEntry('')).toEqual({ action: 'identity.merged', subject: merged.mergeId })
    expect((await explain('amber-two.example')).entityId).toBe(one.entityId)
    const { merges } = await outputOf('GET /operator/v1/identity/merges?kind=companies')
    expect(merges).toContainEqual(
      expect.objectContaining({ mergeId: merged.mergeId, actor: 'operator:token', evidence: ['one firm'] }),
    )
    const split = await outputOf('POST /operator/v1/identity/split', { mergeId: merged.mergeId })
    expect(split).toEqual({ entityId: one.entityId, restoredId: two.entityId })
    expect((await explain('amber-two.example')).entityId).toBe(two.entityId)
    const again = await ask('POST /operator/v1/identity/split', { mergeId: merged.mergeId })
    expect([again.status, again.body.issues[0].path]).toEqual([400, 'mergeId'])
    const nobody = await ask('POST /operator/v1/identity/merge', { ...order, from: 'nobody.example' })
    expect([nobody.status, nobody.body.issues[0].path]).toEqual([400, 'from'])
  })
})
