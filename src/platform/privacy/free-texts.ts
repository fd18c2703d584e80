/** Digits that tell a phone number apart, whichever prefix somebody writes before them. */
const phoneDigits = 9

/** An id as short as this stands for many things: it counts after a word that tells what it is. */
const shortId = 3

/** What a text says once percent-encoding, escapes of JSON and references of HTML are read. */
export function decoded(text: string): string {
  return text
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replaceAll(/(?:%(?:25)*[0-9a-f]{2})+/gi, (run) => percentDecoded(run.replaceAll(/%(?:25)+/g, '%')))
    .replaceAll(/&#(\d{1,6});/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/&#x([0-9a-f]{1,5});/gi, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))
}

function percentDecoded(run: string): string {
  try {
    return decodeURIComponent(run)
  } catch {
    return run
  }
}

/** Words alone, folded: whatever stands between them separates. */
const wordsOf = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Tells whether a text that somebody else wrote could name a person by slug, phone, id or name. */
export function freeNaming(texts: {
  phoneNumbers: readonly string[]
  pages: readonly string[]
  people: readonly string[]
  names: readonly string[]
}): (text: string) => boolean {
  const ids = texts.people.map(wordsOf).filter((id) => id !== '')
  const words = [...texts.pages, ...texts.names].map(wordsOf).filter((word) => word !== '')
  const phrases = [...words, ...ids.filter((id) => id.length > shortId)].map((word) => ` ${word} `)
  const shortIds = ids
    .filter((id) => id.length <= shortId)
    .map((id) => new RegExp(`(?:ids?|person|people|prospects?|contacts?)(?: \\p{N}+)* ${id} `, 'u'))
  const phones = texts.phoneNumbers
    .map((number) => number.replaceAll(/\D/g, '').slice(-phoneDigits))
    .filter((digits) => digits !== '')
  return (text) => {
    const plain = decoded(text)
    const padded = ` ${wordsOf(plain)} `
    const digits = plain.replaceAll(/[^\p{L}\p{N}]+/gu, '')
    return (
      phrases.some((phrase) => padded.includes(phrase)) ||
      shortIds.some((id) => id.test(padded)) ||
      phones.some((phone) => digits.includes(phone))
    )
  }
}
