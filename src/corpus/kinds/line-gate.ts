import {
  type Identified,
  identifierOf,
  isNobodysEmail,
  type NoIdentifier,
  readValue,
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

/** Takes out of a line what identifies nobody, and keeps account of it. */
export class LineGate {
  readonly leftOut: LeftOut[] = []
  /** Values taken out, those included that are not worth telling. */
  count = 0

  /** Members that hold one text each. What is malformed stays as it is, unless it must be of its sort. */
  texts(members: Members, names: readonly string[], read: Read, path = ''): void {
    for (const name of names) {
      const value = members[name]
      if (typeof value !== 'string' || value === '') continue
      if (!this.keeps(`${path}${name}`, value, read)) delete members[name]
    }
  }

  /** Members that hold lists of texts. A list that has none left is unknown, not empty. */
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

  /** Entries of a list by a text of each. */
  entries<T>(
    member: string,
    entries: readonly T[],
    { of, read }: { of: (entry: T) => string; read: Read },
  ): T[] {
    for (const entry of entries)
      if ('why' in read(of(entry))) return entries.filter((each) => this.keeps(member, of(each), read))
    return entries as T[]
  }

  /** Ids by the program they are of, as that one writes them. */
  ids(ids: Readonly<Record<string, string>>): Record<string, string> {
    const entries = Object.entries(ids)
    if (entries.every(([, id]) => readValue(identifierOf.id(id)) === id)) return ids as Record<string, string>
    const remaining = entries.filter(([source, id]) =>
      this.keeps(`external_ids.${source}`, id, identifierOf.id),
    )
    return Object.fromEntries(remaining.map(([source, id]) => [source, readValue(identifierOf.id(id)) ?? id]))
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

/** Whether a member stays as it is: its value identifies, or is not a text. */
export const isKept = (value: unknown, read: Read): boolean =>
  typeof value !== 'string' || value === '' || 'value' in read(value)

/** The same of every text of a list, an empty one included. Nearly every list of a file is such. */
function keepsAll(values: readonly unknown[], read: Read): boolean {
  for (const value of values) if (typeof value === 'string' && 'why' in read(value)) return false
  return true
}

const unchanged: Identified = Object.freeze({ value: '' })
const placeholder: Identified = Object.freeze({ why: 'placeholder' })

/** What is malformed is kept as it is written: whoever gave it may read it. */
const unlessMalformed =
  (read: Read): Read =>
  (text) => {
    const identified = read(text)
    return 'why' in identified && identified.why === 'malformed' ? unchanged : identified
  }

const isPlainHandle = /^[a-z\d_]{3,60}$/

const companyNobody = /^\s*(?:null|none|undefined|unknown|nan|unavailable)\s*$/i

/** How a value of each sort is judged before it is stored. */
export const storable = {
  id: identifierOf.id,
  networkId: identifierOf.networkId,
  personSlug: (text: string) => identifierOf.slug('person', text),
  companySlug: (text: string) => identifierOf.slug('company', text),
  account: (platform: string): Read => {
    const read = unlessMalformed((text) => identifierOf.handle(text, platform))
    return (text) => (isPlainHandle.test(text) && !isNoAccountName(text) ? unchanged : read(text))
  },
  /** A contact remains one though it is of several or of a function. */
  email(text: string): Identified {
    return isNobodysEmail(text) ? placeholder : nothingIn(text)
  },
  phone: unlessMalformed((text) => identifierOf.phone(text)),
  /** Names of people: families are called Null and None. */
  personName: (text: string): Identified => (standsForNothing(text) ? placeholder : unchanged),
  companyName: (text: string): Identified =>
    standsForNothing(text) || companyNobody.test(text) ? placeholder : unchanged,
  text: (text: string): Identified => nothingIn(text),
} as const

function nothingIn(text: string): Identified {
  return isNoValue(text) ? placeholder : unchanged
}
