import { useQuery } from '@tanstack/react-query'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { addDays, daysBetween } from '../../days.ts'
import type { Series } from '../../parts/chart.tsx'
import { words } from './words.ts'

export type Dimension = 'operation' | 'key' | 'person'
type Usage = Schemas['Usage']

/** What is summed up: days, a dimension, and what it is narrowed to. */
export interface Question {
  from: string
  to: string
  by: Dimension
  key: string | undefined
  operation: string | undefined
  member: string | undefined
  /** Whether programs or people in the console caused it. */
  origin: Origin
}

export type Origin = 'api' | 'console' | 'all'

/** A value of the dimension and what it came to. */
export interface Sum {
  id: string | null
  name: string
  creditsCharged: number
  creditsRefunded: number
  requests: number
  failed: number
}

export interface Sums {
  days: string[]
  sums: Sum[]
  series: Series[]
  total: { requests: number; failed: number; creditsCharged: number; creditsRefunded: number }
}

const mostPages = 20

async function readAll({ from, to, by, key, operation, member, origin }: Question) {
  const query = {
    from,
    to,
    by: ['day' as const, by],
    origin,
    pageSize: 1_000,
    ...(key !== undefined && { keyId: [key] }),
    ...(operation !== undefined && { operationId: [operation] }),
    ...(member !== undefined && { memberId: [member] }),
  }
  const { output } = await settle(api.GET('/v1/usage', { params: { query } }))
  const usage = [...output.usage]
  let cursor = output.nextCursor
  for (let page = 1; cursor !== null && page < mostPages; page += 1) {
    const next = await settle(api.GET('/v1/usage', { params: { query: { ...query, cursor } } }))
    usage.push(...next.output.usage)
    cursor = next.output.nextCursor
  }
  return { usage, total: output.total }
}

export const useSums = (question: Question) =>
  useQuery({
    queryKey: ['usage', question],
    queryFn: () => readAll(question),
    staleTime: 0,
    select: ({ usage, total }) => ({ ...sumUp(usage, question), total }),
  })

/** Rows of a day and a value, as sums of the value and as numbers of each day. */
function sumUp(usage: readonly Usage[], { from, to, by }: Question): Omit<Sums, 'total'> {
  const days = daysBetween(from, to)
  const places = new Map(days.map((day, place) => [day, place]))
  const groups = new Map<string | null, { sum: Sum; values: number[] }>()
  for (const row of usage) {
    const id = row[idNames[by]]
    const group = groups.get(id) ?? { sum: emptySum(id, nameOf(row, by)), values: days.map(() => 0) }
    groups.set(id, group)
    for (const member of ['creditsCharged', 'creditsRefunded', 'requests', 'failed'] as const)
      group.sum[member] += row[member]
    const place = places.get(row.day ?? '')
    if (place !== undefined) group.values[place] = (group.values[place] ?? 0) + row.creditsCharged
  }
  const sorted = [...groups.values()].toSorted(
    (one, two) => two.sum.creditsCharged - one.sum.creditsCharged || two.sum.requests - one.sum.requests,
  )
  return {
    days,
    sums: sorted.map(({ sum }) => sum),
    series: sorted.map(({ sum: { name }, values }) => ({ name, values })),
  }
}

const emptySum = (id: string | null, name: string): Sum => ({
  id,
  name,
  creditsCharged: 0,
  creditsRefunded: 0,
  requests: 0,
  failed: 0,
})

const idNames = { operation: 'operationId', key: 'keyId', person: 'memberId' } as const

function nameOf({ operationId, keyId, keyName, person }: Usage, by: Dimension): string {
  // The audit writes people as person:ann@acme.example.
  if (by === 'person') return person?.replace(/^person:/, '') ?? words.noPerson
  if (by === 'operation') return operationId ?? words.noOperation
  if (keyId === null) return words.noKey
  // Whoever is signed in to the console acts as a key that has no name.
  return keyName ?? `${words.inConsole} (…${keyId.slice(-4)})`
}

/** What was spent a day on average lately, the running day left out. */
export function useDailySpend(today: string): number | undefined {
  const from = addDays(today, -7)
  const to = addDays(today, -1)
  const read = useQuery({
    queryKey: ['usage', 'rate', from],
    queryFn: () => settle(api.GET('/v1/usage', { params: { query: { from, to, origin: 'all' } } })),
    select: ({ output: { total } }) => (total.creditsCharged - total.creditsRefunded) / 7,
  })
  return read.data
}
