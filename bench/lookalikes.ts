import type { Contender, Timing } from './measure.ts'
import { figure } from './results-file.ts'

/** Operations that the contenders call. */
export const lookalikeOperations = [
  'companySearch',
  'peopleSearch',
  'findSimilarCompanies',
  'findSimilarPeople',
]

interface Client {
  post(path: string, body: string): Promise<unknown>
}

const pageSize = 25
/** Examples that take turns: a question that was asked before has its count of candidates at hand. */
const examples = 200

/** Plain pages and pages of lookalikes of the same corpus, the plain one first. */
export async function lookalikeContenders(
  client: Client,
  read: (path: string, body: object) => Promise<{ output: { data: Record<string, string | null>[] } }>,
): Promise<{ contenders: Contender[]; pairs: (readonly [plain: string, lookalikes: string])[] }> {
  const sides = [
    {
      of: 'companies',
      plain: '/v1/company-search',
      searchParams: { headquartersCountryCode: { anyOf: ['USA'] } },
      alike: '/v1/similar-companies',
      named: (record: Record<string, string | null>) => ['pnetOrgId', record['li_org_id']],
    },
    {
      of: 'people',
      plain: '/v1/people-search',
      searchParams: { country3LetterCode: { anyOf: ['USA'] } },
      alike: '/v1/similar-people',
      named: (record: Record<string, string | null>) => ['pnetSlug', record['primary_slug']],
    },
  ]
  const contenders: Contender[] = []
  const pairs: (readonly [string, string])[] = []
  for (const { of, plain, searchParams, alike, named } of sides) {
    const { data } = (await read(plain, { searchParams, pageSize: 1_000 })).output
    // Not the most prominent alone: every fifth of the first thousand.
    const every = Math.max(1, Math.floor(data.length / examples))
    const known = data
      .filter((_, index) => index % every === 0)
      .map(named)
      .filter(([, value]) => value)
    if (known.length === 0) throw new Error(`the corpus has no ${of} in the USA to be examples`)
    const names = [`page of ${pageSize} ${of}`, `lookalikes of one, ${pageSize} ${of}`] as const
    let turn = 0
    contenders.push(
      { name: names[0], run: () => client.post(plain, JSON.stringify({ searchParams, pageSize })) },
      {
        name: names[1],
        run() {
          const [identifier, value] = known[turn++ % known.length] ?? []
          return client.post(alike, JSON.stringify({ [of]: [{ identifier, value }], pageSize }))
        },
      },
    )
    pairs.push(names)
  }
  return { contenders, pairs }
}

/** Rows of a table: each side beside its plain page. */
export const lookalikeRows = (
  timings: ReadonlyMap<string, Timing>,
  pairs: readonly (readonly [plain: string, lookalikes: string])[],
): string[][] =>
  pairs.flatMap(([plain, lookalikes]) =>
    [plain, lookalikes].map((name) => {
      const { median, p99, runs } = timings.get(name) as Timing
      const ratio = median / (timings.get(plain) as Timing).median
      return [name, figure(median), figure(p99), figure(ratio), String(runs)]
    }),
  )
