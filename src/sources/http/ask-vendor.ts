import {
  isMissing,
  isPlainObject,
  type Passes,
  type Evaluate,
  type MappingLanguage,
  type Scope,
} from '../../corpus/import/index.ts'
import type { Capability, GivenAnswer, Question } from '../capabilities.ts'
import { failureOfStatus } from '../failures.ts'
import type { SourceAnswer, SourceCall } from '../source.ts'
import type { JudgeAnswer } from './error-rules.ts'
import { mustBeJson, sendForJson, type JsonAnswer } from './json-exchange.ts'
import type { Page, Paging } from './paging.ts'
import type { BuildRequest } from './request-template.ts'

/** The compiled request for one capability of a vendor. */
export interface VendorCall {
  language: MappingLanguage
  settings: Readonly<Record<string, string>>
  request: BuildRequest
  /** Those of the capability before those of the file. */
  rules: readonly JudgeAnswer[]
  paging: Paging | undefined
  answer: Evaluate
  /** Brings values to the types of the answer. */
  fit(value: unknown): unknown
  found: Passes | undefined
  observedAt: Evaluate | undefined
  confidence: Evaluate | undefined
}

/** Of one page: a hundred records of a person's whole career are two or three megabytes. */
const maxBytes = 8 * 1024 * 1024

/** What the pages so far have come to. */
interface Gathered {
  answer: Record<string, unknown>
  isFound: boolean
  items: number
  observedAt: string | undefined
  confidence: number | undefined
}

/** Asks page after page. A failure on any page is the failure of the whole: half a list would pass for all of it. */
export async function askVendor<C extends Capability>(
  vendor: VendorCall,
  question: Question<C>,
  call: SourceCall,
): Promise<SourceAnswer<C>> {
  const gathered: Gathered = {
    answer: {},
    isFound: false,
    items: 0,
    observedAt: undefined,
    confidence: undefined,
  }
  const { paging } = vendor
  let page: Page | undefined = paging?.first ?? { number: 1, offset: 0 }
  for (let pages = 0; page !== undefined && pages < (paging?.most ?? 1); pages++) {
    const read = await askPage(vendor, { question, page }, call)
    if (read === undefined) break
    gather(gathered, vendor, read.scope)
    gathered.items += paging?.countItems(read.scope) ?? 0
    const answered = { url: read.url, link: read.link, items: gathered.items, scope: read.scope }
    page = paging?.next(page, answered)
  }
  if (!gathered.isFound) return { found: false }
  const { observedAt, confidence } = gathered
  const answer = vendor.fit(withinLimit(gathered.answer, question)) as GivenAnswer<C>
  return { found: true, answer, observedAt, confidence }
}

interface PageRead {
  scope: Scope
  url: string
  link: string | undefined
}

/** One page; undefined when there is none, or the question cannot be put to the vendor. */
async function askPage(
  vendor: VendorCall,
  { question, page }: { question: unknown; page: Page },
  call: SourceCall,
): Promise<PageRead | undefined> {
  const { language, settings } = vendor
  const asOf = new Date(call.nowMs).toISOString()
  const base = { question, settings, page }
  const built = vendor.request(language.scope(base, { asOf, variables: base }))
  if (built === undefined) return undefined
  const url = page.url ?? built.url
  const answer = await sendForJson(call, { ...built, url, maxBytes })
  const { status, headers } = answer
  const scope = language.scope(answer.body, { asOf, variables: { ...base, status, headers } })
  if (isNothing(vendor, answer, { scope, nowMs: call.nowMs })) return undefined
  return { scope, url, link: headers['link'] }
}

/** Whether the answer says that there is nothing. Throws what it says went wrong. */
function isNothing(
  { rules }: VendorCall,
  answer: JsonAnswer,
  { scope, nowMs }: { scope: Scope; nowMs: number },
): boolean {
  for (const judge of rules) {
    const verdict = judge(answer, scope, nowMs)
    if (verdict === 'not_found') return true
    if (verdict !== undefined) throw verdict
  }
  const failure = failureOfStatus(answer, nowMs)
  if (failure !== undefined) throw failure
  return answer.status === 404 || mustBeJson(answer).body === undefined
}

/** Lists of later pages go on; of everything else the first page's value counts. */
function gather(gathered: Gathered, vendor: VendorCall, scope: Scope): void {
  const mapped = vendor.answer(scope)
  const isFound = vendor.found === undefined ? mapped !== undefined : vendor.found(scope)
  if (!isFound || !isPlainObject(mapped)) return
  gathered.isFound = true
  for (const [key, value] of Object.entries(mapped)) {
    const before = gathered.answer[key]
    if (Array.isArray(before)) gathered.answer[key] = before.concat(value)
    else if (isMissing(before)) gathered.answer[key] = value
  }
  gathered.observedAt ??= toMoment(vendor.observedAt?.(scope))
  gathered.confidence ??= toFraction(vendor.confidence?.(scope))
}

/** Searches say how many records they want; the last page may have brought more. */
function withinLimit(answer: Record<string, unknown>, question: object): Record<string, unknown> {
  const { records } = answer
  return 'limit' in question && typeof question.limit === 'number' && Array.isArray(records)
    ? { ...answer, records: records.slice(0, question.limit) }
    : answer
}

function toMoment(value: unknown): string | undefined {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}

function toFraction(value: unknown): number | undefined {
  const number = isMissing(value) ? Number.NaN : Number(value)
  return Number.isFinite(number) ? Math.min(Math.max(number, 0), 1) : undefined
}
