import { z } from 'zod'
import { freeMailDomains } from '../../lib/mail-domains.ts'
import type { Question } from '../capabilities.ts'
import type { PersonRecord } from '../../corpus/records/index.ts'
import { exactToken } from '../../corpus/search-index/index.ts'
import {
  guessAddresses,
  knownColleagues,
  learnByRole,
  roleAt,
  type Candidate,
} from '../email-pattern/index.ts'
import { sampleQuestions } from '../sample-questions.ts'
import { defineSource, type SourceAnswer, type SourceHost } from '../source.ts'

const settings = z.object({
  verify: z.boolean().default(true).describe('Check candidates with the sources that answer email.verify.'),
  mostChecked: z.number().int().min(1).max(10).default(4).describe('Most candidates to check.'),
  leastProbability: z
    .number()
    .min(0)
    .max(1)
    .default(0.6)
    .describe('Least probability of an address that could not be checked.'),
})

type Settings = z.output<typeof settings>

const maxDomains = 3
/** Candidates less likely than this are not worth a conversation with a mail server. */
const minChecked = 0.02

/** Works addresses out from those of known colleagues. */
export const emailPattern = defineSource({
  id: 'email-pattern',
  summary: 'Derives work addresses from the pattern a domain uses for people in the corpus.',
  settings,
  secrets: [],
  perSecond: 100,
  timeoutMs: 90_000,
  open: (config, host) => ({
    'contacts.find': {
      cacheDays: { found: 7, notFound: 1 },
      takes: ({ wanted, employer, ...person }) =>
        wanted.includes('work_email') && mailDomains(employer).length > 0 && fullName(person) !== '',
      fetch: (question, { signal }) => find({ config, host, signal }, question),
    },
  }),
  probe: () => sampleQuestions['contacts.find'],
  isLocal: () => true,
})

interface Finding {
  config: Settings
  host: SourceHost
  signal: AbortSignal
}

type ContactsQuestion = Question<'contacts.find'>

const mailDomains = (employer: ContactsQuestion['employer']): string[] =>
  (employer?.domains ?? []).filter((domain) => !freeMailDomains.has(domain)).slice(0, maxDomains)

const fullName = ({ name, firstName, lastName }: Pick<ContactsQuestion, 'name' | 'firstName' | 'lastName'>) =>
  (name ?? [firstName, lastName].filter(Boolean).join(' ')).trim()

async function find(by: Finding, question: ContactsQuestion): Promise<SourceAnswer<'contacts.find'>> {
  const candidates = await findCandidates(by, question)
  const checked = by.config.verify
    ? await check(by, candidates)
    : { rest: candidates, status: 'unknown' as const }
  if (checked.valid !== undefined) return makeAnswer(checked.valid, 'valid')
  const best = checked.rest[0]
  if (best === undefined || best.probability < by.config.leastProbability) return { found: false }
  return makeAnswer(best, checked.status)
}

function makeAnswer(
  { email, probability }: Candidate,
  status: 'valid' | 'risky' | 'unknown',
): SourceAnswer<'contacts.find'> {
  return {
    found: true,
    answer: { emails: [{ email, type: 'work', status, probability, isInferred: true }], phones: [] },
    confidence: probability,
  }
}

/** Addresses at all domains of the employer; a domain where more colleagues have addresses is likelier. */
async function findCandidates(by: Finding, question: ContactsQuestion): Promise<Candidate[]> {
  const { host, signal } = by
  const domains = mailDomains(question.employer)
  const colleagues = await knownColleagues(host.corpus.search, domains, signal)
  // The main domain, where nothing is known of any.
  const weights = domains.map(
    (domain, index) =>
      colleagues.filter(({ email }) => email.endsWith(`@${domain}`)).length + (index === 0 ? 0.5 : 0.1),
  )
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const name = fullName(question)
  const learned = domains.map((domain) => learnByRole(domain, colleagues))
  const role = learned.some(({ isByRole }) => isByRole) ? await roleOfPerson(by, question, domains) : ''
  return learned
    .flatMap((patterns, index) => {
      const { candidates } = guessAddresses(name, patterns.of(role))
      const share = (weights[index] ?? 0) / total
      return candidates.map((candidate) => ({ ...candidate, probability: candidate.probability * share }))
    })
    .sort((a, b) => b.probability - a.probability)
}

/** What the corpus knows the person as; only asked where it makes a difference. */
async function roleOfPerson(
  { host, signal }: Finding,
  { slug }: ContactsQuestion,
  domains: readonly string[],
): Promise<string> {
  if (!slug) return ''
  const { search } = host.corpus
  const snapshot = await search.snapshots.newest('people')
  const [person] = await search.lookup('people', {
    tokens: [exactToken('slug', slug)],
    snapshot,
    perToken: 1,
    signal,
  })
  return person === undefined ? '' : roleAt(JSON.parse(person.body) as PersonRecord, domains)
}

interface Checked {
  valid?: Candidate
  /** Those not found invalid, with what their odds are now. */
  rest: Candidate[]
  status: 'risky' | 'unknown'
}

/** Until one is valid, or a domain does not tell its mailboxes from others. */
async function check({ config, host, signal }: Finding, candidates: readonly Candidate[]): Promise<Checked> {
  let rest = [...candidates]
  for (const candidate of candidates.slice(0, config.mostChecked)) {
    if (candidate.probability < minChecked) break
    const { answers } = await host.ask('email.verify', { email: candidate.email }, signal)
    const conclusive = answers.find(({ answer }) => answer.status !== 'unknown')?.answer
    if (conclusive === undefined) return { rest, status: 'unknown' }
    if (conclusive.status === 'valid')
      return { valid: { ...candidate, probability: 0.99 }, rest, status: 'unknown' }
    if (conclusive.status === 'risky') return { rest, status: 'risky' }
    rest = without(rest, candidate)
  }
  return { rest, status: 'unknown' }
}

/** The odds of one that is not there fall to the others in proportion. */
function without(candidates: readonly Candidate[], rejected: Candidate): Candidate[] {
  const now = candidates.find(({ email }) => email === rejected.email)?.probability ?? 0
  return candidates
    .filter(({ email }) => email !== rejected.email)
    .map((other) => ({ ...other, probability: now >= 1 ? 0 : other.probability / (1 - now) }))
}
