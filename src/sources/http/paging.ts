import {
  MappingError,
  readMembers,
  type Evaluate,
  type MappingLanguage,
  type MappingPath,
  type Scope,
} from '../../corpus/import/index.ts'
import { SourceUnavailable } from '../failures.ts'
import { toText } from './text-template.ts'

/** Which page is asked for: what `{{page.…}}` stands for in a request. */
export interface Page {
  number: number
  offset: number
  /** Of the page before. */
  token?: string
  /** The whole address, as the page before gave it. */
  url?: string
}

/** How pages follow each other. */
export interface Paging {
  first: Page
  /** Most pages of one question. */
  most: number
  /**
   * The page after one whose answer `scope` holds; undefined after the last, or when there is enough. `items` are those
   * of all pages so far.
   */
  next(
    page: Page,
    answered: { url: string; link: string | undefined; items: number; scope: Scope },
  ): Page | undefined
  /** Entries of a page; 0 when the file does not say where they are. */
  countItems(scope: Scope): number
}

const ways = ['token', 'url', 'link', 'offset', 'number'] as const
const maxPages = 100
const defaultPages = 10

/** Members of `page` that a request may name. */
export const pageMembers = new Set(['number', 'offset', 'token'])

/** Compiles the `paging` of a vendor file; undefined when it has none. Throws MappingError. */
export function compilePaging(
  source: unknown,
  mappingPath: MappingPath,
  language: MappingLanguage,
): Paging | undefined {
  if (source === undefined) return undefined
  const members = readMembers(source, mappingPath, [...ways, 'items', 'enough', 'most'])
  const present = ways.filter((way) => way in members)
  const [way] = present
  if (way === undefined || present.length > 1)
    throw new MappingError(`expected exactly one of ${ways.join(', ')}`, mappingPath)
  language.checkNames(source, mappingPath)
  const readExpression = (key: 'items' | 'enough'): Evaluate | undefined =>
    key in members ? language.expression(members[key], [...mappingPath, key]) : undefined
  const [items, enough] = [readExpression('items'), readExpression('enough')]
  if (items === undefined && (way === 'offset' || way === 'number' || enough !== undefined))
    throw new MappingError('`items` says where the entries of a page are', mappingPath)
  const most = members['most'] ?? defaultPages
  if (!Number.isInteger(most) || (most as number) < 1 || (most as number) > maxPages)
    throw new MappingError(`most is a number from 1 to ${maxPages}`, [...mappingPath, 'most'])
  const follow = makeFollower(way, { argument: members[way], mappingPath: [...mappingPath, way], language })
  const countItems = (scope: Scope) => countEntries(items?.(scope))
  return {
    first: { number: way === 'number' ? (members['number'] as number) : 1, offset: 0 },
    most: most as number,
    countItems,
    next(page, { url, link, items: so, scope }) {
      if (so >= Number(enough?.(scope) ?? Number.POSITIVE_INFINITY)) return undefined
      const next = follow(page, { url, link, scope, inPage: countItems(scope) })
      return next && { number: page.number + 1, offset: page.offset, ...next }
    },
  }
}

type Follow = (
  page: Page,
  answered: { url: string; link: string | undefined; scope: Scope; inPage: number },
) => Partial<Page> | undefined

function makeFollower(
  way: (typeof ways)[number],
  {
    argument,
    mappingPath,
    language,
  }: { argument: unknown; mappingPath: MappingPath; language: MappingLanguage },
): Follow {
  switch (way) {
    case 'token': {
      const token = language.expression(argument, mappingPath)
      return (page, { scope }) => {
        const next = toText(token(scope))
        // The same one again would go on for ever.
        return next === undefined || next === page.token ? undefined : { token: next }
      }
    }
    case 'url': {
      const address = language.expression(argument, mappingPath)
      return (_page, { scope, url }) => sameHost(toText(address(scope)), url)
    }
    case 'link':
      if (argument !== true) throw new MappingError('expected true', mappingPath)
      return (_page, { link, url }) => sameHost(nextLink(link), url)
    case 'offset': {
      const step = wholeNumber(argument, mappingPath)
      return (page, { inPage }) => (inPage < step ? undefined : { offset: page.offset + step })
    }
    case 'number':
      if (argument !== 0 && argument !== 1)
        throw new MappingError('the number of the first page: 0 or 1', mappingPath)
      return (_page, { inPage }) => (inPage === 0 ? undefined : {})
  }
}

function wholeNumber(value: unknown, mappingPath: MappingPath): number {
  if (!Number.isInteger(value) || (value as number) < 1)
    throw new MappingError('expected a number from 1', mappingPath)
  return value as number
}

/** The address of the next page that a Link header names; undefined after the last. */
export const readNextPage = (header: string | undefined, url: string): string | undefined =>
  sameHost(nextLink(header), url)?.url

/** The vendor names the next address; a key must not travel to another host with it. */
function sameHost(text: string | undefined, from: string): { url: string } | undefined {
  if (text === undefined) return undefined
  const next = URL.canParse(text, from) ? new URL(text, from) : undefined
  if (next === undefined || next.origin !== new URL(from).origin)
    throw new SourceUnavailable('the next page is at another host')
  return next.href === from ? undefined : { url: next.href }
}

/** The address of `rel="next"` in a Link header (RFC 8288). */
function nextLink(header: string | undefined): string | undefined {
  for (const [, address, parameters] of (header ?? '').matchAll(/<([^<>]*)>([^,<]*)/g)) {
    const rel = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters ?? '')
    if ((rel?.[1] ?? rel?.[2] ?? '').toLowerCase().split(/\s+/).includes('next')) return address
  }
  return undefined
}

const countEntries = (value: unknown) => (Array.isArray(value) ? value.length : 0)
