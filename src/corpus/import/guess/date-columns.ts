const dotted = /^\d{1,2}\.\s?\d{1,2}\.\s?\d{4}$/
const slashed = /^(\d{1,2})([/-])(\d{1,2})\2\d{4}$/
const serial = /^[1-6]\d{4}(?:[.,]\d+)?$/
const named: readonly [format: string, form: RegExp][] = [
  ['MMMM YYYY', /^\p{L}{3,9}\.? \d{4}$/u],
  ['MMMM D, YYYY', /^\p{L}{3,9}\.? \d{1,2}, \d{4}$/u],
  ['D MMMM YYYY', /^\d{1,2} \p{L}{3,9}\.? \d{4}$/u],
  ['D-MMM-YYYY', /^\d{1,2}-\p{L}{3}-\d{4}$/u],
  ['YYYY/MM/DD', /^\d{4}\/\d{1,2}\/\d{1,2}$/],
  ['MM/YYYY', /^\d{1,2}\/\d{4}$/],
]
/** Days that programs have where they have none: the first ones that they count, and the one before. */
const countedFirst =
  /^(?:(?:1970|1900|1904|0001)-01-01(?:[T ]00:00.*)?|(?:0?[01]\.){2}(?:1900|1904|1970)|(?:0?[01]\/){2}(?:1900|1904|1970))$/
const dayNone = /^(?:00?[./]\d{1,2}|\d{1,2}[./]00?)[./]\d{4}$/

/**
 * Steps that read a column of days: the formats that its cells show, and the year alone where day and month may be either way
 * round. Days on which programs begin to count are left out of a column of other days; where all are the first of January,
 * these are years.
 */
export function dateSteps(cells: readonly string[]): unknown[] {
  const texts = cells.map((cell) => cell.trim())
  const shows = (form: RegExp) => texts.some((text) => form.test(text))
  const formats = named.flatMap(([format, form]) => (shows(form) ? [format] : []))
  if (shows(dotted)) formats.push('D.M.YYYY')
  if (shows(serial)) formats.push('serial')
  const [steps, order] = [leaveOut(texts), orderOfSlashes(texts)]
  if (order !== undefined) formats.push(...order)
  // `2010.0`: a program that has gaps in the column keeps years as fractions.
  if (shows(/^\d{4}\.0$/)) steps.push({ replace: { pattern: '^(\\d{4})\\.0$', to: '$1' } })
  if (order === undefined && shows(slashed))
    steps.push({ replace: { pattern: '^\\d{1,2}[/-]\\d{1,2}[/-](\\d{4})$', to: '$1' } })
  return [...steps, formats.length === 0 ? 'date' : { date: ['iso', ...formats] }]
}

function leaveOut(texts: readonly string[]): unknown[] {
  const days = texts.filter((text) => /\d{4}-\d|\d[./]\d/.test(text))
  const areYears = days.every((day) => /-01-01|^0?1[./]0?1[./]/.test(day))
  const none = texts.filter((text) => dayNone.test(text) || (!areYears && countedFirst.test(text)))
  return none.length === 0 ? [] : [{ drop: [...new Set(none)] }]
}

/** Which of day and month comes first, as the cells bear witness to: a number above twelve is a day. */
function orderOfSlashes(texts: readonly string[]): string[] | undefined {
  const pairs = texts.flatMap((text) => {
    const [, first, sign, second] = slashed.exec(text) ?? []
    return sign === undefined ? [] : [{ first: Number(first), second: Number(second), sign }]
  })
  const [dayFirst, monthFirst] = [
    pairs.some(({ first }) => first > 12),
    pairs.some(({ second }) => second > 12),
  ]
  if (dayFirst === monthFirst) return undefined
  const signs = [...new Set(pairs.map(({ sign }) => sign))]
  return signs.map((sign) => (dayFirst ? ['D', 'M', 'YYYY'] : ['M', 'D', 'YYYY']).join(sign))
}
