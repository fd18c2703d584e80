import { limitConcurrency } from '../../lib/limit-concurrency.ts'
import { storable } from '../../lib/storable-text.ts'
import { firstNamed } from '../../corpus/lookup/index.ts'
import type { NativeCompany, NativePerson } from '../../corpus/records/index.ts'
import {
  namedCompany,
  namedPerson,
  otherCompany,
  otherPerson,
  type LiveAnswer,
  type LiveStatus,
} from '../../sources/index.ts'
import { organizationToken, slugToken, userIdToken, type NamedPage } from '../../corpus/identify/index.ts'
import type { LiveDeps } from './slice.ts'

/** A profile or company as the corpus has it after the live source was asked. */
export interface FetchedPage {
  status: LiveStatus
  /** Members that the source says otherwise than the record, which it does not overrule. */
  withheld: readonly string[]
  /** Undefined when neither the source nor the corpus has it. */
  record: { id: string; body: string; observedAt: string | null; source: string | null } | undefined
}

interface FetchOptions {
  signal: AbortSignal
  historicalHeadcount?: boolean
  /** Whether sources may be asked by what the corpus knows of a page besides, which leads to companies' own sites. */
  asksByDomain?: boolean
}

/** Questions to sources that are under way at once. */
const atOnce = 10

type Line = NativePerson | NativeCompany
/** The record of the corpus. */
type RecordedPage = NonNullable<Parameters<typeof namedPerson>[2] & Parameters<typeof namedCompany>[2]>
type FoundLine = Extract<LiveAnswer<Line>, { state: 'found' }>

/**
 * Asks live sources for some pages of one type, writes what they answer to the corpus as one commit, and reads all of
 * them from there. Earlier knowledge thus completes a live record, and a change has its history.
 */
export async function fetchPages(
  deps: LiveDeps,
  pages: readonly NamedPage[],
  { signal, historicalHeadcount = false, asksByDomain = true }: FetchOptions,
): Promise<FetchedPage[]> {
  const [first] = pages
  if (first === undefined) return []
  const kind = first.type === 'person' ? ('people' as const) : ('companies' as const)
  const capability = first.type === 'person' ? ('person.live' as const) : ('company.live' as const)
  const before = await lookUp(
    deps,
    kind,
    pages.map(({ tokens }) => tokens),
    signal,
  )
  const recorded = before.found.map((record) => record && (JSON.parse(record.body) as RecordedPage))
  const inTurn = limitConcurrency(atOnce)
  const under = new Map<string, Promise<LiveAnswer<Line>>>()
  const answers = await Promise.all(
    pages.map((page, index) => {
      const { slug, id, urn, url } = page
      const besides = asksByDomain ? { recorded: recorded[index] } : {}
      const question = { slug, id, urn, url, historicalHeadcount, ...besides }
      // A page that is named twice is requested once.
      const entity = before.found[index]?.id ?? page.key
      const asking =
        under.get(entity) ??
        inTurn<LiveAnswer<Line>>(() =>
          deps.source.ask(capability, question, signal, otherThan(page, recorded[index])),
        )
      under.set(entity, asking)
      return asking
    }),
  )
  const lines = answers.map((answer, index) =>
    answer.state === 'found' ? buildLine(answer, pages[index] as NamedPage, recorded[index]) : undefined,
  )
  await deps.writer.write(
    kind,
    lines.flatMap((record, index) => (record === undefined ? [] : [{ line: index + 1, record }])),
    { source: 'live', observedAt: new Date(findEarliest(answers)) },
  )
  const tokens = pages.map((page, index) => [...page.tokens, ...listTokens(lines[index], page.type)])
  const { found: records, snapshot } = await lookUp(deps, kind, tokens, signal)
  const histories = await deps.history.read(
    kind,
    [...new Set(records.flatMap((record) => record?.id ?? []))],
    snapshot,
  )
  return answers.map((answer, index) => {
    const record = records[index]
    const observedAt = (record && histories.get(record.id)?.observedAt) ?? null
    return buildPage(answer, record && { ...record, observedAt })
  })
}

/** A page as the corpus has it now, with what the source answered. */
function buildPage(
  answer: LiveAnswer<Line>,
  record: { id: string; body: string; observedAt: string | null } | undefined,
): FetchedPage {
  // A record that a source found and the corpus refused belongs to a suppressed person.
  if (record === undefined)
    return { status: answer.state === 'found' ? 'not_found' : answer.state, withheld: [], record: undefined }
  const { id, body, observedAt } = record
  if (answer.state !== 'found')
    return { status: answer.state, withheld: [], record: { id, body, observedAt, source: null } }
  const { observedAt: seenAt, source, withheld = [] } = answer
  return { status: 'live', withheld, record: { id, body, observedAt: seenAt, source } }
}

/** For each list of tokens the record of its first known token. */
async function lookUp(
  { search }: LiveDeps,
  kind: 'people' | 'companies',
  tokens: readonly (readonly string[])[],
  signal: AbortSignal,
) {
  const snapshot = await search.snapshots.newest(kind)
  const records = await search.lookup(kind, { tokens: tokens.flat(), snapshot, perToken: 1, signal })
  return { found: firstNamed(records, tokens), snapshot }
}

/** The earliest observation, as the default of the write; every line has its own time. */
const findEarliest = (answers: readonly LiveAnswer<Line>[]) =>
  Math.min(
    ...answers.flatMap((each) => (each.state === 'found' ? [Date.parse(each.observedAt)] : [])),
    8.64e15,
  )

/** The identifiers of a page under the names that sources use. */
function buildQuestion({ type, slug, id, urn, url }: NamedPage) {
  return type === 'person' ? { slug, url, userId: id, entityUrn: urn } : { slug, url, orgId: id }
}

/** The reason why a line is about another entity than the requested page. */
const otherThan = (page: NamedPage, recorded: RecordedPage | undefined) => (line: Line) =>
  page.type === 'person'
    ? otherPerson(buildQuestion(page), recorded, line as NativePerson)
    : otherCompany(buildQuestion(page), recorded, line as NativeCompany)

/** A line with the identifiers of the requested page, so that it is recognised even under a new slug. */
function buildLine(
  { answer, source, observedAt, confidence }: FoundLine,
  page: NamedPage,
  recorded: RecordedPage | undefined,
): Line {
  const line = { ...storable(answer), source, observed_at: observedAt, confidence }
  return page.type === 'person'
    ? namedPerson(line as NativePerson, buildQuestion(page), recorded)
    : namedCompany(line as NativeCompany, buildQuestion(page), recorded)
}

function listTokens(line: Line | undefined, type: NamedPage['type']): string[] {
  if (line === undefined) return []
  const { primary_slug, user_id } = line as NativePerson
  const { pnet_primary_slug, li_org_id } = line as NativeCompany
  const slug = type === 'person' ? primary_slug : pnet_primary_slug
  const id = type === 'person' ? user_id : li_org_id
  return [
    ...(slug ? [slugToken(slug)] : []),
    ...(id ? [type === 'person' ? userIdToken(id) : organizationToken(id)] : []),
  ]
}
