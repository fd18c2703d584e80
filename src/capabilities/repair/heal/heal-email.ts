import { normalizeEmail } from '../../../lib/email.ts'
import { FREE_MAIL_DOMAINS } from '../../../lib/mail-domains.ts'
import type { Change, Healed } from './heal-text.ts'

/** Providers whose names are typed so often that a slip in them is one. */
const providers = [
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'live.com',
  'protonmail.com',
  'gmx.de',
  'web.de',
  'aol.com',
]
/** Endings that are no top-level domain, and what was meant. */
const endings: [RegExp, string][] = [
  [/\.(?:con|cmo|ocm|comm|vom|xom|cpm|coom|c0m|clm|dom|conm|cim)$/, '.com'],
  [/\.(?:nte|ent|neet|nett|ner)$/, '.net'],
  [/\.(?:ogr|rog|orgg|prg)$/, '.org'],
  [/\.(?:ed|dee)$/, '.de'],
]

/** One or several addresses of a cell, each in normal form, in the order given, each once. */
export function healEmail(text: string): Healed {
  const typed = text.replace(/(@[^\s@,;]+),(?=[a-z]{2,4}$)/i, '$1.')
  const parts = typed.split(/\s*[;,|]\s*|\s+(?=\S+@)|\s+\/\s+/).filter((part) => part !== '')
  const healed = parts.map(healOne)
  const changes = new Set(healed.flatMap(({ value, changes }) => (value === undefined ? [] : changes)))
  if (typed !== text) changes.add('typo')
  const good = [...new Set(healed.flatMap(({ value }) => value ?? []))]
  if (good.length === 0) return { value: text, changes: [], problem: 'invalid' }
  const value = good.join('; ')
  if (value !== text && changes.size === 0) changes.add('format')
  const isWhole = healed.every((one) => one.value !== undefined)
  // What cannot be one is left out only where it is no address at all: a name beside it.
  const lost = healed.some((one, at) => one.value === undefined && (parts[at] as string).includes('@'))
  return {
    value: lost ? text : value,
    changes: lost ? [] : [...changes],
    ...(isWhole || !lost ? {} : { problem: 'invalid' as const }),
  }
}

function healOne(part: string): { value: string | undefined; changes: Change[] } {
  const changes: Change[] = []
  let address = bare(part)
  if (address !== part && address.toLowerCase() !== part.toLowerCase()) changes.push('format')
  const lower = address.toLowerCase()
  if (lower !== address) changes.push('case')
  address = lower
  const repaired = withoutSlips(address)
  if (repaired !== address) changes.push('typo')
  const value = normalizeEmail(repaired)
  return { value, changes }
}

/** The address without what is written around it. */
function bare(part: string): string {
  return part
    .replace(/^.*<([^<>]+)>.*$/, '$1')
    .replace(/^mailto:/i, '')
    .replace(/\?.*$/, '')
    .replace(/\s*[([{]\s*(?:at|@|ät)\s*[)\]}]\s*/i, '@')
    .replace(/\s*[([{]\s*(?:dot|punkt|\.)\s*[)\]}]\s*/gi, '.')
    .replace(/\s+/g, '')
    .replace(/^["'<(]+|["'>),.;:]+$/g, '')
}

function withoutSlips(address: string): string {
  let text = address
    .replace(/@{2,}/, '@')
    .replace(/\.{2,}/g, '.')
    .replace(/^\.|(?<=@)\.|\.(?=@)/g, '')
  text = text.replace(/,(?=[a-z]{2,}$)/, '.')
  const at = text.lastIndexOf('@')
  if (at < 1) return text
  let domain = text.slice(at + 1).replace(/\.$/, '')
  for (const [ending, meant] of endings) domain = domain.replace(ending, meant)
  return (
    text.slice(0, at + 1) +
    (FREE_MAIL_DOMAINS.has(domain) ? domain : (providers.find((one) => isSlip(domain, one)) ?? domain))
  )
}

/** `gmial.com`, `gmai.com`, `gmail.co`, `gmailcom`: one letter missing, doubled, wrong, or two swapped. */
function isSlip(typed: string, meant: string): boolean {
  if (
    typed === meant ||
    typed.length < meant.length - 1 ||
    typed.length > meant.length + 1 ||
    meant.length < 7
  )
    return false
  let at = 0
  while (at < typed.length && typed[at] === meant[at]) at += 1
  const [rest, wanted] = [typed.slice(at), meant.slice(at)]
  if (rest.length === wanted.length) {
    const swapped = rest.charAt(1) + rest.charAt(0) + rest.slice(2)
    // Another letter makes another name (`gmx.ch`); only inside a longer word is it a slip.
    return swapped === wanted || (meant.length >= 9 && at > 0 && rest.slice(1) === wanted.slice(1))
  }
  return rest.length < wanted.length ? rest === wanted.slice(1) : rest.slice(1) === wanted
}
