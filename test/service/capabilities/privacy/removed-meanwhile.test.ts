import { beforeAll, describe, expect, test } from 'vitest'
import { countingCompleted } from '../../../support/counting-event.ts'
import { timedReceiver } from '../../../support/timed-receiver.ts'
import type { TestOrganization } from '../../../support/platform.ts'
import { newCanary, operatorToken, writeCanary, type Canary } from '../../../worlds/subjects.ts'
import { trackersWorld } from '../../../worlds/trackers.ts'
import type { TestAlmanac } from '../../../support/harness.ts'
import { endEvent, bindJobs } from '../../../../src/platform/jobs/index.ts'
import { sql } from '../../../../src/store/postgres/index.ts'

/** Where a job of these tests stands still, and what it writes of the person it has read. */
interface Watching {
  /** Called when the person was read, and not yet stored. */
  onRead(): Promise<void>
  readName(): Promise<string | undefined>
}

const watching: Watching = { onRead: async () => undefined, readName: async () => undefined }

const eventOf = (text: string) => ({ ...countingCompleted.example, task_id: text })

let service: TestAlmanac
let org: TestOrganization
let canary: Canary
beforeAll(async () => {
  service = await trackersWorld()
  const { events, jobs } = service.almanac
  /** Tells of whom it reads, as refreshes and scans do. */
  const tellOfPeople = bindJobs<Watching>('test')<{ steps: readonly string[] }, string, { name: string }>({
    id: 'tellOfPeople',
    async plan({ params, deps }) {
      const name = await deps.readName()
      if (params.steps.includes('plan')) await deps.onRead()
      return [name ?? 'nobody']
    },
    async work({ params, deps }) {
      const name = (await deps.readName()) ?? 'nobody'
      if (params.steps.includes('work')) await deps.onRead()
      return [{ state: 'delivered', output: { name }, lines: [] }]
    },
    async record(tx, { organizationId }, ended) {
      for (const { outcome } of ended)
        await events.append(tx, countingCompleted, {
          organizationId,
          data: eventOf(`record ${(outcome.output as { name: string }).name}`),
        })
    },
    async conclude({ params, deps }) {
      const name = (await deps.readName()) ?? 'nobody'
      if (params.steps.includes('conclude')) await deps.onRead()
      return { name }
    },
    event: endEvent(countingCompleted, ({ result }) =>
      eventOf(`end ${(result as { name: string } | null)?.name}`),
    ),
  })
  jobs.register(tellOfPeople, watching)
  begin = async (step) => {
    await jobs.ready()
    const order = { organizationId: org.organizationId, operationId: 'test', params: { steps: [step] } }
    const begun = await service.db.transact((tx) => jobs.begin(tx, tellOfPeople, order))
    if (!begun.begun) throw new Error('not begun')
    return begun.taskId
  }
})
let begin: (step: string) => Promise<string>

const remove = () =>
  service.send('POST /v1/privacy/suppressions', {
    headers: { authorization: `Bearer ${operatorToken}` },
    body: { emails: [canary.email], reason: 'erasure' },
  })

/** Everything of the organization that a job may have written, as text. */
async function readWhatIsStored(): Promise<string> {
  const rows = await service.db.query<{ text: string }>(sql`
    SELECT data::text AS text FROM events WHERE organization_id = ${org.organizationId}
    UNION ALL SELECT concat(params::text, result::text) FROM jobs WHERE organization_id = ${org.organizationId}
    UNION ALL SELECT concat(i.input::text, i.output::text) FROM job_items i JOIN jobs j ON j.id = i.job_id
      WHERE j.organization_id = ${org.organizationId}`)
  return rows.map(({ text }) => text).join('\n')
}

describe('a person removed while a job that tells of them', () => {
  test.each(['plan', 'work', 'conclude'])(
    'has read them (%s) and not stored it is in no event, item or result after the 200, and in nothing that is sent',
    async (step) => {
      org = await service.org()
      canary = newCanary()
      await writeCanary(service, canary)
      const receiver = await timedReceiver(0)
      const made = await service.send('POST /v1/webhooks/endpoints', {
        key: org.rawKey,
        body: { url: `${receiver.url}/hook` },
      })
      expect(made.status, made.text).toBe(200)
      const [hasRead, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      let reads = 0
      watching.readName = async () => {
        const { body } = await service.send('POST /v1/people-search', {
          key: org.rawKey,
          body: { searchParams: { keywords: { containsAll: [canary.headline] } } },
        })
        // With what an event of a person carries: the page by which they are known.
        const slug = body.output.data[0]?.primary_slug as string | undefined
        return slug === undefined ? undefined : `https://pnet.example/in/${slug}`
      }
      watching.onRead = async () => {
        reads += 1
        hasRead.resolve()
        await goesOn.promise
      }
      const taskId = await begin(step)
      const running = service.almanac.jobs.run(taskId)
      await hasRead.promise
      expect(await watching.readName()).toContain(canary.slug)
      const answer = await remove()
      expect(answer.status, answer.text).toBe(200)
      goesOn.resolve()
      await running
      // Read again, and nobody was there.
      expect(reads).toBe(2)
      const stored = await readWhatIsStored()
      expect(stored).toContain('end nobody')
      expect(stored).not.toContain(canary.slug)
      await service.almanac.webhooks.deliverNow()
      const bodies = (await receiver.calls()).map(({ body }) => body)
      expect(bodies.length).toBeGreaterThan(0)
      expect(bodies.join('\n')).not.toContain(canary.slug)
      const [job] = await service.db.query<{ state: string; runs: number }>(sql`
        SELECT state, runs_without_progress AS runs FROM jobs WHERE id = ${taskId}`)
      expect(job?.state).toBe('completed')
    },
  )
})
