import { Failure, invalidMember } from '../../operation/index.ts'

/**
 * What the places of one request may cost together, in circles. Turning a circle into cells takes about a quarter of
 * a millisecond, a vertex a sixteenth of that, and the event loop answers nobody in that time.
 */
const maxPlaces = 128
const verticesOfOne = 16
/**
 * What the lists of all rules and title terms of one request may hold together: as much as any one list. Rules are
 * many and hold several lists each; a body with 100,000 phrases took a third of a second.
 */
const maxPhrases = 10_000
/** What all lists of one request may hold together: twice as much as the longest list may. */
const maxValues = 20_000

/** The members of a place that its cost depends on. */
interface PricedPlace {
  strategy: string
  vertices?: readonly unknown[]
}

interface Account {
  left: number
  /** Objects that are paid for. Each is paid for once, however often its condition is made. */
  paid: WeakSet<object>
}

/** The budget that all filters of a request share. */
export interface RequestBudget {
  places: Account
  /** For rules and title terms. */
  phrases: Account
  /** For all lists. */
  values: Account
}

const openAccount = (left: number): Account => ({ left, paid: new WeakSet() })

export const requestBudget = (): RequestBudget => ({
  places: openAccount(maxPlaces),
  phrases: openAccount(maxPhrases),
  values: openAccount(maxValues),
})

/** Takes the cost of an object off an account; false when it is too much. */
function take(account: Account, value: object, amount: number): boolean {
  if (account.paid.has(value)) return true
  account.paid.add(value)
  account.left -= amount
  return account.left >= 0
}

/** Takes a place off the budget before it costs anything. Throws a 400 at the first place that is too many. */
export function spendPlace(budget: RequestBudget | undefined, place: PricedPlace, path: string): void {
  const amount = 1 + Math.floor((place.vertices?.length ?? 0) / verticesOfOne)
  if (budget === undefined || take(budget.places, place, amount)) return
  throw invalidMember(
    path,
    `The places of a request may count ${maxPlaces} in total; a polygon counts one and one more for every ${verticesOfOne} vertices.`,
    'too_many_places',
  )
}

/** Takes the phrases of rules or title terms off the budget before any is read. Fails with `too-expensive`. */
export function spendPhrases(
  budget: RequestBudget | undefined,
  value: object,
  amount: number = valuesIn(value),
): void {
  if (!take((budget ?? requestBudget()).phrases, value, amount)) throw new Failure('too-expensive')
}

/** Takes the lists of a parameter off the budget before any is read. Fails with `too-expensive`. */
export function spendValues(budget: RequestBudget | undefined, value: unknown): void {
  if (budget === undefined || typeof value !== 'object' || value === null) return
  if (!take(budget.values, value, valuesIn(value))) throw new Failure('too-expensive')
}

function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Array.isArray(value) && typeof value[0] !== 'object' ? [] : Object.values(value)
  return inner.reduce((sum: number, each) => sum + valuesIn(each), Array.isArray(value) ? value.length : 0)
}
