import { createHash } from 'node:crypto'
import type { Service } from '../almanac-process.ts'
import { keepAliveClient } from '../keep-alive-client.ts'
import { questions, type Question } from '../mix/questions.ts'
import { processorTime } from '../process-tree.ts'
import { yardstick } from './ratios.ts'

/** A service under measurement. */
export interface Contender {
  service: Service
  key: string
  /** Questions that were asked once already. */
  once: Set<string>
  /** Identifiers of people and companies that are in the corpus. */
  slugs: { people: string[]; companies: string[] }
}

/** The next operations of a round, the same for every contender. */
type Work = (contender: Contender, round: number) => () => Question | { path: string; body: string }

const lanes = 4

/** An endless walk through some values, beginning at another one each round. */
function walk(values: readonly string[], round: number): () => string {
  let index = round * 97
  return () => values[index++ % values.length] ?? ''
}

const mixed =
  (once: boolean, wanted: (question: Question) => boolean = () => true): Work =>
  (contender, round) => {
    const asked = questions(round + 1, once ? contender.once : undefined)
    return () => {
      for (;;) {
        const question = asked.next().value
        if (wanted(question)) return question
      }
    }
  }

const asJson = (path: string, body: object) => ({ path, body: JSON.stringify(body) })
const plain = { searchParams: { headquartersCountryCode: { anyOf: ['USA'] } }, pageSize: 25 }

/** In the order of the table. */
export const works: readonly { name: string; each: number; work: Work }[] = [
  { name: 'searches that repeat', each: 300, work: mixed(false) },
  { name: 'pages, each asked once', each: 150, work: mixed(true, ({ path }) => !path.endsWith('count')) },
  { name: 'counts, each asked once', each: 150, work: mixed(true, ({ path }) => path.endsWith('count')) },
  { name: 'page of 25 companies', each: 200, work: () => () => asJson('/v1/company-search', plain) },
  {
    name: 'lookalikes of one, 25 companies',
    each: 100,
    work: ({ slugs }, round) => {
      const next = walk(slugs.companies, round)
      return () =>
        asJson('/v1/similar-companies', {
          companies: [{ identifier: 'pnetSlug', value: next() }],
          pageSize: 25,
        })
    },
  },
  {
    name: 'person by identifier',
    each: 300,
    work: ({ slugs }, round) => {
      const next = walk(slugs.people, round)
      return () => asJson('/v1/person-resolve', { people: [{ identifier: 'pnetSlug', value: next() }] })
    },
  },
]

/** Processor time of one operation, in service, engine and database together. */
export async function measureWork(
  contender: Contender,
  { each, work }: (typeof works)[number],
  round: number,
): Promise<number> {
  const { service, key } = contender
  const next = work(contender, round)
  const clients = Array.from({ length: lanes }, () =>
    keepAliveClient(service.url, { 'x-api-key': key, 'content-type': 'application/json' }),
  )
  let left = each
  const before = await processorTime(service.pid)
  await Promise.all(
    clients.map(async (client) => {
      while (left-- > 0) {
        const { path, body } = next()
        await client.post(path, body)
      }
    }),
  )
  const after = await processorTime(service.pid)
  for (const client of clients) client.close()
  const spent = (['service', 'engine', 'postgres'] as const).map((part) => after[part] - before[part])
  return spent.reduce((sum, ms) => sum + ms, 0) / each
}

/** Processor time of parsing, writing and hashing a record, which no version of Almanac changes. */
export function measureYardstick(): [name: string, ms: number] {
  const text = JSON.stringify({ words: Array.from({ length: 300 }, (_, index) => `word ${index} größer`) })
  const rounds = 3_000
  const start = process.cpuUsage()
  let size = 0
  for (let each = 0; each < rounds; each++) {
    const again = JSON.stringify(JSON.parse(text))
    size += createHash('sha256').update(again).digest().length
  }
  const { user, system } = process.cpuUsage(start)
  return [yardstick, size === 0 ? Number.NaN : (user + system) / 1_000 / rounds]
}
