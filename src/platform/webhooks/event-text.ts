import type { EventWords } from '../../operation/index.ts'

/** Limits of one message: nobody reads more. */
const maxFacts = 8
const maxTitle = 500
const maxFactLength = 300

/** The text of an event without words of its own: its key, and the plain values of its payload. */
export function plainText(eventKey: string, data: object): EventWords {
  // A member with two names is named once.
  const facts = Object.entries(data).flatMap(([name, value]): [string, string][] =>
    ['string', 'number', 'boolean'].includes(typeof value) && name !== 'success'
      ? [[inWords(name), String(value)]]
      : [],
  )
  const parts = [...new Map(facts)]
  const failed = (data as { success?: unknown }).success === false ? ' (failed)' : ''
  return { title: `${inWords(eventKey.replaceAll('.', ': '))}${failed}`, facts: parts }
}

/** `refreshedAt` and `refreshed_at` -> `Refreshed at` */
function inWords(name: string): string {
  const words = name.replaceAll('_', ' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1).toLowerCase()}`
}

/** Short enough for every destination. */
export const shortenWords = ({ title, facts }: EventWords): EventWords => ({
  title: cut(title, maxTitle),
  facts: facts
    .slice(0, maxFacts)
    .map(([name, value]) => [cut(name, maxFactLength), cut(value, maxFactLength)]),
})

/** In one line, without what turns its direction; by characters, so that none is cut in two. */
function cut(text: string, most: number): string {
  const line = text.replaceAll(/[\s\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim()
  const characters = [...line]
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`
}
