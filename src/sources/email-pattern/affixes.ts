import type { Derivation } from './derivations.ts'

/** Fixed letters an organization puts before or behind what it makes of the name: `rep.` in `rep.ana.lopez`. */
export interface Affix {
  before: string
  after: string
}

const minRestLength = 3
const minRestWithoutSeparatorLength = 4

/** A local part that no pattern makes, and what patterns make of its owner's name. */
export interface Mailbox {
  local: string
  made: readonly Derivation[]
}

/** Affixes of some mailboxes: those set off by a separator, and those that at least two people have. */
export function findAffixes(mailboxes: readonly Mailbox[]): Affix[] {
  const carriers = new Map<string, { affix: Affix; locals: Set<string> }>()
  for (const mailbox of mailboxes) {
    for (const { local, pattern } of mailbox.made) {
      if (local.length < minRestLength || !pattern.includes('st}')) continue
      const affix = findAffix(mailbox.local, local)
      if (affix === undefined) continue
      const key = `${affix.before}*${affix.after}`
      const carrier = carriers.get(key) ?? { affix, locals: new Set<string>() }
      carrier.locals.add(mailbox.local)
      carriers.set(key, carrier)
    }
  }
  return [...carriers.values()]
    .filter(({ affix, locals }) => locals.size > 1 || isSetOff(affix))
    .map(({ affix }) => affix)
}

/** What is before or after the made part of a mailbox. */
function cutMade(mailbox: string, made: string): Affix | undefined {
  if (mailbox.endsWith(made)) return { before: mailbox.slice(0, -made.length), after: '' }
  return mailbox.startsWith(made) ? { before: '', after: mailbox.slice(made.length) } : undefined
}

function findAffix(mailbox: string, made: string): Affix | undefined {
  if (made.length >= mailbox.length) return undefined
  const affix = cutMade(mailbox, made)
  if (affix === undefined || !/^[a-z]{0,20}[._-]?[a-z]{0,20}$/.test(affix.before + affix.after))
    return undefined
  return isSetOff(affix) || made.length >= minRestWithoutSeparatorLength ? affix : undefined
}

const isSetOff = ({ before, after }: Affix) => /[._-]$/.test(before) || /^[._-]/.test(after)

/** Ways in which a mailbox is an affix and something made of the name. */
export function affixed({ local, made }: Mailbox, affixes: readonly Affix[]): Derivation[] {
  const derivations: Derivation[] = []
  for (const { before, after } of affixes) {
    if (!local.startsWith(before) || !local.endsWith(after)) continue
    const rest = local.slice(before.length, local.length - after.length)
    for (const way of made)
      if (way.local === rest && way.local.length >= minRestLength)
        derivations.push(applied(way, { before, after }))
  }
  return derivations
}

/** The ways of a name with the affixes of some patterns. */
export function withAffix(ways: readonly Derivation[], patterns: Iterable<string>): Derivation[] {
  const derivations: Derivation[] = []
  for (const text of patterns) {
    const [, before, pattern, after] = /^([^{}]*)(\{.*\})([^{}]*)$/.exec(text) ?? []
    if (pattern === undefined || !(before || after)) continue
    for (const way of ways)
      if (way.pattern === pattern)
        derivations.push(applied(way, { before: before ?? '', after: after ?? '' }))
  }
  return derivations
}

const applied = (way: Derivation, { before, after }: Affix): Derivation => ({
  ...way,
  local: before + way.local + after,
  pattern: before + way.pattern + after,
})
