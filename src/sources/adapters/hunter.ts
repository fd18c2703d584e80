import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { Question } from '../capabilities.ts'
import { SourceRateLimited, SourceRefused, SourceUnavailable, type SourceFailed } from '../failures.ts'
import { askJson, readWait, type JsonAnswer } from '../http/index.ts'
import { sampleQuestions } from '../sample-questions.ts'
import { defineSource, type SourceAnswer, type SourceCall } from '../source.ts'

const settings = z.object({
  key: z.string().min(1),
  baseUrl: z.url({ protocol: /^https?$/ }).default('https://api.hunter.io/v2'),
  verifyPollMs: z
    .number()
    .int()
    .min(1)
    .max(30_000)
    .default(3_000)
    .describe('Pause between two checks of a running verification.'),
})

/** Hunter, version 2: an address by name and domain, and verification. */
export const hunter = defineSource({
  id: 'hunter',
  summary: 'Work addresses by name and domain, and their verification, from Hunter.',
  settings,
  secrets: ['key'],
  perSecond: 5,
  timeoutMs: 30_000,
  open(config) {
    return {
      'contacts.find': {
        cost: { perFound: 1 },
        takes: (question) => finderQueries(question).length > 0,
        fetch: (question, call) => find(config, question, call),
      },
      'email.verify': {
        cost: { perCall: 0.5 },
        cacheDays: { found: 7, notFound: 0 },
        fetch: (question, call) => verify(config, question, call),
      },
    }
  },
  probe: () => sampleQuestions['email.verify'],
})

type Settings = z.output<typeof settings>
type Parameters = Record<string, string>

/** Domains of one employer that are tried. */
const maxDomains = 3

/** A person's name as the finder takes it; a name of one word is too little. */
function nameParameters({
  name,
  firstName,
  lastName,
}: Pick<Question<'contacts.find'>, 'name' | 'firstName' | 'lastName'>): Parameters | undefined {
  if (firstName !== null && lastName !== null) return { first_name: firstName, last_name: lastName }
  return name?.trim().includes(' ') ? { full_name: name } : undefined
}

/** What the finder can be asked of a person: a name with a domain or company, else the profile. */
export function finderQueries(question: Question<'contacts.find'>): Parameters[] {
  const { wanted, name, firstName, lastName, slug, employer } = question
  // Its phone numbers come along with an address; it has no personal addresses.
  if (!wanted.includes('work_email') && !wanted.includes('phone')) return []
  const person = nameParameters({ name, firstName, lastName })
  const domains = employer?.domains.slice(0, maxDomains) ?? []
  const company = employer?.name
  if (person !== undefined && domains.length > 0) return domains.map((domain) => ({ domain, ...person }))
  if (person !== undefined && company) return [{ company, ...person }]
  return slug === null ? [] : [{ linkedin_handle: slug }]
}

const findAnswer = z.object({
  data: z.object({
    email: z.string().nullable(),
    score: z.number().min(0).max(100).nullish(),
    phone_number: z.string().nullish(),
    sources: z.array(z.unknown()).nullish(),
    verification: z.object({ status: z.string().nullish(), date: z.string().nullish() }).nullish(),
  }),
})

async function find(
  config: Settings,
  question: Question<'contacts.find'>,
  call: SourceCall,
): Promise<SourceAnswer<'contacts.find'>> {
  for (const parameters of finderQueries(question)) {
    const { status, body } = await ask(config, call, { path: 'email-finder', parameters })
    // 451: the person asked Hunter not to process their data.
    if (status === 404 || status === 451) continue
    const parsed = findAnswer.safeParse(body)
    if (!parsed.success) throw new SourceUnavailable('not the documented answer')
    const { email, score, phone_number: number, sources, verification } = parsed.data.data
    if (email === null && !number) continue
    const probability = typeof score === 'number' ? score / 100 : null
    const isInferred = (sources ?? []).length === 0
    return {
      found: true,
      answer: {
        emails:
          email === null
            ? []
            : [{ email, type: 'work', status: readStatus(verification?.status), probability, isInferred }],
        phones: number ? [{ number, type: null }] : [],
      },
      observedAt: verification?.date ?? undefined,
      confidence: probability ?? undefined,
    }
  }
  return { found: false }
}

