import { normalizeDomain } from '../../lib/domain-name.ts'
import { normalizeSlug } from '../../lib/network-url.ts'
import type { Snapshot } from '../commits/index.ts'
import { datedKinds, kinds, type DatedKind, type RecordOf } from '../kinds/index.ts'
import type { JobPosting, Sentiment } from '../records/index.ts'
import { companyLookups, entityLookups, exactToken, token, unknownDay } from '../search-index/index.ts'
import {
  and,
  containsWords,
  hasAny,
  identifiedBy,
  or,
  type Condition,
  type CorpusSearch,
  type Position,
} from '../search/index.ts'

/** What is known of a company; whatever is given finds what carries it. */
export interface CompanyClue {
  /** Entity id, decimal. */
  id?: string | undefined
  orgId?: string | undefined
  slug?: string | undefined
  domain?: string | undefined
  /** Compared as a whole, legal form and spelling aside. Names are shared by companies, so leave it out where ids are known. */
  name?: string | undefined
}

export interface PersonClue {
  id?: string | undefined
  slug?: string | undefined
}

/** What to read; all that is given must hold. */
export interface MediaQuestion {
  /** Of any of these companies: as employer, author, or what an article is about. An empty list finds nothing. */
  companies?: readonly CompanyClue[] | undefined
  /** Posts, comments and reactions: of any of these people. */
  people?: readonly PersonClue[] | undefined
  /** Comments and reactions only: on any of these posts, by id. */
  posts?: readonly string[] | undefined
  /**
   * One of these phrases is in the text: caption of a post, a comment, title or summary of an article, text of a
   * posting. Reactions have none.
   */
  phrases?: readonly string[] | undefined
  /** First and last day it appeared, in days since 1970, both inclusive. What has no date is in no range. */
  days?: { first?: number | undefined; last?: number | undefined } | undefined
  /** Posts and comments only: at least so many reactions. */
  leastReactions?: number | undefined
  /** News only. */
  sentiments?: readonly Sentiment[] | undefined
  /** Postings only. */
  statuses?: readonly NonNullable<JobPosting['status']>[] | undefined
  /** Written to the corpus, new or changed, after this commit of its kind (`MediaPage.snapshot.number`). */
  afterCommit?: number | undefined
}

export interface MediaRequest {
  limit: number
  /** Where the page before ended. */
  after?: Position | undefined
  /**
   * The moment the first page was read at; the newest when absent. Keep its number from page to page, and ask for it
   * again (`snapshots.at`) before each: whether later rows must be left out changes.
   */
  snapshot?: Snapshot | undefined
  signal?: AbortSignal | undefined
}

/** Records, the newest first. */
export interface MediaPage<R> {
  records: R[]
  /** Entity ids, aligned with `records`. */
  ids: string[]
  /** Undefined at the end. */
  next: Position | undefined
  snapshot: Snapshot
}

type ReadPage<Kind extends MediaKind> = (
  question: MediaQuestion,
  request: MediaRequest,
) => Promise<MediaPage<RecordOf<Kind>>>

/** Reads job postings, posts with their comments and reactions, and news by company, person, words and time. */
export type MediaReader = { [Kind in MediaKind]: ReadPage<Kind> } & {
  /** Exactly the number of records that paging to the end returns. */
  count(
    kind: MediaKind,
    question: MediaQuestion,
    request?: Omit<MediaRequest, 'limit' | 'after'>,
  ): Promise<number>
}

/** Kinds whose records appeared on a day. */
export type MediaKind = DatedKind

export function openMedia(search: CorpusSearch): MediaReader {
  const page = async (kind: MediaKind, question: MediaQuestion, request: MediaRequest) => {
    const snapshot = request.snapshot ?? (await search.snapshots.newest(kind))
    const condition = buildCondition(kind, question)
    const { bodies, ids, next } = await search.page(kind, { ...request, condition, snapshot })
    return { records: bodies.map((body) => JSON.parse(body) as unknown), ids, next, snapshot }
  }
  const pages = Object.fromEntries(
    datedKinds.map((kind) => [
      kind,
      (question: MediaQuestion, request: MediaRequest) => page(kind, question, request),
    ]),
  ) as { [Kind in MediaKind]: ReadPage<Kind> }
  return {
    ...pages,
    async count(kind, question, { snapshot, signal } = {}) {
      return search.count(kind, {
        condition: buildCondition(kind, question),
        snapshot: snapshot ?? (await search.snapshots.newest(kind)),
        ...(signal === undefined ? {} : { signal }),
      })
    },
  }
}

function buildCondition(kind: MediaKind, question: MediaQuestion): Condition {
  const { companies, people, posts, phrases, days, leastReactions, sentiments, statuses, afterCommit } =
    question
  const { columns, dayColumn } = kinds[kind]
  const facets = (facet: 'sent' | 'status', values: readonly string[]) =>
    hasAny(
      'facets',
      values.map((value) => token(facet, value)),
    )
  return and([
    ...(companies === undefined ? [] : [identifiedBy(kind, companies.flatMap(companyTokens))]),
    ...(people === undefined ? [] : [identifiedBy(kind, people.flatMap(personTokens))]),
    ...(posts === undefined ? [] : [identifiedBy(kind, posts.map(onPost))]),
    ...(phrases === undefined || !columns.includes('words')
      ? []
      : [or(phrases.map((phrase) => containsWords(phrase)))]),
    ...(days === undefined ? [] : [withinDays(dayColumn as string, days)]),
    ...(sentiments === undefined || kind !== 'news' ? [] : [facets('sent', sentiments)]),
    ...(statuses === undefined || kind !== 'postings' ? [] : [facets('status', statuses)]),
    ...(leastReactions === undefined || !columns.includes('reactions')
      ? []
      : [atLeast('reactions', leastReactions)]),
    ...(afterCommit === undefined ? [] : [atLeast('born', afterCommit + 1)]),
  ])
}

const onPost = (postId: string) => exactToken('onpost', postId)

/** Every way records name a company: none of these identifiers is shared by two, but for its name. */
function companyTokens({ id, orgId, slug, domain, name }: CompanyClue): string[] {
  const reference = {
    li_org_id: orgId ?? null,
    pnet_primary_slug: slug ?? null,
    domain: domain === undefined ? null : (normalizeDomain(domain) ?? null),
    name: name ?? null,
  }
  return [...companyLookups(reference), ...entityLookups('cid', id === undefined ? [] : [id])]
}

function personTokens({ id, slug }: PersonClue): string[] {
  return [
    ...(slug === undefined ? [] : [exactToken('pslug', normalizeSlug(slug))]),
    ...entityLookups('pid', id === undefined ? [] : [id]),
  ]
}

function withinDays(column: string, { first, last }: NonNullable<MediaQuestion['days']>): Condition {
  return {
    kind: 'sql',
    text: (bind) => {
      const tests = [`${column} != ${bind.value('Int32', unknownDay)}`]
      if (first !== undefined) tests.push(`${column} >= ${bind.value('Int32', first)}`)
      if (last !== undefined) tests.push(`${column} <= ${bind.value('Int32', last)}`)
      return `(${tests.join(' AND ')})`
    },
  }
}

function atLeast(column: 'reactions' | 'born', value: number): Condition {
  return { kind: 'sql', text: (bind) => `${column} >= ${bind.value('UInt32', value)}` }
}
