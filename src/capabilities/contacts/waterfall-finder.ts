import { networkUrl, type NetworkHosts } from '../../lib/network-url.ts'
import { limitConcurrency } from '../../lib/limit-concurrency.ts'
import { phoneSubjectToken, emailSubjectTokens, type SuppressedPeople } from '../../corpus/write/index.ts'
import type {
  CapabilityAnswer,
  AskOptions,
  Attempt,
  Provided,
  Question,
  Sources,
} from '../../sources/index.ts'
import type { ContactFinder, ContactQuestion, Finding, FindOptions, FoundContacts } from './finder.ts'
import { Gathered } from './gathered-contacts.ts'
import type { ContactKind } from './kinds.ts'
import { makeStranger } from './unknown-person.ts'
import type { WriteBack } from './write-back.ts'

/** People that one request looks up in outside sources at the same time. */
const atOnce = 16
const maxCheckMs = 20_000

/** Fetches an unknown person into the corpus; false when no source knows them either. */
export type FetchPerson = (
  tokens: readonly string[],
  options: Pick<FindOptions, 'outside' | 'signal'>,
) => Promise<{ isKept: boolean; attempts: readonly Attempt[] }>

interface Parts {
  /** Called first, and the only one that decides whether a person is known. */
  corpus: ContactFinder
  sources: Sources
  writeBack: WriteBack
  fetchPerson: FetchPerson
  network: NetworkHosts
  /** People who asked to be removed, also by an address or number that only a source knows. */
  suppressed?: SuppressedPeople | undefined
}

/**
 * The corpus, then outside sources for what it lacks. Addresses are checked as they arrive, so that one that does not
 * work leaves its kind missing. Results are stored in the corpus.
 */
export function waterfallFinder(parts: Parts): ContactFinder {
  const { corpus, sources } = parts
  const capabilities = ['contacts.find', 'email.verify', 'person.live'] as const
  if (capabilities.every((capability) => sources.names(capability).length === 0)) return corpus
  return {
    async find(questions, options) {
      const fromCorpus = await corpus.find(questions, options)
      const slot = limitConcurrency(atOnce)
      return Promise.all(
        fromCorpus.map((finding, index) =>
          slot(() => complete(parts, { question: questions[index], finding }, options)),
        ),
      )
    },
  }
}

async function complete(
  parts: Parts,
  { question, finding }: { question: ContactQuestion | undefined; finding: Finding },
  options: FindOptions,
): Promise<Finding> {
  const attempts = [...finding.attempts]
  let { contacts } = finding
  if (contacts === undefined && question?.by === 'identifier' && options.outside.mode !== 'cached') {
    const fetched = await parts.fetchPerson(question.tokens, options)
    attempts.push(...fetched.attempts)
    // The person is read from the corpus again, not taken from the source, so that suppressed people stay unknown.
    if (fetched.isKept) contacts = (await parts.corpus.find([question], options))[0]?.contacts
  }
  const { strangersMs } = options.outside
  if (contacts === undefined && question?.by === 'name-domain' && strangersMs !== undefined) {
    const outside = { mode: 'sequence', withinMs: strangersMs } as const
    const gatheredContacts = await gather(
      parts,
      { contacts: makeStranger(question), attempts },
      { ...options, outside },
    )
    const isAny =
      gatheredContacts.emails.length +
        gatheredContacts.phoneNumbers.length +
        gatheredContacts.unmatchedWorkEmails.length >
      0
    return {
      contacts: isAny && !(await isSuppressed(parts, gatheredContacts)) ? gatheredContacts : undefined,
      attempts,
    }
  }
  if (contacts === undefined) return { contacts, attempts }
  const gathered = await gather(parts, { contacts, attempts }, options)
  return { contacts: (await isSuppressed(parts, gathered)) ? undefined : gathered, attempts }
}

