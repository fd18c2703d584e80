import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { importFile } from '../../../src/corpus/import/index.ts'
import type { AnyOperation } from '../../../src/operation/index.ts'
import { keyedOperations, requestOf } from '../../contract/example-request.ts'
import type { TestAlmanac } from '../harness.ts'
import type { TestOrganization } from '../platform.ts'
import { webhookReceiver } from '../webhook-receiver.ts'
import { dayMs } from '../../../src/lib/time.ts'

/** Of the service that is used: a setting of it. */
export const operatorToken = 'the-operator-of-statements'
export interface Used {
  /** Operations that answered otherwise than well, with what they said. */
  refused: Map<string, string>
  /** Ends what was made. */
  end(): Promise<void>
}

type Named = (typeof keyedOperations)[number]

/** Calls every operation as its example does, with what the ones before made, and lets all that follows from it happen. */
export async function useEverything(service: TestAlmanac, org: TestOrganization): Promise<Used> {
  const made = new Map<string, string[]>()
  const refused = new Map<string, string>()
  const call = async ([id, operation]: Named) => {
    const input = withMadeIds(operation.examples[0]?.input, made, operation)
    const { route, body } = requestOf(operation, { input })
    const answer = await service.send(route, { key: org.rawKey, body })
    if (answer.status === 200) {
      made.set(id, idsIn(answer.body?.output))
      refused.delete(id)
    } else refused.set(id, `${answer.status} ${answer.text}`)
    await service.almanac.jobs.workNow()
  }
  const isEnd = ([id]: Named) => /^(delete|cancel|remove|revoke|logout)/i.test(id)
  const [first, following] = [
    keyedOperations.filter(([, { follows }]) => follows === undefined),
    keyedOperations.filter(([, { follows }]) => follows !== undefined),
  ]
  for (const one of first.filter((one) => !isEnd(one))) await call(one)
  for (let turn = 0; turn < 2; turn += 1) {
    for (const one of following.filter((one) => !isEnd(one))) await call(one)
    service.clock.advance(8 * dayMs)
    while ((await service.almanac.schedules.runDue()) > 0);
    await service.almanac.jobs.workNow()
  }
  await changeCompanies(service, org)
  await service.almanac.requests.flush()
  await service.send('GET /metrics', { headers: { authorization: `Bearer ${operatorToken}` } })
  return {
    refused,
    async end() {
      for (const one of [...following, ...first].filter(isEnd)) await call(one)
    },
  }
}

/** Companies are read from a file, are tracked and change; a receiver is told. */
async function changeCompanies(service: TestAlmanac, org: TestOrganization): Promise<void> {
  const { almanac, clock, dataDir } = service
  const send = async (route: string, body: object) =>
    (await service.send(route, { key: org.rawKey, body })).body
  const { url } = await webhookReceiver()
  await send('POST /v1/webhooks/endpoints', { url })
  const rules = [
    { type: 'headcount_crossed_threshold', entityType: 'company', direction: 'above', threshold: 100 },
  ]
  const list = { name: 'Grown', refreshIntervalDays: 7, trackingRules: rules }
  const { output } = await send('POST /v1/tracker/company-lists', list)
  const file = join(dataDir, 'companies.jsonl')
  for (const count of [90, 90, 120]) {
    clock.advance(dayMs)
    const lines = Array.from({ length: 40 }, (_, index) => ({
      pnet_primary_slug: `grown-${index}`,
      preferred_name: `Grown ${index}`,
      domains: [`grown-${index}.example`],
      employee_count_consensus: { gte: count, lte: count },
    }))
    await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'))
    await importFile({
      file,
      kind: 'companies',
      writer: almanac.writer,
      source: 'file',
      observedAt: new Date(clock.now()),
      batchRows: 5_000,
      onRejects: async () => {},
    })
    await almanac.writer.settle()
    const companies = lines.map(({ pnet_primary_slug: pnetSlug }) => ({ pnetSlug }))
    await send(`PUT /v1/tracker/company-lists/${output?.id}/companies`, { companies })
    await send(`POST /v1/tracker/company-lists/${output?.id}/refresh`, {})
    await almanac.jobs.workNow()
    await almanac.webhooks.deliverNow()
  }
  const { body } = await service.send('GET /v1/tracker/signals', { key: org.rawKey })
  const { entityId } = body.output.signals[0]
  const about = `entityType=company&entityId=${entityId}`
  await service.send(`GET /v1/tracker/signals?${about}`, { key: org.rawKey })
}

const idForm = /^([a-z_]+)_[0-9a-z]{20,}$/i

/** Texts in an answer that have the form of ids. */
export function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return idForm.test(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(idsIn)
}

/** An example with ids of its form that were made, by the operation it follows if there are any. */
export function withMadeIds(
  value: unknown,
  made: ReadonlyMap<string, string[]>,
  operation: AnyOperation,
): unknown {
  if (Array.isArray(value)) return value.map((item) => withMadeIds(item, made, operation))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, withMadeIds(member, made, operation)]),
    )
  const prefix = typeof value === 'string' ? idForm.exec(value)?.[1] : undefined
  if (prefix === undefined) return value
  const own = made.get(operation.follows ?? '') ?? []
  const others = [...made.values()].flat()
  return [...others, ...own].findLast((id) => id.startsWith(`${prefix}_`)) ?? value
}
