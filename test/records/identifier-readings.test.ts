import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { Failure } from '../../src/operation/index.ts'
import { readSubjectIdentifiers, SubjectRefused } from '../../src/capabilities/privacy/identify-subject.ts'
import {
  anyPersonTokens,
  companyPage,
  companyTokens,
  domainTokens,
  emailTokens,
  personPage,
  personSpelling,
  personTokens,
  phoneTokens,
  postIds,
} from '../../src/corpus/identify/index.ts'
import { readUsername } from '../../src/capabilities/web-data/code-host-to-network.ts'
import {
  companyFilters,
  employerTokens,
  profileFilters,
  referenced,
  type Condition,
} from '../../src/corpus/search/index.ts'
import { companyToken } from '../../src/corpus/search/company/identity.ts'
import { identifierTexts } from './identifier-texts.ts'

const network = { hosts: ['pnet.example'] }
const context = {
  path: 'at',
  network,
  today: 0,
  advise: () => {},
  ofCompany: (company: unknown) => company as never,
}

/** Refusals are thrown or returned; what is read is shown as a list of tokens. */
type Reader = (text: string) => unknown

const pageOf = (page: ReturnType<typeof personPage>) =>
  'expected' in page ? page : [...page.tokens, page.key, page.urn, page.url]
const tokensOf = (condition: Condition) => (condition.kind === 'identified' ? condition.tokens : condition)
const subjects = (found: ReturnType<typeof readSubjectIdentifiers>) =>
  found.map(({ token, sort, texts }) => [token, sort, ...texts].join(' '))
const employer = (named: ReturnType<typeof referenced>) => [
  named.kind === 'company' ? named.token : `${named.kind} ${named.kind === 'id' ? named.id : named.key}`,
]
const posting = (tokens: ReturnType<typeof employerTokens>) => [tokens.posting, tokens.company]
const profile = (value: object) =>
  tokensOf(profileFilters.exactProfile.condition({ anyOf: [value] } as never, context))

/** Every place a client's identifier is read at, as the operations there ask. */
const readers: Record<string, Reader> = {
  'person slug': (text) => personTokens('pnetSlug', text, network),
  'person url': (text) => personTokens('pnetUrl', text, network),
  'person id': (text) => personTokens('userID', text, network),
  'person urn': (text) => personTokens('entityUrn', text, network),
  contact: (text) => anyPersonTokens(text, network),
  'contact spelling': (text) => [personSpelling(text)],
  'live person': (text) => pageOf(personPage(text, network)),
  'live company': (text) => pageOf(companyPage(text, network)),
  'live post': postIds,
  'company slug': (text) => companyTokens('pnetSlug', text, network),
  'company url': (text) => companyTokens('pnetUrl', text, network),
  'company id': (text) => companyTokens('pnetOrgId', text, network),
  'company domain': (text) => companyTokens('domain', text, network),
  domain: domainTokens,
  'e-mail': emailTokens,
  phone: (text) => phoneTokens(text),
  'phone in US': (text) => phoneTokens(text, 'us'),
  'code host': (text) => [readUsername({ username: text } as never)],
  'subject e-mail': (text) => subjects(readSubjectIdentifiers({ emails: [text] }, network)),
  'subject phone': (text) => subjects(readSubjectIdentifiers({ phoneNumbers: [text] }, network)),
  'subject profile': (text) => subjects(readSubjectIdentifiers({ profiles: [text] }, network)),
  'filter url': (text) => [companyToken({ identifier: 'pnet-url', pnet_url: text }, context)],
  'filter domain': (text) => [companyToken({ identifier: 'domain', domain: text }, context)],
  'filter id': (text) => [companyToken({ identifier: 'pnet-org-id', org_id: text }, context)],
  'filter domains': (text) => tokensOf(companyFilters.domains.condition([text], context)),
  'filter profile slug': (text) => profile({ primary_slug: text }),
  'filter profile id': (text) => profile({ profile_id: text }),
  'employer page': (text) => employer(referenced({ pnetSlugOrURL: text } as never, context)),
  'employer domain': (text) => employer(referenced({ domain: text } as never, context)),
  'employer id': (text) => employer(referenced({ pnetOrgID: text } as never, context)),
  'posting slug': (text) => posting(employerTokens('pnetSlug', text, context)),
  'posting url': (text) => posting(employerTokens('pnetUrl', text, context)),
  'posting id': (text) => posting(employerTokens('pnetOrgId', text, context)),
  'posting domain': (text) => posting(employerTokens('domain', text, context)),
}

/** What was read, shortened where it is long; the refusal instead. */
function reading(read: Reader, text: string): { found: string } | { refused: string } {
  try {
    const found = read(text)
    if (!Array.isArray(found)) return { refused: JSON.stringify(found) }
    const whole = found.map((each) => each ?? '-').join(' | ')
    return {
      found: whole.length < 200 ? whole : `${whole.slice(0, 40)}… ${hash('sha256', whole).slice(0, 8)}`,
    }
  } catch (error) {
    if (error instanceof Failure) return { refused: JSON.stringify(error.issues) }
    if (error instanceof SubjectRefused) return { refused: `${error.path} ${error.message}` }
    throw error
  }
}

/** What a text is read as, with the readers that agree on it, so that the file shows where they differ. */
function readingsOf(text: string): Record<string, string> {
  const found = Object.entries(readers).flatMap(([name, read]) => {
    const one = reading(read, text)
    return 'found' in one ? [{ name, found: one.found }] : []
  })
  return Object.fromEntries(
    [...Map.groupBy(found, (each) => each.found)].map(([said, by]) => [
      said,
      by.map(({ name }) => name).join(', '),
    ]),
  )
}

/** All that a reader says of texts it refuses. */
const refusalsOf = (read: Reader) =>
  [
    ...new Set(
      identifierTexts.flatMap((text) => {
        const one = reading(read, text)
        return 'refused' in one ? [one.refused] : []
      }),
    ),
  ].sort()

/** One entry a line, so that a change shows in review as the texts it is about. */
const listed = (entries: [string, unknown][]) =>
  entries.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join('\n')

// `npx vitest run test/records -u` writes the file anew: what it then shows as changed is a change of what operations accept.
test('an identifier is read as it always was', async () => {
  const refusals = listed(Object.entries(readers).map(([name, read]) => [name, refusalsOf(read)]))
  const readings = listed(identifierTexts.map((text) => [text, readingsOf(text)]))
  const pinned = `refusals\n${refusals}\n\nreadings\n${readings}\n`
  await expect(pinned).toMatchFileSnapshot('data/identifier-readings.txt')
})

test('the pinned texts are several hundred, and every reader takes some of them', () => {
  expect(identifierTexts.length).toBeGreaterThan(350)
  const taken = new Set(
    identifierTexts.flatMap((text) => Object.values(readingsOf(text)).flatMap((by) => by.split(', '))),
  )
  expect([...taken].toSorted()).toEqual(Object.keys(readers).toSorted())
})
