import { invalidMember } from '../../operation/index.ts'

/**
 * What the places of one request may take together, counted in circles: a circle takes about a quarter of a millisecond
 * to be turned into cells, a vertex a sixteenth of that. The event loop answers nobody meanwhile.
 */
const mostPlaces = 128
const verticesOfOne = 16

/** As much of a place as its price depends on. */
interface PricedPlace {
  strategy: string
  vertices?: readonly unknown[]
}

/** Shared by all filters of a request. */
export interface PlaceBudget {
  left: number
  /** A place is paid for once, however often its condition is made. */
  paid: WeakSet<PricedPlace>
}

export const placeBudget = (): PlaceBudget => ({ left: mostPlaces, paid: new WeakSet() })

/** Takes a place off the budget before it costs anything; throws a 400 at the place that is too many. */
export function spendPlace(budget: PlaceBudget | undefined, place: PricedPlace, path: string): void {
  if (budget === undefined || budget.paid.has(place)) return
  budget.paid.add(place)
  budget.left -= 1 + Math.floor((place.vertices?.length ?? 0) / verticesOfOne)
  if (budget.left >= 0) return
  throw invalidMember(
    path,
    `The places of a request may count ${mostPlaces} together; a polygon counts one and one more for every ${verticesOfOne} vertices.`,
    'too_many_places',
  )
}
