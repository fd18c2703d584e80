import {
  gluedForms,
  leadingBeforeQuotes,
  leadingForms,
  leadingIfSure,
  trailingDotted,
  trailingForms,
  trailingInitials,
} from './legal-forms.ts'
import { memo } from '../../lib/memo.ts'
import { streamSafe, normalText } from '../../lib/text-normal.ts'

/** A word of the name. `initials`: in capitals or as initials; `dotted`: as initials with full stops or a slash. */
interface Word {
  text: string
  initials: boolean
  dotted: boolean
}

/** Private-use character that marks initials joined here; a separator to normalText. */
const joined = '\ue000'

const maxInput = 1000
const maxFormWords = 6
/** `S.p.A.`, `J. P.`, `z o.o.`: single letters each followed by a full stop, but for the last. */
const dottedInitials = /(?<![\p{L}\p{N}])(?:\p{L}\.\s?)+\p{L}(?![\p{L}\p{N}])/gu
/** `eG`, `eV`, `hf.` at the end: initials that German and Icelandic names also write so. */
const smallInitials = /(?<=\s)(?:e[GV]|hf\.)$/u
/** `A/S`, `S/A`. */
const slashedInitials = /(?<![\p{L}\p{N}])\p{L}\/\p{L}(?![\p{L}\p{N}])/gu
const quotedRest = /^\s*\p{L}+\s*["“”„«‘]/u

/**
 * The form in which company names are compared: normal text without legal forms (`Inc.`, `GmbH & Co. KG`,
 * `Sp. z o.o.`), leading `the` and apostrophes, initials joined, `&` as `and`. Something of the name always
 * remains: empty only for blank text. Applying it twice changes nothing. Reads the first 1,000 characters.
 */
export function companyNameKey(name: string): string {
  return nameKeys(name)
}

/** A row asks for the key of its name when it is read, compared and built, a batch later; the next row has another. */
const nameKeys = memo(makeKey, { entries: 20_000 })

function makeKey(name: string): string {
  const text = name.trim().slice(0, maxInput)
  const words = splitWords(text)
  const quoted = quotedRest.test(text)
  let changing = true
  while (changing) {
    const before = words.length
    dropArticle(words)
    const ended = dropTrailing(words)
    dropLeading(words, { ended, quoted })
    changing = unglue(words) || words.length !== before
  }
  return words.map((word) => word.text).join(' ') || text.toLowerCase()
}

/** No sign that changes the words on either side of it, so that nothing but spaces has to be looked for. */
const plainName = /^[A-Za-z0-9 ,()-]*$/

/** The words of most names: whatever `splitWords` looks for, they do not have. */
function splitPlainWords(name: string): Word[] {
  const words: Word[] = []
  for (const raw of name.split(' ')) {
    const normal = normalText(raw)
    if (normal === '') continue
    const initials = capitalsIn(raw) >= 2
    for (const text of normal.split(' ')) words.push({ text, initials, dotted: false })
  }
  return words
}

function capitalsIn(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 0x41 && code <= 0x5a) count += 1
  }
  return count
}

function splitWords(name: string): Word[] {
  if (plainName.test(name) && !smallInitials.test(name)) return splitPlainWords(name)
  const text = streamSafe(name)
    .normalize('NFKC')
    .replace(/['’‘ʼ`´״׳]/g, '')
    .replace(/(?<=[\u05d0-\u05ea])"(?=[\u05d0-\u05ea])/g, '')
    .replace(dottedInitials, (letters) => letters.replace(/[.\s]/g, '').toUpperCase() + joined)
    .replace(smallInitials, (letters) => letters.toUpperCase() + joined)
    .replace(slashedInitials, (letters) => letters.replace('/', '').toUpperCase() + joined)
    .replace(/&|(?<=\s)\+(?=\s)/g, ' and ')
  return text.split(/\s+/).flatMap((raw) => {
    const normal = normalText(raw)
    if (normal === '') return []
    const dotted = raw.includes(joined)
    const initials = dotted || (raw.match(/\p{Lu}/gu)?.length ?? 0) >= 2
    return normal.split(' ').map((part) => ({ text: part, initials, dotted }))
  })
}

function dropArticle(words: Word[]): void {
  while (words.length > 1 && words[0]?.text === 'the') words.shift()
  // `Home Depot (The)`, as directories sort it.
  while (words.length > 1 && words.at(-1)?.text === 'the') words.pop()
}

/** Takes legal forms off the end while a word remains; true when there was one. */
function dropTrailing(words: Word[]): boolean {
  let dropped = false
  for (let count = trailingForm(words); count > 0; count = trailingForm(words)) {
    words.length -= count
    dropped = true
    while (words.length > 1 && words.at(-1)?.text === 'and') words.pop()
  }
  return dropped
}

const trailingLasts = new Set([...trailingForms].map((form) => form.slice(form.lastIndexOf(' ') + 1)))
const leadingFirsts = new Set(
  [...leadingForms, ...leadingIfSure, ...leadingBeforeQuotes].map((form) => form.split(' ', 1)[0]),
)

/** How many words at the end are one legal form. */
function trailingForm(words: readonly Word[]): number {
  const last = words.at(-1)
  const mayEnd = last !== undefined && (last.text.length === 1 || trailingLasts.has(last.text))
  for (let count = mayEnd ? Math.min(maxFormWords, words.length - 1) : 0; count > 0; count--) {
    const tail = words.slice(-count)
    if (trailingForms.has(tail.map((word) => word.text).join(' '))) return count
    // Registers write `ACME L L C`.
    const spelled = count > 1 && tail.every((word) => word.text.length === 1)
    if (spelled && trailingForms.has(tail.map((word) => word.text).join(''))) return count
  }
  if (last === undefined || words.length === 1) return 0
  const written =
    (last.initials && trailingInitials.has(last.text)) || (last.dotted && trailingDotted.has(last.text))
  return written ? 1 : 0
}

function dropLeading(words: Word[], { ended, quoted }: { ended: boolean; quoted: boolean }): void {
  if (!leadingFirsts.has(words[0]?.text)) return
  for (let count = Math.min(maxFormWords, words.length - 1); count > 0; count--) {
    const head = words.slice(0, count)
    const form = head.map((word) => word.text).join(' ')
    const isForm = (ended && leadingIfSure.has(form)) || (quoted && leadingBeforeQuotes.has(form))
    if (leadingForms.has(form) || (isForm && head[0]?.initials === true)) {
      words.splice(0, count)
      return
    }
  }
}

/** Takes a form off the start of the first or the end of the last word; true when it did. */
function unglue(words: Word[]): boolean {
  const first = words[0]
  const last = words.at(-1)
  if (first === undefined || last === undefined) return false
  for (const form of gluedForms) {
    if (last.text !== form && last.text.endsWith(form)) {
      last.text = last.text.slice(0, -form.length)
      return true
    }
    if (first.text !== form && first.text.startsWith(form)) {
      first.text = first.text.slice(form.length)
      return true
    }
  }
  return false
}
