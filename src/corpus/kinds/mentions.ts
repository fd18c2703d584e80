import { normalizeEmail } from '../../lib/email.ts'
import { roleMailboxes } from '../../lib/mail-domains.ts'
import { readPersonPage } from '../../lib/network-url.ts'
import { exactToken } from '../search-index/index.ts'
import { emailSubjectTokens } from './subject-tokens.ts'

type Members = Readonly<Record<string, unknown>>

/** Where records of a kind name people that they are not of. */
export interface Mentions {
  /** Members about the person the record is of, which go with that person. */
  own: readonly string[]
  /** Lists whose entries are one person each. */
  lists?: readonly MentionList[]
  /** Whether texts name accounts of the record's platform as `@account`. */
  hasHandles?: true
}

/** A list whose entries are one person each, so that an entry goes as a whole. */
export interface MentionList {
  /** Members that lead to the list, through lists on the way. */
  path: readonly string[]
  /** The member with an entry's name. Entries that say no more go with the person of that name. */
  name?: string
  /** Tokens of the person. */
  tokens(entry: unknown, record: Members): string[]
}

/** The token that finds records which name the person of another token. */
export const mentionToken = (token: string): string => exactToken('men', token)

/** Tokens of the people that a record names, besides those it is of. */
export function mentionsIn({ own, lists = [], hasHandles }: Mentions, record: Members): string[] {
  const mentioned = new Set<string>()
  const platform = hasHandles ? readPlatform(record) : undefined
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      if (mayName(value))
        for (const { tokens } of namedIn(value, platform)) for (const token of tokens) mentioned.add(token)
    } else if (Array.isArray(value)) for (const entry of value) visit(entry)
    else if (value !== null && typeof value === 'object')
      for (const name in value) visit((value as Members)[name])
  }
  // Most members of most records are null, and nearly no text names anybody.
  for (const name in record) {
    const value = record[name]
    if (value !== null && value !== undefined && !own.includes(name)) visit(value)
  }
  for (const { path, tokens } of lists) {
    if ((record[path[0] as string] ?? null) === null) continue
    for (const entry of listEntries(record, path))
      for (const token of tokens(entry, record)) mentioned.add(token)
  }
  return [...mentioned]
}

/** Stands in a text where a person was named. */
const gap = '…'

/**
 * Members without what names some people: entries of lists go, and texts get a mark in their place. The same object
 * where nothing changes. `platform` is that of the record.
 */
export function withoutMentions<M extends Members>(
  mentions: Mentions,
  members: M,
  removedTokens: ReadonlySet<string>,
): M {
  const { own, lists = [], hasHandles } = mentions
  const platform = hasHandles ? readPlatform(members) : undefined
  const isGone = (list: MentionList, entry: unknown) =>
    list.tokens(entry, members).some((token) => removedTokens.has(token))
  const names = new Set(namesGiven(mentions, members, removedTokens))
  const clear = (value: unknown, path: readonly string[]): unknown => {
    if (typeof value === 'string') return textWithout(value, platform, removedTokens)
    if (typeof value !== 'object' || value === null) return value
    if (!Array.isArray(value)) return sameOr(value as Members, (name, each) => clear(each, [...path, name]))
    const list = lists.find((each) => each.path.join() === path.join())
    const remaining = value.filter((entry: unknown) => {
      if (list === undefined) return true
      const name = nameIn(list, entry)
      const isOnlyNamed = name !== undefined && names.has(name) && list.tokens(entry, members).length === 0
      return !isGone(list, entry) && !isOnlyNamed
    })
    const cleared = remaining.map((entry: unknown) => clear(entry, path)).filter((entry) => entry !== gap)
    return isSame(value, cleared) ? value : cleared
  }
  return sameOr(members, (name, value) => {
    if (own.includes(name)) return value
    const cleared = clear(value, [name])
    return cleared === gap ? null : cleared
  }) as M
}

/** Names, in lower case, that the lists of a record give some people. */
export function namesGiven(
  { lists = [] }: Mentions,
  members: Members,
  people: ReadonlySet<string>,
): string[] {
  return lists.flatMap((list) =>
    listEntries(members, list.path).flatMap((entry) =>
      list.tokens(entry, members).some((token) => people.has(token)) ? (nameIn(list, entry) ?? []) : [],
    ),
  )
}

