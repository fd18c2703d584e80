import { companyNameForms, type CompanyNameForms } from './company-likeness.ts'
import { slipsBetween } from '../../lib/slips.ts'

/** Legal forms that are written often enough to be misspelt. */
const shortForms = ['inc', 'llc', 'ltd', 'plc', 'pte', 'pty', 'pvt', 'corp', 'gmbh']
const longForms = ['corporation', 'incorporated', 'limited', 'company', 'private']

/**
 * The forms of a name without its last word, where that is a legal form with a slip (`Tesla, Ic.`, `KLA Corporition`);
 * undefined for a name without a slip. Only for names in question: a stored name is taken at its word.
 */
export function withoutMisspeltForm({ written }: CompanyNameForms): CompanyNameForms | undefined {
  const last = written.at(-1)
  if (written.length < 2 || last === undefined) return undefined
  const isForm = longForms.some((form) => slipsBetween(last, form, 2) <= 2) || isShortForm(last)
  return isForm ? companyNameForms(written.slice(0, -1).join(' ')) : undefined
}

/** Another letter makes a word of it (`Inn`, `Pay`), so only one more, one less or two swapped. */
function isShortForm(word: string): boolean {
  return shortForms.some(
    (form) =>
      slipsBetween(word, form, 1) === 1 &&
      (word.length !== form.length || [...word].sort().join('') === [...form].sort().join('')),
  )
}