async function isSuppressed(
  { suppressed }: Parts,
  { emails, phoneNumbers, unmatchedWorkEmails }: FoundContacts,
): Promise<boolean> {
  const addresses = [...emails.map(({ email }) => email), ...unmatchedWorkEmails]
  const tokens = [
    ...addresses.flatMap(emailSubjectTokens),
    ...phoneNumbers.map(({ number }) => phoneSubjectToken(number)),
  ]
  return ((await suppressed?.among(tokens))?.size ?? 0) > 0
}

async function gather(
  { sources, writeBack, network }: Parts,
  { contacts, attempts }: { contacts: FoundContacts; attempts: Attempt[] },
  options: FindOptions,
): Promise<FoundContacts> {
  const { wanted, outside, signal } = options
  const gathered = new Gathered(contacts)
  const checked = new Set<string>()
  // Checks run one after another: an address that arrives meanwhile waits and does not count as enough before its
  // check.
  let checking = Promise.resolve()
  const check = () =>
    (checking = checking.then(() => checkAddresses(sources, { gathered, attempts, checked }, options)))
  await check()
  const missing = gathered.missing(wanted)
  const kinds = outside.mode === 'all' ? wanted : missing
  if (kinds.length > 0 && sources.names('contacts.find').length > 0) {
    let count = 0
    const take = async (answers: readonly Provided<'contacts.find'>[]) => {
      for (const answer of answers.slice(count)) gathered.add(answer)
      count = answers.length
      await check()
    }
    const askOptions: AskOptions<'contacts.find'> = {
      signal,
      withinMs: outside.withinMs,
      mode: outside.mode === 'cached' ? 'sequence' : outside.mode,
      cachedOnly: outside.mode === 'cached',
      async isEnough(answers) {
        await take(answers)
        return gathered.missing(wanted).length === 0
      },
      narrow: (question) =>
        outside.mode === 'all'
          ? question
          : {
              ...question,
              wanted: [...gathered.missing(wanted)],
            },
    }
    const outcome = await sources.ask('contacts.find', buildQuestion(contacts, kinds, network), askOptions)
    attempts.push(...outcome.attempts)
    await take(outcome.answers)
  }
  // A name alone does not make a record, because its namesakes could not be told apart.
  const { slug } = contacts.outline
  if (slug !== null) await writeBack.keep(slug, gathered.brought())
  return gathered.contacts()
}

/** Has unchecked addresses checked; an address that no source can check stays unknown. */
async function checkAddresses(
  sources: Sources,
  { gathered, attempts, checked }: { gathered: Gathered; attempts: Attempt[]; checked: Set<string> },
  { validateEmails, wanted, outside, signal }: FindOptions,
): Promise<void> {
  if (!validateEmails || sources.names('email.verify').length === 0) return
  const unchecked = gathered.unchecked(wanted).filter((email) => !checked.has(email))
  await Promise.all(
    unchecked.map(async (email) => {
      checked.add(email)
      const outcome = await sources.ask(
        'email.verify',
        { email },
        {
          signal,
          withinMs: Math.min(maxCheckMs, outside.withinMs),
          cachedOnly: outside.mode === 'cached',
          isEnough: (answers) => answers.some(saysSomething),
        },
      )
      attempts.push(...outcome.attempts)
      const verdict = outcome.answers.find(saysSomething)
      if (verdict !== undefined) gathered.setStatus(email, verdict.answer.status)
    }),
  )
}

const saysSomething = ({ answer }: { answer: CapabilityAnswer<'email.verify'> }) =>
  answer.status !== 'unknown'

function buildQuestion(
  { outline, name, pnetUrl }: FoundContacts,
  wanted: readonly ContactKind[],
  network: NetworkHosts,
): Question<'contacts.find'> {
  const { slug, firstName, lastName, country, employer } = outline
  return {
    name,
    firstName,
    lastName,
    slug,
    country,
    profileUrl: pnetUrl === '' && slug !== null ? networkUrl('person', slug, network) : pnetUrl || null,
    employer: employer && {
      ...employer,
      domains: [...employer.domains],
    },
    wanted: [...wanted] as Question<'contacts.find'>['wanted'],
  }
}