const isSame = (before: readonly unknown[], after: readonly unknown[]) =>
  before.length === after.length && before.every((each, place) => each === after[place])

function sameOr(members: Members, change: (name: string, value: unknown) => unknown): Members {
  const entries = Object.entries(members).map(([name, value]) => [name, change(name, value)] as const)
  return entries.every(([name, value]) => value === members[name]) ? members : Object.fromEntries(entries)
}

function nameIn({ name }: MentionList, entry: unknown): string | undefined {
  const value = name === undefined ? undefined : (entry as Members | null)?.[name]
  return typeof value === 'string' && value !== '' ? value.toLowerCase() : undefined
}

function listEntries(members: Members, path: readonly string[]): unknown[] {
  let values: unknown[] = [members]
  for (const name of path)
    values = values.flatMap((each) => {
      const value = typeof each === 'object' && each !== null ? (each as Members)[name] : undefined
      return [value ?? []].flat() as unknown[]
    })
  return values
}

const readPlatform = ({ platform }: Members) => (typeof platform === 'string' ? platform : undefined)

interface Named {
  start: number
  end: number
  tokens: string[]
}

const address = /[\p{L}\p{N}._%+'-]{1,64}@[\p{L}\p{N}.-]{3,200}/gu
const page =
  /(?:https?:\/\/)?[\p{L}\p{N}.-]{3,100}\/(?:mwlite\/|comm\/)?(?:in|pub)\/[^\s"'<>()[\],;]{1,400}/giu
const handle = /(?<![\p{L}\p{N}_.])@([\p{L}\p{N}_][\p{L}\p{N}_.-]{0,99})/gu
const stops = /[.,:;!?'-]+$/

/** Whether a text may name somebody: no other has any of these. */
const mayName = (text: string): boolean =>
  text.includes('@') || text.includes('/in/') || text.includes('/pub/')

/** People that a text names: by address, by the address of their page, and by account where texts do that. */
function namedIn(text: string, platform: string | undefined): Named[] {
  const mentions: Named[] = []
  const take = (pattern: RegExp, makeTokens: (match: string) => string[]) => {
    for (const { 0: match, index } of text.matchAll(pattern)) {
      const name = match.replace(stops, '')
      const tokens = makeTokens(name)
      if (tokens.length > 0) mentions.push({ start: index, end: index + name.length, tokens })
    }
  }
  if (text.includes('@')) {
    take(address, addressTokens)
    if (platform !== undefined) take(handle, (handleText) => accountTokens(platform, handleText.slice(1)))
  }
  if (text.includes('/in/') || text.includes('/pub/')) take(page, pageTokens)
  return mentions
}

function textWithout(text: string, platform: string | undefined, removedTokens: ReadonlySet<string>): string {
  const places = namedIn(text, platform).filter(({ tokens }) =>
    tokens.some((token) => removedTokens.has(token)),
  )
  let cleared = text
  for (const { start, end } of places.toSorted((a, b) => b.start - a.start))
    cleared = `${cleared.slice(0, start)}${gap}${cleared.slice(end)}`
  return places.length > 0 && cleared.trim() === gap ? gap : cleared
}

/** Tokens of a person by an address; none for a role mailbox. */
export function addressTokens(text: string): string[] {
  const normal = normalizeEmail(text)
  if (normal === undefined) return []
  const local = normal.slice(0, normal.lastIndexOf('@')).replaceAll(/[\d._-]/g, '')
  return roleMailboxes.has(local) ? [] : emailSubjectTokens(normal)
}

/** Tokens of a person by the address of their page. */
export function pageTokens(text: string): string[] {
  const named = readPersonPage(text)
  return named === undefined ? [] : [exactToken('slug', named), exactToken('uid', named)]
}

/** Tokens of a person by an account, as `socialHandle` makes it. */
export const accountTokens = (platform: string, name: string): string[] => [
  exactToken('soc', `${platform}/${name.normalize('NFKC').toLowerCase()}`),
]
