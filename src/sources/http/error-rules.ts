import {
  MappingError,
  readMembers,
  type Passes,
  type Evaluate,
  type MappingLanguage,
  type MappingPath,
  type Scope,
} from '../../corpus/import/index.ts'
import { retryAfterMs } from '../../lib/http-headers.ts'
import { SourceRateLimited, SourceRefused, SourceUnavailable, type SourceFailed } from '../failures.ts'
import type { JsonAnswer } from './json-exchange.ts'

/** What a vendor's answer means when it is not the answer to the question; undefined when no rule says. */
export type JudgeAnswer = (
  answer: Pick<JsonAnswer, 'status' | 'headers'>,
  scope: Scope,
  nowMs: number,
) => SourceFailed | 'not_found' | undefined

const meanings = ['not_found', 'refused', 'rate_limited', 'unavailable'] as const

interface Rule {
  matches(status: number, scope: Scope): boolean
  is: (typeof meanings)[number]
  retryAfter: Evaluate | undefined
}

/** Compiles the `errors` of a vendor file; the first rule that matches decides. Throws MappingError. */
export function compileErrors(
  source: unknown,
  mappingPath: MappingPath,
  language: MappingLanguage,
): JudgeAnswer {
  if (source !== undefined && !Array.isArray(source))
    throw new MappingError('expected a list of rules', mappingPath)
  const rules = ((source ?? []) as unknown[]).map((rule, index) =>
    compileRule(rule, [...mappingPath, index], language),
  )
  return (answer, scope, nowMs) => {
    const rule = rules.find(({ matches }) => matches(answer.status, scope))
    switch (rule?.is) {
      case undefined:
        return undefined
      case 'not_found':
        return 'not_found'
      case 'refused':
        return new SourceRefused(`HTTP ${answer.status}`)
      case 'unavailable':
        return new SourceUnavailable(`HTTP ${answer.status}`)
      case 'rate_limited': {
        const wait = rule.retryAfter?.(scope) ?? answer.headers['retry-after']
        return new SourceRateLimited(readWait(wait, nowMs))
      }
    }
  }
}

function compileRule(source: unknown, mappingPath: MappingPath, language: MappingLanguage): Rule {
  const members = readMembers(source, mappingPath, ['status', 'when', 'is', 'retry_after'])
  const is = meanings.find((meaning) => meaning === members['is'])
  if (is === undefined)
    throw new MappingError(`\`is\` is one of ${meanings.join(', ')}`, [...mappingPath, 'is'])
  if (!('status' in members) && !('when' in members))
    throw new MappingError('expected `status` or `when`', mappingPath)
  if ('retry_after' in members && is !== 'rate_limited')
    throw new MappingError('`retry_after` belongs to `rate_limited`', [...mappingPath, 'retry_after'])
  language.checkNames(members['when'], [...mappingPath, 'when'])
  language.checkNames(members['retry_after'], [...mappingPath, 'retry_after'])
  const ofStatus = compileStatus(members['status'], [...mappingPath, 'status'])
  const when: Passes =
    'when' in members ? language.condition(members['when'], [...mappingPath, 'when']) : () => true
  return {
    is,
    matches: (status, scope) => ofStatus(status) && when(scope),
    retryAfter:
      'retry_after' in members
        ? language.expression(members['retry_after'], [...mappingPath, 'retry_after'])
        : undefined,
  }
}

/** `404`, `5xx`, or a list of them. */
function compileStatus(source: unknown, mappingPath: MappingPath): (status: number) => boolean {
  if (source === undefined) return () => true
  const patterns = (Array.isArray(source) ? source : [source]).map((each) => String(each).toLowerCase())
  const odd = patterns.find((pattern) => !/^[1-5](?:\d\d|xx)$/.test(pattern))
  if (odd !== undefined)
    throw new MappingError(`\`${odd}\` is not a status; use one like 404 or 5xx`, mappingPath)
  return (status) =>
    patterns.some((pattern) =>
      pattern.endsWith('xx') ? pattern[0] === String(status)[0] : Number(pattern) === status,
    )
}

/** Seconds from a number this large are those since 1970: nobody asks to wait for thirty years. */
const isEpoch = (seconds: number) => seconds >= 1_000_000_000

/** Milliseconds of what a vendor says: seconds, seconds since 1970, or a date. */
export function readWait(wait: unknown, nowMs: number): number | undefined {
  if (wait === undefined || wait === null || typeof wait === 'object') return undefined
  const seconds = Number(wait)
  if (Number.isFinite(seconds) && isEpoch(seconds))
    return retryAfterMs(new Date(seconds * 1_000).toUTCString(), nowMs)
  if (Number.isFinite(seconds)) return retryAfterMs(String(Math.ceil(Math.max(seconds, 0))), nowMs)
  // Vendors write dates in other forms, too.
  const date = new Date(String(wait))
  return Number.isNaN(date.getTime()) ? undefined : retryAfterMs(date.toUTCString(), nowMs)
}
