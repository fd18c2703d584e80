import { createHash } from 'node:crypto'
import { parsePersonName } from '../../corpus/names/index.ts'
import { normalText } from '../../lib/text-normal.ts'
import type { ContactQuestion, FoundContacts } from './finder.ts'

/**
 * A person unknown to the corpus, given by name and the employer's domain: enough for sources to find contact details.
 * Payments record that name at that domain under the id, which belongs to nobody in the corpus.
 */
export function makeStranger({
  name,
  domain,
}: Extract<ContactQuestion, { by: 'name-domain' }>): FoundContacts {
  const [firstName, lastName] = splitName(name)
  const digest = createHash('sha256')
    .update(`stranger ${normalText(name)} ${domain}`)
    .digest()
  return {
    personId: String(digest.readBigUInt64BE()),
    pnetUrl: '',
    name,
    outline: {
      slug: null,
      firstName,
      lastName,
      country: null,
      employer: {
        name: null,
        domains: [domain],
        slug: null,
      },
      currentDomains: [domain],
    },
    emails: [],
    phoneNumbers: [],
    unmatchedWorkEmails: [],
  }
}

/** First and last names, as written where that is unambiguous. */
function splitName(name: string): [first: string | null, last: string | null] {
  const { first, last } = parsePersonName(name)
  const words = name.trim().split(/\s+/)
  const firsts = first.split(' ').length
  const isPlain = last !== '' && words.length === firsts + last.split(' ').length && !name.includes(',')
  if (!isPlain) return [first || null, last || null]
  return [words.slice(0, firsts).join(' '), words.slice(firsts).join(' ')]
}
