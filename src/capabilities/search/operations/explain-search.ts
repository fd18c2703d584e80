import { z } from 'zod'
import { free, perMinute, type Call } from '../../../operation/index.ts'
import type { EntityKind, Snapshot } from '../../../corpus/commits/index.ts'
import { always, type Condition } from '../../../corpus/search/index.ts'
import { joinClauses } from '../ask.ts'
import { countedSearch } from '../question-schema.ts'
import { questionClauses } from '../search-question.ts'
import { operation, tag, type SearchDeps } from '../slice.ts'

const rows = z.number().int()

export const explainSearch = operation({
  id: 'explainSearch',
  route: 'POST /v1/search/explain',
  tag,
  summary: 'Explain a search',
  tasks: ['why does a search find nothing, debug filters'],
  describe:
    'Counts, for each parameter of a search, how many rows satisfy it alone and how many it leaves out beyond all the others. The entries of `group.and` count one by one, `group.or` and `group.not` as one parameter each. Company parameters of a search of people must hold of one employer together: they count as one, and after it each of them, alone and left out of the others, where there are several. Free.',
  input: z.object({ search: countedSearch }),
  output: z.object({
    type: z.enum(['companies', 'people', 'postings']),
    total: rows.describe('Rows of the corpus.'),
    matching: rows.describe('Rows that satisfy all parameters: the count of this search.'),
    clauses: z.array(
      z.object({
        path: z.string().describe('The parameter, as a path in the request.'),
        matchingAlone: rows.describe('Rows that satisfy this parameter, whatever the others.'),
        matchingWithout: rows.describe('Rows that satisfy all other parameters.'),
        removed: rows.describe(
          'Rows this parameter leaves out beyond all others: matchingWithout less matching.',
        ),
      }),
    ),
  }),
  price: free('Explaining a search is free.'),
  limit: perMinute(60),
  timeoutMs: 60_000,
  examples: [
    {
      name: 'Why so few seed-stage software companies in Germany',
      input: {
        search: {
          type: 'companies',
          searchParams: {
            headquartersCountryCode: { anyOf: ['DEU'] },
            industriesV2: { anyOf: ['Software'] },
            stage: { anyOf: ['seed'] },
          },
        },
      },
    },
  ],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const { kind, clauses } = await questionClauses(deps, call, input.search)
    const snapshot = await deps.search.snapshots.newest(kind)
    const count = counter(deps, call, { kind, snapshot })
    const [total, matching] = [await count(always), await count(joinClauses(clauses))]
    const explained = []
    for (const [index, { path, condition, parts = [] }] of clauses.entries()) {
      const others = clauses.toSpliced(index, 1)
      const [matchingAlone, matchingWithout] = await Promise.all([
        count(condition),
        count(joinClauses(others)),
      ])
      explained.push({ path, matchingAlone, matchingWithout, removed: matchingWithout - matching })
      for (const part of parts.length > 1 ? parts : []) {
        const [alone, without] = await Promise.all([
          count(part.alone),
          count(joinClauses([...others, { path, condition: part.without }])),
        ])
        const removed = without - matching
        explained.push({ path: part.path, matchingAlone: alone, matchingWithout: without, removed })
      }
    }
    return { type: kind, total, matching, clauses: explained }
  },
})

/** Counts in one snapshot; what was counted already is not counted again (one parameter leaves nothing but all). */
function counter(
  deps: SearchDeps,
  call: Call,
  { kind, snapshot }: { kind: EntityKind; snapshot: Snapshot },
): (condition: Condition) => Promise<number> {
  let all: Promise<number> | undefined
  const ask = (condition: Condition) => deps.search.count(kind, { condition, snapshot, signal: call.signal })
  return (condition) => (condition.kind === 'always' ? (all ??= ask(condition)) : ask(condition))
}
