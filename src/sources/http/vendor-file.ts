import { z } from 'zod'
import {
  checkTargets,
  compileObject,
  fitOf,
  isMissing,
  isPlainObject,
  MappingError,
  membersOf,
  openLanguage,
  parseWith,
  type Evaluate,
  type MappingPath,
} from '../../corpus/import/index.ts'
import { nativeCompany, nativePerson } from '../../corpus/records/index.ts'
import { capabilities, capabilityIds, isCapability, type Capability } from '../capabilities.ts'
import type { Answering, Answerings } from '../source.ts'
import { compileErrors } from './error-rules.ts'
import { compilePaging, pageMembers } from './paging.ts'
import { compileRequest } from './request-template.ts'
import { compileFilters, onlyFilters } from './search-filters.ts'
import type { VendorLanguage } from './text-template.ts'
import { askVendor, type VendorCall } from './ask-vendor.ts'

export type VendorSettings = Readonly<Record<string, string>>

const sections = ['headers', 'errors', 'tables', 'define', 'answers']
const answerSections = [
  'takes',
  'filters',
  'request',
  'found',
  'answer',
  'observed_at',
  'confidence',
  'paging',
  'errors',
  'cost',
  'cache_days',
]
/** Names that stand for what a request was made of and answered with, in every expression. */
const given = ['question', 'settings', 'page', 'status', 'headers']

/**
 * Reads a vendor file (docs/guide/sources-http.md): what the vendor is asked for each capability, and what its answers
 * mean. Throws InvalidMapping, which names file and line.
 */
export function parseVendorFile(text: string, name: string, settings: VendorSettings): Answerings {
  return parseWith((content) => compileVendorFile(content, settings), text, name)
}

function compileVendorFile(content: unknown, settings: VendorSettings): Answerings {
  const file = membersOf(content, [], sections)
  const answers = file['answers']
  if (!isPlainObject(answers) || Object.keys(answers).length === 0)
    throw new MappingError('expected a map from capabilities to how they are answered', ['answers'])
  return Object.fromEntries(
    Object.entries(answers).map(([capability, source]) => {
      const at = ['answers', capability]
      if (!isCapability(capability))
        throw new MappingError(`a capability is one of ${capabilityIds.join(', ')}`, at)
      return [capability, compileAnswering(capability, { source, at, file, settings })]
    }),
  )
}

interface AnsweringSource {
  source: unknown
  at: MappingPath
  /** Sections of the whole file. */
  file: Record<string, unknown>
  settings: VendorSettings
}

function compileAnswering<C extends Capability>(
  capability: C,
  { source, at, file, settings }: AnsweringSource,
): Answering<C> {
  const members = membersOf(source, at, answerSections)
  const language: VendorLanguage = {
    ...openLanguage({ tables: file['tables'], define: file['define'] }, given),
    roots: {
      question: questionMembers(capabilities[capability].question),
      settings: new Set(Object.keys(settings)),
      page: pageMembers,
    },
  }
  for (const section of ['takes', 'found', 'answer', 'observed_at', 'confidence'])
    language.checkNames(members[section], [...at, section])
  const schema = answerSchema(capability)
  checkTargets(members['answer'], schema, [...at, 'answer'])
  const expression = (key: string): Evaluate | undefined =>
    key in members ? language.expression(members[key], [...at, key]) : undefined
  const condition = (key: string) =>
    key in members ? language.condition(members[key], [...at, key]) : undefined
  const vendor: VendorCall = {
    language,
    settings,
    request: compileRequest(members['request'], [...at, 'request'], {
      language,
      headers: file['headers'],
    }),
    rules: [
      compileErrors(members['errors'], [...at, 'errors'], language),
      compileErrors(file['errors'], ['errors'], language),
    ],
    paging: compilePaging(members['paging'], [...at, 'paging'], language),
    answer: compileObject(members['answer'], [...at, 'answer'], language.compiler),
    fit: fitOf(schema),
    found: condition('found'),
    observedAt: expression('observed_at'),
    confidence: expression('confidence'),
  }
  const takes = condition('takes')
  const filters = searchFilters(capability, members, at)
  return {
    cost: costOf(members['cost'], [...at, 'cost']),
    ...cacheOf(members['cache_days'], [...at, 'cache_days']),
    takes: (question) =>
      (filters === undefined || onlyFilters(question as Record<string, unknown>, filters)) &&
      (takes?.(language.scope({ question, settings }, { asOf: '', given: { question, settings } })) ?? true),
    fetch: (question, call) => askVendor(vendor, question, call),
  }
}

/** Members a question of the capability may have, at its top. */
function questionMembers(schema: z.ZodType): ReadonlySet<string> {
  if (schema instanceof z.ZodObject) return new Set(Object.keys(schema.shape))
  if (schema instanceof z.ZodUnion)
    return new Set((schema.options as z.ZodType[]).flatMap((option) => [...questionMembers(option)]))
  return new Set()
}

/** Records of searches are lines of the import format, which the frame checks one by one. */
function answerSchema(capability: Capability): z.ZodObject {
  if (capability === 'people.search') return z.object({ records: z.array(nativePerson) })
  if (capability === 'company.search') return z.object({ records: z.array(nativeCompany) })
  return capabilities[capability].answer
}

function searchFilters(
  capability: Capability,
  members: Record<string, unknown>,
  at: MappingPath,
): readonly string[] | undefined {
  const isSearch = capability === 'people.search' || capability === 'company.search'
  if (isSearch) return compileFilters(members['filters'], [...at, 'filters'])
  if ('filters' in members) throw new MappingError('only searches have filters', [...at, 'filters'])
  return undefined
}

function costOf(source: unknown, at: MappingPath): { perCall: number; perFound: number } {
  const { per_call = 0, per_found = 0 } = isMissing(source)
    ? {}
    : membersOf(source, at, ['per_call', 'per_found'])
  return { perCall: amount(per_call, [...at, 'per_call']), perFound: amount(per_found, [...at, 'per_found']) }
}

function cacheOf(source: unknown, at: MappingPath): { cacheDays?: { found: number; notFound: number } } {
  if (isMissing(source)) return {}
  const { found = 30, not_found = 1 } = membersOf(source, at, ['found', 'not_found'])
  return {
    cacheDays: {
      found: amount(found, [...at, 'found']),
      notFound: amount(not_found, [...at, 'not_found']),
    },
  }
}

function amount(value: unknown, at: MappingPath): number {
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value
  throw new MappingError('expected a number, 0 or more', at)
}