/** Of an address that takes every mail nobody knows; `webmail` says where it is, not whether. */
function readStatus(text: string | null | undefined): 'valid' | 'risky' | 'unknown' | 'invalid' | null {
  switch (text) {
    case 'valid':
    case 'invalid':
      return text
    case 'accept_all':
    case 'disposable':
      return 'risky'
    case undefined:
    case null:
      return null
    default:
      return 'unknown'
  }
}

const flag = z.boolean().nullish()
const verified = z.object({
  data: z.object({
    email: z.string(),
    status: z.string(),
    regexp: flag,
    gibberish: flag,
    disposable: flag,
    webmail: flag,
    mx_records: flag,
    smtp_server: flag,
    smtp_check: flag,
    accept_all: flag,
    block: flag,
  }),
})

/** Looks at a verification that is still running. */
const maxLookups = 6

async function verify(
  config: Settings,
  { email }: Question<'email.verify'>,
  call: SourceCall,
): Promise<SourceAnswer<'email.verify'>> {
  for (let look = 1; ; look++) {
    const { status, body } = await ask(config, call, { path: 'email-verifier', parameters: { email } })
    if (status === 404 || status === 451) return { found: false }
    // 222: the mail server broke off. Nothing is known, and later it may be.
    if (status === 222) throw new SourceUnavailable('the mail server did not answer the vendor')
    if (status === 202) {
      if (look === maxLookups) throw new SourceUnavailable('the verification is still running')
      await delay(config.verifyPollMs, undefined, { signal: call.signal })
      continue
    }
    const parsed = verified.safeParse(body)
    // An answer about another address would be believed of this one.
    if (!parsed.success || parsed.data.data.email.toLowerCase() !== email.toLowerCase())
      throw new SourceUnavailable('not the documented answer')
    return { found: true, answer: readVerdict(parsed.data.data) }
  }
}

type Verdict = Extract<SourceAnswer<'email.verify'>, { found: true }>['answer']

function readVerdict(data: z.output<typeof verified>['data']): Verdict {
  const isCatchAll = data.status === 'accept_all' || data.accept_all === true
  const isProven = data.smtp_check === true && !isCatchAll
  const verdict = data.status === 'webmail' && isProven ? 'valid' : readStatus(data.status)
  const reasons: [said: boolean, reason: string][] = [
    [data.regexp === false, 'bad_syntax'],
    [data.gibberish === true, 'gibberish'],
    [data.mx_records === false, 'no_mx'],
    [data.smtp_server === false, 'no_connection'],
    [data.block === true, 'blocked'],
    [isCatchAll, 'catch_all'],
    [isProven, 'mailbox_accepted'],
    [data.smtp_server === true && data.smtp_check === false, 'mailbox_unknown'],
    [data.disposable === true, 'disposable'],
  ]
  return {
    // Without a mail server that takes this address and not any, `valid` is only said.
    status: verdict === 'valid' && !isProven ? 'unknown' : (verdict ?? 'unknown'),
    reasons: reasons.flatMap(([applies, reason]) => (applies ? [reason] : [])),
    isCatchAll,
    isDisposable: data.disposable,
    isFree: data.webmail,
  }
}

function ask(
  { key, baseUrl }: Settings,
  call: SourceCall,
  { path, parameters }: { path: string; parameters: Parameters },
): Promise<JsonAnswer> {
  return askJson(call, {
    url: `${baseUrl.replace(/\/+$/, '')}/${path}?${new URLSearchParams(parameters).toString()}`,
    // In a header: addresses end up in logs.
    headers: { 'x-api-key': key },
    alsoStatus: [451],
    readFailure: (answer) => readFailure(answer, call.nowMs),
  })
}

/** It says 403 for too many requests a minute, and 429 for the end of the plan. */
function readFailure({ status, headers }: JsonAnswer, nowMs: number): SourceFailed | undefined {
  if (status === 403) return new SourceRateLimited(readWait(headers['retry-after'], nowMs))
  if (status !== 429) return undefined
  const waitMs = readWait(headers['retry-after'], nowMs)
  return waitMs === undefined ? new SourceRefused('the plan is used up') : new SourceRateLimited(waitMs)
}
