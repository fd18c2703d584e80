import { normalizeEmail } from '../../../lib/email.ts'
import { freeMailDomains } from '../../../lib/mail-domains.ts'
import type { CellChange, Healed } from './heal-text.ts'

/** Slips in the names of the largest providers that are no provider's own name. What is one letter off may be somebody else. */
const slips: Record<string, string> = Object.fromEntries(
  [
    ['gmail.com', 'gmial gmai gamil gmal gmaill gmali gmil gnail gmailc gmaul gmeil ggmail gmaiil gimail'],
    ['yahoo.com', 'yaho yahooo yhoo yahho yaoo yhaoo'],
    [
      'hotmail.com',
      'hotmial hotmal hotmai hotamil hotmaill hotmil homail htomail hotmali hotnail hotmeil hoymail hotmqil',
    ],
    ['outlook.com', 'outlok outloo outllook oulook outlokk outlookk otlook outloook outlool outtlook'],
    ['icloud.com', 'iclod icoud iclould icluod icloude'],
    ['protonmail.com', 'protonmial protonmal protonmai protomail'],
  ].flatMap(([meant = '', typed = '']) =>
    [
      ...typed.split(' ').map((name) => (name.includes('.') ? name : `${name}.com`)),
      ...(meant === 'gmail.com' ? ['gmail.co', 'gmail.cm', 'gmailcom'] : []),
    ].map((name) => [name, meant]),
  ),
)
/** Endings that are no top-level domain, and what was meant. */
const endings: [RegExp, string][] = [
  [/\.(?:con|cmo|ocm|comm|vom|xom|cpm|coom|c0m|clm|conm|cim)$/, '.com'],
  [/\.(?:nte|neet|nett)$/, '.net'],
  [/\.(?:ogr|rog|orgg|prg)$/, '.org'],
]

/** One or several addresses of a cell, each in normal form, in the order given, each once. */
export function healEmail(text: string): Healed {
  const typed = text.replace(/(@[^\s@,;.]+),(?=[a-z]{2,4}$)/i, '$1.')
  const parts = typed.split(/\s*[;,|]\s*|\s+(?=\S+@)|\s+\/\s+/).filter((part) => part !== '')
  const healed = parts.map(healOne)
  const changes = new Set(healed.flatMap(({ value, changes }) => (value === undefined ? [] : changes)))
  if (typed !== text) changes.add('typo')
  const good = [...new Set(healed.flatMap(({ value }) => value ?? []))]
  if (good.length === 0) return { value: text, changes: [], problem: 'invalid' }
  const value = good.join('; ')
  if (value !== text && changes.size === 0) changes.add('format')
  // A name beside an address in brackets is none; anything else beside one may be a part of it.
  const odd = parts.filter((_, index) => healed[index]?.value === undefined)
  const isNamed = odd.every((part) => !part.includes('@')) && /<[^<>]+>/.test(text)
  if (
    odd.length > 0 &&
    !isNamed &&
    !odd.every((part) => /^(?:e-?mail|mail|work|private|privat)?[:\s]*$/i.test(part))
  )
    return { value: text, changes: [], problem: 'ambiguous', readings: [value] }
  return { value, changes: [...changes] }
}

function healOne(part: string): { value: string | undefined; changes: CellChange[] } {
  const changes: CellChange[] = []
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
    .replace(/\s*([@.])\s*/g, '$1')
    .trim()
    .replace(/^["'<(]+|["'>),.;:]+$/g, '')
}

function withoutSlips(address: string): string {
  let text = address
    .replace(/@{2,}/, '@')
    .replace(/(?<=@[^@]*)\.{2,}/g, '.')
    .replace(/(?<=@)\./g, '')
  text = text.replace(/,(?=[a-z]{2,}$)/, '.')
  const atSign = text.lastIndexOf('@')
  if (atSign < 1) return text
  let domain = text.slice(atSign + 1).replace(/\.$/, '')
  for (const [ending, meant] of endings) domain = domain.replace(ending, meant)
  return text.slice(0, atSign + 1) + (freeMailDomains.has(domain) ? domain : (slips[domain] ?? domain))
}
