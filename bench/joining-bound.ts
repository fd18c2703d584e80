import { companyFiles, type TwoFiles } from './joining-sets.ts'
import { seeded } from './resolution-sets.ts'
import { companyNameForms } from '../src/corpus/names/index.ts'

interface Line {
  preferred_name: string
  external_ids: Record<string, string>
  location_consensus: { city: string }
  founded_on_consensus?: string
  standard_industries: string[]
  employee_count_consensus?: { gte: number }
}

/** What a line and the company of its name and city say alike and not, and whether they are one. */
interface Pair {
  facts: string
  isOne: boolean
}

/**
 * How well anybody can tell the lines of `companyFiles` from those of namesakes by what they say: all that can be said alike or
 * not is counted over sixteen draws (year, size, industry, together), and lines of eight other draws are
 * taken in the order of how often such ones were right. Precision at a recall of 0.8, and recall at a precision of 0.99.
 */
export function companyBound(dataDir: string): { precision: number; recall: number } {
  const draws = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => pairsOf(companyFiles(dataDir, seeded(from + index))))
  const counts = new Map<string, { one: number; two: number }>()
  for (const { pairs } of draws(1001, 16))
    for (const { facts, isOne } of pairs) {
      const count = counts.get(facts) ?? { one: 0, two: 0 }
      count[isOne ? 'one' : 'two']++
      counts.set(facts, count)
    }
  const chance = ({ facts }: Pair) => {
    const { one, two } = counts.get(facts) ?? { one: 0, two: 1 }
    return one / (one + two)
  }
  const heldOut = draws(2001, 8)
  const about = heldOut.reduce((sum, draw) => sum + draw.about, 0)
  const best = heldOut.flatMap(({ pairs }) => pairs).toSorted((a, b) => chance(b) - chance(a))
  let right = 0
  const bound = { precision: 0, recall: 0 }
  for (const [index, { isOne }] of best.entries()) {
    if (isOne) right++
    const precision = right / (index + 1)
    if (right / about <= 0.8) bound.precision = precision
    if (precision >= 0.99) bound.recall = right / about
  }
  return bound
}

function pairsOf({ first, second, truth }: TwoFiles): { pairs: Pair[]; about: number } {
  const keyOf = ({ preferred_name, location_consensus }: Line) =>
    `${companyNameForms(preferred_name).joined}/${location_consensus.city}`
  const known = new Map<string, Line[]>()
  for (const line of first as Line[]) known.set(keyOf(line), [...(known.get(keyOf(line)) ?? []), line])
  const pairs = (second as Line[]).flatMap((line): Pair[] => {
    const [entity, other] = known.get(keyOf(line)) ?? []
    if (entity === undefined || other !== undefined) return []
    const isOne = truth.get(line.external_ids['vendor'] ?? '') === entity.external_ids['bench']
    return [{ facts: factsOf(line, entity), isOne }]
  })
  return { pairs, about: [...truth.values()].filter((each) => each !== null).length }
}

function factsOf(line: Line, entity: Line): string {
  const [one, other] = [line, entity].map((each) => Number(each.founded_on_consensus?.slice(0, 4)))
  const years = Math.abs((one ?? Number.NaN) - (other ?? Number.NaN))
  const year = Number.isNaN(years) ? '' : Math.min(2, years)
  const [industry = ''] = line.standard_industries
  const isOther = industry !== '' && !entity.standard_industries.includes(industry)
  return `${year}/${sizes(line, entity)}/${isOther ? 'another' : industry}`
}

function sizes(line: Line, entity: Line): string {
  const [one, other] = [line, entity].map((each) => each.employee_count_consensus?.gte ?? 0) as [
    number,
    number,
  ]
  if (one === 0 || other === 0) return ''
  const size = [10, 30].filter((most) => other > most).length
  return `${size} ${Math.max(-4, Math.min(4, Math.round(2 * Math.log2(one / other))))}`
}
