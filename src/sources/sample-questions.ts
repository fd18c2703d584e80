import { companySearchParams, profileSearchParams } from '../corpus/search/index.ts'
import type { Capability, Question } from './capabilities.ts'
import type { Probe } from './source.ts'

const nobody = {
  ...{ slug: 'almanac-check-no-such-profile', profileUrl: null, url: null, userId: null, entityUrn: null },
  ...{ name: 'Nobody Almanac-Check', email: null },
}
const by = { type: 'person', slug: nobody.slug, id: null, url: null } as const

/** A question of each capability that is about nobody: any account may ask it, and most vendors charge nothing. */
const questions: { [C in Capability]: Question<C> } = {
  'contacts.find': {
    ...{ name: nobody.name, firstName: 'Nobody', lastName: 'Almanac-Check', slug: null, profileUrl: null },
    ...{ country: null, wanted: ['work_email'] },
    employer: { name: 'Example', domains: ['example.com'], slug: null },
  },
  'email.verify': { email: 'almanac-check@example.com' },
  'person.live': { ...nobody, employer: null },
  'company.live': {
    ...{ slug: nobody.slug, orgId: null, url: null, domain: null, name: null, historicalHeadcount: false },
  },
  'people.search': {
    searchParams: profileSearchParams.parse({ fuzzyName: { anyOf: [{ name: nobody.name }] } }),
    limit: 1,
  },
  'company.search': {
    searchParams: companySearchParams.parse({ domains: ['almanac-check.example'] }),
    limit: 1,
  },
  'codehost.account': { of: 'account', username: nobody.slug },
  posts: { by, cursor: null },
  comments: { of: 'actor', by, cursor: null },
  reactions: { of: 'actor', by, cursor: null },
  'post.search': { keywords: ['almanac check'], recency: null, cursor: null },
  'company.logo': { domain: 'almanac-check.example', slug: null, orgId: null },
}

export const sampleQuestions = Object.fromEntries(
  Object.entries(questions).map(([capability, question]) => [capability, { capability, question }]),
) as { [C in Capability]: Extract<Probe, { capability: C }> }
