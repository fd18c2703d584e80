import type { z } from 'zod'
import {
  companySearchParams,
  profileSearchParams,
  type CompanySearchParams,
  type ProfileSearchParams,
} from '../../../corpus/search/index.ts'
import { annotate } from './annotate.ts'
import { markCovered } from './coverage.ts'
import { listNameCandidates } from './annotators/names.ts'
import { assembleParams } from './assemble.ts'
import { choose } from './choose.ts'
import type { Draft, Part, Side } from './draft.ts'
import { interpret } from './interpret.ts'
import { withKeywords } from './keywords.ts'
import type { CorpusOrganization, Mention } from './mention.ts'
import { withNegationsBehind } from './negations-behind.ts'
import { isOtherTask } from './other-tasks.ts'
import { findKind, withHiring, withoutAudiences } from './roles.ts'
import { withTitleWords } from './title-words.ts'
import { cutText, splitWords, type Word } from './words.ts'
import { dayMs } from '../../../lib/time.ts'

/** Characters of the longest question. */
export const maxQuestionLength = 2_000

/** A part of the question that was understood. */
export interface Span {
  /** Offsets in UTF-16 units, the end exclusive. */
  start: number
  end: number
  text: string
  /** Parameter that it became: `companySearchParams.stage`. */
  path: string
  /** 0..1 */
  confidence: number
}

/** A part that was not. */
export interface Unread {
  start: number
  end: number
  text: string
}

export interface ParsedQuestion {
  /** The kind that is looked for; undefined when nothing was understood. */
  kind: 'companies' | 'people' | undefined
  /** How many are asked for, not who. */
  isCount: boolean
  /** What companies must satisfy: those searched, or current employers of people. */
  companySearchParams: CompanySearchParams | undefined
  profileSearchParams: ProfileSearchParams | undefined
  /** `top 10`. */
  limit: number | undefined
  spans: Span[]
  notUnderstood: Unread[]
  /** How parts were taken, where that is not plain. */
  notices: string[]
  /** 0..1: how sure the reading is, and how much of the question it covers. */
  confidence: number
}

export interface ParseContext {
  /** Milliseconds since the epoch; relative days count from it. */
  nowMs: number
  /** Organizations found for `organizationNames`. */
  names?: ReadonlyMap<string, CorpusOrganization>
}

const noNames: ReadonlyMap<string, CorpusOrganization> = new Map()

/** Names in a question that the corpus may know, by the key `ParseContext.names` has them under. */
export function listOrganizationNames(question: string, nowMs: number): Map<string, string> {
  const today = Math.floor(nowMs / dayMs)
  const read = question.slice(0, maxQuestionLength)
  const { words, mentions } = annotate(read, { today, names: noNames })
  const covered = markCovered(mentions, words.length)
  return listNameCandidates(splitWords(read), (at) => covered[at] === true)
}

const wordsOnly = new Set(['filler', 'cue', 'companies', 'people', 'count'])

/** Parts of a question that neither spans of another reader nor function words explain. */
export function listUnexplained(
  question: string,
  nowMs: number,
  spans: readonly Pick<Span, 'start' | 'end'>[],
): Unread[] {
  const { words, mentions } = annotate(question, { today: Math.floor(nowMs / dayMs), names: noNames })
  const plain = choose(mentions, words.length).filter(({ is }) => wordsOnly.has(is.kind))
  const unreadWords = words.flatMap(({ start, end }, from): Mention[] =>
    spans.some((span) => start < span.end && span.start < end)
      ? [{ from, to: from + 1, is: { kind: 'filler' }, confidence: 1 }]
      : [],
  )
  return listUnread(question, words, [...plain, ...unreadWords])
}

/**
 * Reads a question about companies or people without asking anybody. The parameters satisfy the schema of the searches;
 * what is not in them, and what is longer than a question may be, is in `notUnderstood`.
 */
export function parseQuestion(question: string, context: ParseContext): ParsedQuestion {
  const parsed = parseWhole(question.slice(0, maxQuestionLength), context)
  if (question.length > maxQuestionLength)
    parsed.notUnderstood.push({
      start: maxQuestionLength,
      end: question.length,
      text: question.slice(maxQuestionLength),
    })
  return parsed
}

