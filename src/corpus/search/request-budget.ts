import { Failure, invalidMember } from '../../operation/index.ts'

/**
 * What the places of one request may take together, counted in circles: a circle takes about a quarter of a millisecond
 * to be turned into cells, a vertex a sixteenth of that. The event loop answers nobody meanwhile.
 */
const mostPlaces = 128
const verticesOfOne = 16
/**
 * What the lists of all rules and title terms of one request may hold together: as much as any list. Rules are many and hold
 * several lists each, so that a body held 100,000 phrases, which took a third of a second.
 */
const mostValues = 10_000
/** What all lists of one request may hold together: of every list alone as much as it may, and as much again. */
const mostListed = 20_000

/** As much of a place as its price depends on. */
interface PricedPlace {
  strategy: string
  vertices?: readonly unknown[]
}

/** Shared by all filters of a request. */
export interface RequestBudget {
  places: number
  values: number
  listed: number
  /** What is asked for is paid for once, however often its condition is made. */
  paid: WeakSet<object>
  counted: WeakSet<object>
}

export const requestBudget = (): RequestBudget => ({
  places: mostPlaces,
  values: mostValues,
  listed: mostListed,
  paid: new WeakSet(),
  counted: new WeakSet(),
})

/** Takes a place off the budget before it costs anything; throws a 400 at the place that is too many. */
export function spendPlace(budget: RequestBudget | undefined, place: PricedPlace, path: string): void {
  if (budget === undefined || budget.paid.has(place)) return
  budget.paid.add(place)
  budget.places -= 1 + Math.floor((place.vertices?.length ?? 0) / verticesOfOne)
  if (budget.places >= 0) return
  throw invalidMember(
    path,
    `The places of a request may count ${mostPlaces} together; a polygon counts one and one more for every ${verticesOfOne} vertices.`,
    'too_many_places',
  )
}

/** Takes what the lists of a parameter hold off the budget before any of it is read; fails with `too-expensive`. */
export function spendValues(
  given: RequestBudget | undefined,
  asked: object,
  held: number = valuesIn(asked),
): void {
  const budget = given ?? requestBudget()
  if (budget.paid.has(asked)) return
  budget.paid.add(asked)
  budget.values -= held
  if (budget.values < 0) throw new Failure('too-expensive')
}

/** Takes the lists of any parameter off the budget, before any of them is read; fails with `too-expensive`. */
export function spendListed(budget: RequestBudget | undefined, value: unknown): void {
  if (budget === undefined || typeof value !== 'object' || value === null || budget.counted.has(value)) return
  budget.counted.add(value)
  budget.listed -= valuesIn(value)
  if (budget.listed < 0) throw new Failure('too-expensive')
}

function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Array.isArray(value) && typeof value[0] !== 'object' ? [] : Object.values(value)
  return inner.reduce((sum: number, each) => sum + valuesIn(each), Array.isArray(value) ? value.length : 0)
}
