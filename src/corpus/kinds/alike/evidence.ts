import { normalText } from '../../../lib/text-normal.ts'

const around =
  /^(?:greater|city of|metropolitan|metro)\s+|\s+(?:city|metropolitan area|metro area|area|metro|region)$/g

/**
 * Whether two names of cities are one: `New York` and `New York City` are. Undefined when one is within the other and
 * says no more (`Frankfurt`, `Frankfurt am Main`), which contradicts nothing and proves nothing.
 */
export function citiesAgree(one: string, other: string): boolean | undefined {
  const [a, b] = [one, other].map((name) => cityKey(name)) as [string, string]
  if (a === b) return true
  return ` ${a} `.includes(` ${b} `) || ` ${b} `.includes(` ${a} `) ? undefined : false
}

function cityKey(name: string): string {
  const normal = normalText(name).replace(/\bsaint\b/g, 'st')
  return normal.replace(around, '') || normal
}

/** Shorter descriptions are shared by many. */
const shortestText = 40
/** Letters compared: one source cuts what another gives whole. */
const longestText = 160

/** Whether two records share a text that nobody writes twice: one begins as the other, if cut. */
export function sharedText(
  ones: readonly (string | null | undefined)[],
  others: readonly (string | null | undefined)[],
): boolean {
  const keys = (texts: typeof ones) =>
    texts
      .map((text) => normalText((text ?? '').slice(0, 2 * longestText)).slice(0, longestText))
      .filter((text) => text.length >= shortestText)
  const there = keys(others)
  return keys(ones).some((text) => there.some((other) => text.startsWith(other) || other.startsWith(text)))
}