function parseWhole(question: string, { nowMs, names = noNames }: ParseContext): ParsedQuestion {
  const { words, mentions } = annotate(question, { today: Math.floor(nowMs / dayMs), names })
  const described = withKeywords(question, words, choose(mentions, words.length))
  const titled = withoutAudiences(withTitleWords(words, described), words)
  const chosen = withHiring(withNegationsBehind(titled, words))
  const kind = isOtherTask(words) ? undefined : findKind(chosen)
  const notices = listSlipNotices(words, chosen)
  if (kind === undefined) return nothing(question, words, chosen, notices)
  const { draft, isCount, limit } = interpret(chosen, words, kind)
  const contradict = (line: string) => notices.push(line)
  const company = buildParamsOf('company', companySearchParams, draft, contradict)
  const person = buildParamsOf('person', profileSearchParams, draft, contradict)
  notices.push(...draft.notices)
  const spans = draft.parts.map((part) => buildSpan(part, question, words))
  for (const { mention } of draft.parts)
    if (mention.note !== undefined)
      notices.push(`"${cutText(question, words, mention.from, mention.to)}" ${mention.note}`)
  const notUnderstood = listUnread(
    question,
    words,
    chosen.filter((each) => !draft.unplaced.includes(each)),
  )
  return {
    kind,
    isCount,
    companySearchParams: company,
    profileSearchParams: person,
    limit,
    spans,
    notUnderstood,
    notices: [...new Set(notices)],
    confidence: measureConfidence(draft.parts, words, notUnderstood, chosen),
  }
}

/** Parameters of one side that its search takes. What it would refuse (a list too long) is taken out, and not understood. */
function buildParamsOf<T extends z.ZodType>(
  side: Side,
  schema: T,
  draft: Draft,
  contradict: (line: string) => void,
): z.output<T> | undefined {
  for (;;) {
    const params = assembleParams(draft.parts, side, () => undefined)
    if (params === undefined) return undefined
    const parsed = schema.safeParse(params)
    if (parsed.success) {
      assembleParams(draft.parts, side, contradict)
      return parsed.data
    }
    const refused = new Set(parsed.error.issues.map(({ path }) => path[0]))
    const isRefused = (part: Part) => part.side === side && (refused.has(part.param) || refused.has('group'))
    draft.unplaced.push(...draft.parts.filter(isRefused).map(({ mention }) => mention))
    draft.parts = draft.parts.filter((part) => !isRefused(part))
  }
}

function nothing(
  question: string,
  words: readonly Word[],
  chosen: readonly Mention[],
  notices: string[],
): ParsedQuestion {
  const grammar = chosen.filter(({ is }) => is.kind === 'filler' || is.kind === 'cue')
  return {
    kind: undefined,
    isCount: false,
    companySearchParams: undefined,
    profileSearchParams: undefined,
    limit: undefined,
    spans: [],
    notUnderstood: listUnread(question, words, grammar),
    notices,
    confidence: 0,
  }
}

function buildSpan({ side, param, mention }: Part, question: string, words: readonly Word[]): Span {
  const { from, to, confidence } = mention
  return {
    start: words[from]!.start,
    end: words[to - 1]!.end,
    text: cutText(question, words, from, to),
    path: `${side === 'company' ? 'companySearchParams' : 'profileSearchParams'}.${param}`,
    confidence,
  }
}

/** Runs of words that nothing explains. */
function listUnread(question: string, words: readonly Word[], understood: readonly Mention[]): Unread[] {
  const covered = markCovered(understood, words.length)
  const unread: Unread[] = []
  for (let from = 0; from < words.length; from++) {
    if (covered[from] === true) continue
    let to = from + 1
    while (to < words.length && covered[to] !== true) to++
    unread.push({
      start: words[from]!.start,
      end: words[to - 1]!.end,
      text: cutText(question, words, from, to),
    })
    from = to
  }
  return unread
}

function listSlipNotices(words: readonly Word[], chosen: readonly Mention[]): string[] {
  const used = markCovered(chosen, words.length)
  return words.flatMap(({ text, meant }, at) =>
    meant === undefined || used[at] !== true ? [] : [`"${text}" was read as "${meant}".`],
  )
}

/** The sureness of what was read, times the share of the words that say something which it is. */
function measureConfidence(
  parts: readonly Part[],
  words: readonly Word[],
  notUnderstood: readonly Unread[],
  chosen: readonly Mention[],
): number {
  if (parts.length === 0) return 0
  const sure = parts.reduce((product, { mention }) => product + mention.confidence, 0) / parts.length
  const lost = notUnderstood.reduce((sum, { text }) => sum + splitWords(text).length, 0)
  const weight = chosen
    .filter(({ is }) => is.kind !== 'filler' && is.kind !== 'cue')
    .reduce((sum, { from, to }) => sum + to - from, 0)
  const slips = words.filter(({ meant }) => meant !== undefined).length
  return Math.round(sure * (weight / Math.max(1, weight + lost)) * 0.97 ** slips * 100) / 100
}
