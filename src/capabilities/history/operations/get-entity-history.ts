import { z } from 'zod'
import {
  accepted,
  givenCompanyTokens,
  givenPersonTokens,
  identifierPair,
} from '../../../corpus/identify/index.ts'
import type { NetworkHosts } from '../../../lib/network-url.ts'
import { carriersOfFirst } from '../../../corpus/lookup/index.ts'
import { openPage, optional, pageInput, makePage, perMinute, withDefault } from '../../../operation/index.ts'
import type { TimelineState } from '../../../corpus/history/index.ts'
import { additionsTag, operation } from '../slice.ts'

const company = identifierPair(['pnetUrl', 'pnetSlug', 'pnetOrgId', 'domain', 'entityId'], {
  value: z.string(),
})
const person = identifierPair(['pnetUrl', 'pnetSlug', 'pnetUserId', 'entityUrn', 'entityId'], {
  value: z.string(),
})

const { pageSize, cursor } = pageInput({ sizes: { default: 25, most: 100 } })

const input = z
  .object({
    company: optional(company).describe('The company whose history is asked for.'),
    person: optional(person).describe('The person whose history is asked for.'),
    countOnly: withDefault(z.boolean(), false).describe(
      'Answers stateCount alone, free: how much history there is before it is paid for.',
    ),
    pageSize,
    cursor,
  })
  .refine(({ company, person }) => (company === undefined) !== (person === undefined), {
    path: ['company'],
    message: 'Send either company or person, not both.',
  })

/** States that are counted at most: reading more would not be free for us. */
const maxCounted = 500

const change = z.object({
  member: z.string(),
  previous: z.unknown().describe('Its value before; null where it was unknown.'),
  current: z.unknown(),
})

const state = z
  .object({
    observedAt: z.string().describe('When this state was first seen, ISO 8601.'),
    source: z.string().describe('Who said so.'),
    members: z
      .looseObject({})
      .describe('Members covered by history, as they were, by their name in the record.'),
    changes: z
      .array(change)
      .nullable()
      .describe('What changed since the state before; null for the first known state.'),
  })
  .meta({ id: 'EntityState' })

/** The commit the first page read, the entity, and the last state of the previous page. */
const position = z.object({ commit: z.int(), id: z.string(), before: z.string() })

export const getEntityHistory = operation({
  id: 'getEntityHistory',
  route: 'POST /v1/entity-history',
  tag: additionsTag,
  summary: 'Show what a company or person was before',
  tasks: ['what changed at a company or person', 'earlier titles, headcounts and names, past state'],
  describe:
    'Answers the states of one company or person that imports, live fetches and enrichment left in the corpus, newest first, each with the day it was first seen and what changed. History has, of a company: name, websites, domains, headcount, followers, headquarters, offices, status, funding, revenue, the descriptions (short_description, long_description and li_description), logo, technologies and headcount by function; of a person: name, headline, summary, location, positions, skills, certifications, labels (tags, and in tag_days the days that labels follow from which change by time alone, such as student or recently-promoted), connections, followers and marks of the profile. A page with content is charged. Free are an unknown company or person, an empty page, one whose only state is the record as it is now, and countOnly, which says how many states there are.',
  input,
  output: z.object({
    found: z.boolean().describe('Whether the corpus knows the company or person.'),
    states: z.array(state),
    stateCount: z
      .int()
      .nullable()
      .describe(
        `States there are, up to ${maxCounted}: with countOnly, or where the first page has them all. Null elsewhere.`,
      ),
    nextCursor: z.string().nullable(),
  }),
  pages: 'nextCursor',
  price: (p) =>
    p.perRequest({
      key: 'entityHistoryPage',
      asked: ({ countOnly }) => !countOnly,
      // The only state there is says nothing but what the record says now.
      units: ({ states, stateCount }) => (stateCount === 1 ? 0 : Math.min(1, states.length)),
    }),
  limit: perMinute(60),
  fails: ['invalid-cursor'],
  examples: [
    { name: 'A company by domain', input: { company: { identifier: 'domain', value: 'be--husk.com' } } },
    {
      name: 'A person, two states a page',
      input: { person: { identifier: 'pnetSlug', value: 'lei-zhu-zkeii8-example' }, pageSize: 2 },
    },
  ],
  effect: 'spends',
  async handle({ input, call, deps }) {
    const { search, history, network, secret } = deps
    const kind = input.company === undefined ? 'people' : 'companies'
    const selector = { company: input.company, person: input.person }
    const seal = { key: secret, of: 'getEntityHistory', organizationId: call.organizationId, query: selector }
    const from = openPage(input.cursor, seal, position)
    const newest = await search.snapshots.newest(kind)
    const snapshot = from === undefined ? newest : { ...newest, number: from.commit }
    const tokens = from === undefined ? listTokens(selector, network) : []
    const record =
      from ??
      carriersOfFirst(
        await search.lookup(kind, { tokens, snapshot, perToken: 1, signal: call.signal }),
        tokens,
      )[0]
    if (record === undefined) return { found: false, states: [], stateCount: 0, nextCursor: null }
    const states: TimelineState[] = []
    const most = input.countOnly ? maxCounted : input.pageSize + 1
    for await (const each of history.timeline(kind, record.id, { snapshot, before: from?.before })) {
      states.push(each)
      if (states.length >= most) break
    }
    if (input.countOnly) return { found: true, states: [], stateCount: states.length, nextCursor: null }
    const page = makePage(states, {
      size: input.pageSize,
      seal,
      position: ({ observedAt }) => ({ commit: snapshot.number, id: record.id, before: observedAt }),
    })
    const isWhole = from === undefined && page.nextCursor === null
    return {
      found: true,
      states: page.items.map(toView),
      stateCount: isWhole ? states.length : null,
      nextCursor: page.nextCursor,
    }
  },
})

type Selector = Pick<z.output<typeof input>, 'company' | 'person'>

function listTokens({ company, person }: Selector, network: NetworkHosts): string[] {
  if (company !== undefined) return accepted(givenCompanyTokens(company, network), 'company.value')
  return person === undefined ? [] : accepted(givenPersonTokens(person, network), 'person.value')
}

const toView = ({ observedAt, source, tracked, changes }: TimelineState) => ({
  observedAt,
  source,
  members: tracked,
  changes: changes ?? null,
})
