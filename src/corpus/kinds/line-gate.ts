import {
  type Identified,
  identifierOf,
  isNobodysEmail,
  type NoIdentifier,
  readExternalId,
} from '../names/index.ts'
import { isNoAccountName, isNoValue, standsForNothing } from '../../lib/placeholder.ts'

/** A value of a line that identifies nobody, and is therefore not stored. */
export interface LeftOut {
  /** `external_ids.crm`, `experiences[].company_domain` */
  member: string
  value: unknown
  why: NoIdentifier
}

type Members = Record<string, unknown>
type Read = (text: string) => Identified

/** Takes values that identify nobody out of a line, and keeps account of them. */
export class LineGate {
  readonly leftOut: LeftOut[] = []
  /** How many values were taken out, including those not worth reporting. */
  count = 0

  /** Members that hold one text each. A malformed text stays, unless it must be of its sort. */
  texts(members: Members, names: readonly string[], read: Read, path = ''): void {
    for (const name of names) {
      const value = members[name]
      if (typeof value !== 'string' || value === '') continue
      if (!this.keeps(`${path}${name}`, value, read)) delete members[name]
    }
  }

  /** Members that hold lists of texts. A list without any left is unknown, not empty. */
  lists(members: Members, names: readonly string[], read: Read): void {
    for (const name of names) {
      const values = members[name]
      if (!Array.isArray(values) || values.length === 0) continue
      if (keepsAll(values, read)) continue
      const remaining = values.filter((value) => typeof value !== 'string' || this.keeps(name, value, read))
      if (remaining.length === values.length) continue
      if (remaining.length > 0) members[name] = remaining
      else delete members[name]
    }
  }

  /** Entries of a list, by a text of each. */
  entries<T>(
    member: string,
    entries: readonly T[],
    { of, read }: { of: (entry: T) => string; read: Read },
  ): T[] {
    for (const entry of entries)
      if ('why' in read(of(entry))) return entries.filter((each) => this.keeps(member, of(each), read))
    return entries as T[]
  }

  /** Ids by the register or program that gave them. Of two names of one register the first decides. */
  ids(ids: Readonly<Record<string, string>>): Record<string, string> {
    const entries = Object.entries(ids)
    if (entries.every(([source, id]) => isNormalId(source, id))) return ids as Record<string, string>
    const remaining: Record<string, string> = {}
    for (const [source, id] of entries) {
      const read = readExternalId(source, id)
      if (!this.keeps(`external_ids.${source}`, id, () => read) || 'why' in read) continue
      remaining[read.source] ??= read.value
    }
    return remaining
  }

  keeps(member: string, value: string, read: Read): boolean {
    const identified = read(value)
    if ('value' in identified) return true
    this.count += 1
    // An empty cell is not a loss.
    if (value.trim() !== '') this.leftOut.push({ member, value, why: identified.why })
    return false
  }
}

function isNormalId(source: string, id: string): boolean {
  const read = readExternalId(source, id)
  return 'value' in read && read.source === source && read.value === id
}

/** Whether a member stays: its value identifies, or is not a text. */
export const isKept = (value: unknown, read: Read): boolean =>
  typeof value !== 'string' || value === '' || 'value' in read(value)

/** The same for every text of a list, which may be empty. Nearly every list of a file passes. */
function keepsAll(values: readonly unknown[], read: Read): boolean {
  for (const value of values) if (typeof value === 'string' && 'why' in read(value)) return false
  return true
}

const unchanged: Identified = Object.freeze({ value: '' })
const placeholder: Identified = Object.freeze({ why: 'placeholder' })

/** A malformed value stays as it is written, because its source may be able to read it. */
const unlessMalformed =
  (read: Read): Read =>
  (text) => {
    const identified = read(text)
    return 'why' in identified && identified.why === 'malformed' ? unchanged : identified
  }

const isPlainHandle = /^[a-z\d_]{3,60}$/

const companyNobody = /^\s*(?:null|none|undefined|unknown|nan|unavailable)\s*$/i

/** The test that a value of each sort must pass before it is stored. */
export const storable = {
  id: identifierOf.id,
  networkId: identifierOf.networkId,
  personSlug: (text: string) => identifierOf.slug('person', text),
  companySlug: (text: string) => identifierOf.slug('company', text),
  account: (platform: string): Read => {
    const read = unlessMalformed((text) => identifierOf.handle(text, platform))
    return (text) => (isPlainHandle.test(text) && !isNoAccountName(text) ? unchanged : read(text))
  },
  /** A contact stays a contact even if several people or a function have it. */
  email(text: string): Identified {
    return isNobodysEmail(text) ? placeholder : nothingIn(text)
  },
  phone: unlessMalformed((text) => identifierOf.phone(text)),
  /** Names of people need a test of their own: there are families called Null and None. */
  personName: (text: string): Identified => (standsForNothing(text) ? placeholder : unchanged),
  companyName: (text: string): Identified =>
    standsForNothing(text) || companyNobody.test(text) ? placeholder : unchanged,
  text: (text: string): Identified => nothingIn(text),
} as const

function nothingIn(text: string): Identified {
  return isNoValue(text) ? placeholder : unchanged
}
