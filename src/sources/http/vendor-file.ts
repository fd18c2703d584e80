import { z } from 'zod'
import {
  checkTargets,
  compileObject,
  makeFit,
  isMissing,
  isPlainObject,
  MappingError,
  readMembers,
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
const roots = ['question', 'settings', 'page', 'status', 'headers']

/**
 * Reads a vendor file (docs/guide/sources-http.md): what the vendor is asked for each capability, and what its answers
 * mean. Throws InvalidMapping, which names file and line.
 */
export function parseVendorFile(text: string, name: string, settings: VendorSettings): Answerings {
  return parseWith((content) => compileVendorFile(content, settings), text, name)
}

function compileVendorFile(content: unknown, settings: VendorSettings): Answerings {
  const file = readMembers(content, [], sections)
  const answers = file['answers']
  if (!isPlainObject(answers) || Object.keys(answers).length === 0)
    throw new MappingError('expected a map from capabilities to how they are answered', ['answers'])
  return Object.fromEntries(
    Object.entries(answers).map(([capability, source]) => {
      const mappingPath = ['answers', capability]
      if (!isCapability(capability))
        throw new MappingError(`a capability is one of ${capabilityIds.join(', ')}`, mappingPath)
      return [capability, compileAnswering(capability, { source, mappingPath, file, settings })]
    }),
  )
}

interface AnsweringSource {
  source: unknown
  mappingPath: MappingPath
  /** Sections of the whole file. */
  file: Record<string, unknown>
  settings: VendorSettings
}

function compileAnswering<C extends Capability>(
  capability: C,
  { source, mappingPath, file, settings }: AnsweringSource,
): Answering<C> {
  const members = readMembers(source, mappingPath, answerSections)
  const language: VendorLanguage = {
    ...openLanguage({ tables: file['tables'], define: file['define'] }, roots),
    roots: {
      question: questionMembers(capabilities[capability].question),
      settings: new Set(Object.keys(settings)),
      page: pageMembers,
    },
  }
  for (const section of ['takes', 'found', 'answer', 'observed_at', 'confidence'])
    language.checkNames(members[section], [...mappingPath, section])
  const schema = answerSchema(capability)
  checkTargets(members['answer'], schema, [...mappingPath, 'answer'])
  const expression = (key: string): Evaluate | undefined =>
    key in members ? language.expression(members[key], [...mappingPath, key]) : undefined
  const condition = (key: string) =>
    key in members ? language.condition(members[key], [...mappingPath, key]) : undefined
  const vendor: VendorCall = {
    language,
    settings,
    request: compileRequest(members['request'], [...mappingPath, 'request'], {
      language,
      headers: file['headers'],
    }),
    rules: [
      compileErrors(members['errors'], [...mappingPath, 'errors'], language),
      compileErrors(file['errors'], ['errors'], language),
    ],
    paging: compilePaging(members['paging'], [...mappingPath, 'paging'], language),
    answer: compileObject(members['answer'], [...mappingPath, 'answer'], language.compiler),
    fit: makeFit(schema),
    found: condition('found'),
    observedAt: expression('observed_at'),
    confidence: expression('confidence'),
  }
  const takes = condition('takes')
  const filters = searchFilters(capability, members, mappingPath)
  return {
    cost: readCost(members['cost'], [...mappingPath, 'cost']),
    ...readCache(members['cache_days'], [...mappingPath, 'cache_days']),
    takes: (question) =>
      (filters === undefined || onlyFilters(question as Record<string, unknown>, filters)) &&
      (takes?.(language.scope({ question, settings }, { asOf: '', variables: { question, settings } })) ??
        true),
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
  mappingPath: MappingPath,
): readonly string[] | undefined {
  const isSearch = capability === 'people.search' || capability === 'company.search'
  if (isSearch) return compileFilters(members['filters'], [...mappingPath, 'filters'])
  if ('filters' in members) throw new MappingError('only searches have filters', [...mappingPath, 'filters'])
  return undefined
}

function readCost(source: unknown, mappingPath: MappingPath): { perCall: number; perFound: number } {
  const { per_call = 0, per_found = 0 } = isMissing(source)
    ? {}
    : readMembers(source, mappingPath, ['per_call', 'per_found'])
  return {
    perCall: amount(per_call, [...mappingPath, 'per_call']),
    perFound: amount(per_found, [...mappingPath, 'per_found']),
  }
}

function readCache(
  source: unknown,
  mappingPath: MappingPath,
): { cacheDays?: { found: number; notFound: number } } {
  if (isMissing(source)) return {}
  const { found: foundDays = 30, not_found = 1 } = readMembers(source, mappingPath, ['found', 'not_found'])
  return {
    cacheDays: {
      found: amount(foundDays, [...mappingPath, 'found']),
      notFound: amount(not_found, [...mappingPath, 'not_found']),
    },
  }
}

function amount(value: unknown, mappingPath: MappingPath): number {
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value
  throw new MappingError('expected a number, 0 or more', mappingPath)
}
