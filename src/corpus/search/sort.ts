import { z } from 'zod'
import { unknownDay } from '../search-index/index.ts'
import type { Bind } from './condition.ts'

/** An order of pages by a number of the row. */
export interface Order {
  /** SQL of the number. Rows for which `isKnown` does not hold come last in both directions. */
  value(bind: Bind): string
  isKnown?: string
  descending: boolean
  /** Orders that decide between rows of equal value, one after the other. */
  next?: readonly Order[]
}

const amount = (column: string) => ({ value: () => column, isKnown: `NOT isNaN(${column})` })
const day = (column: string) => ({ value: () => column, isKnown: `${column} != ${unknownDay}` })

/** Lists the orders of a page, the deciding one first. */
export const listOrders = (order: Order): readonly Order[] => [order, ...(order.next ?? [])]

/** Columns pages can be sorted by, under the names requests use. */
const sorts = {
  companies: {
    employeeCount: amount('headcount'),
    followers: amount('followers'),
    foundedOn: day('founded'),
    totalFunding: amount('total_funding'),
    lastFundedOn: day('last_funded'),
    revenue: amount('revenue'),
  },
  people: { followers: amount('followers'), connections: amount('connections') },
} satisfies Record<string, Record<string, Omit<Order, 'descending'>>>

const newest = (column: string) => ({
  value: () => `arrayMax(${column})`,
  isKnown: `notEmpty(${column}) AND arrayMax(${column}) != ${unknownDay}`,
})

/** Sort names of `searchParams.sort` alone. */
const further = {
  companies: {
    lastRoundFunding: amount('last_funding'),
    jobPostingCount: { value: () => 'open_postings', isKnown: 'open_postings >= 0' },
  },
  people: {
    careerStartedAt: day('began'),
    // The number of the commit that wrote the newest version.
    dataUpdatedAt: { value: () => 'born' },
    currentRoleStartedAt: newest('job_starts'),
    currentCompanyStartedAt: newest('company_starts'),
    jobCount: { value: () => 'length(job_orgs) + length(past_orgs)' },
  },
} satisfies Record<string, Record<string, Omit<Order, 'descending'>>>

type SortKind = keyof typeof sorts

/** The member `sort` of searches of a kind. */
export function sortSchema(kind: SortKind) {
  const columns = Object.keys(sorts[kind])
  const names = ['rank', 'relevance', ...columns] as [string, ...string[]]
  return z
    .object({
      by: z
        .enum(names)
        .describe(
          'rank: the most prominent first, for any search. relevance: by relevance_score; needs keywords. Rows without the value come last.',
        ),
      order: z
        .enum(['descending', 'ascending'])
        .nullish()
        .transform((order) => order ?? 'descending')
        .describe('For values other than rank; descending if omitted.'),
    })
    .meta({ id: kind === 'companies' ? 'CompanySort' : 'ProfileSort' })
}

/** `next` decides between rows of equal value, in searches that may name several fields. */
export type Sort = z.output<ReturnType<typeof sortSchema>> & { next?: readonly Sort[] }

/** The order of a column; undefined for unknown names. */
export function columnOrder(kind: SortKind, { by, order, next = [] }: Sort): Order | undefined {
  const columns: Record<string, Omit<Order, 'descending'>> = { ...sorts[kind], ...further[kind] }
  const column = columns[by]
  const orders = next.flatMap((each) => columnOrder(kind, each) ?? [])
  return column && { ...column, descending: order === 'descending', next: orders }
}

/** Greater than every value, and finite because it travels in cursors. */
const beyond = 1e300

/** Writes the sort key of a row: its value, or the number that puts it last. */
export function writeSortKey({ value, isKnown, descending }: Order, bind: Bind): string {
  const last = descending ? `-${beyond}` : `${beyond}`
  return isKnown === undefined
    ? `toFloat64(${value(bind)})`
    : `if(${isKnown}, toFloat64(${value(bind)}), ${last})`
}

/** Whether a key stands for a value. */
export const isValue = (key: number): boolean => Math.abs(key) < beyond
