import { isMissing, isPlainObject, MappingError, type MappingPath } from '../../corpus/import/index.ts'

/** Filters of a search that are in use: `headquartersCountryCode.anyOf`, `currentCompanies.domain`. */
function listFilters(question: Readonly<Record<string, unknown>>): string[] {
  const names = new Set<string>()
  collect(question['searchParams'], '', names)
  collect(question['companyParams'], 'companyParams', names)
  const companies = question['currentCompanies']
  if (Array.isArray(companies)) for (const each of companies) collect(each, 'currentCompanies', names)
  return [...names]
}

function collect(value: unknown, path: string, names: Set<string>): void {
  if (isMissing(value)) return
  if (!isPlainObject(value)) return void names.add(path)
  for (const [key, member] of Object.entries(value))
    collect(member, path === '' ? key : `${path}.${key}`, names)
}

/**
 * Whether every filter of a search is one of `known` (`employeeCountV2` stands for all below it): a source that passed
 * one over would show records that do not satisfy it.
 */
export function onlyFilters(
  question: Readonly<Record<string, unknown>>,
  translatable: readonly string[],
): boolean {
  return listFilters(question).every((path) =>
    translatable.some((filter) => path === filter || path.startsWith(`${filter}.`)),
  )
}

/** The `filters` of a vendor file: those its request passes on. Throws MappingError. */
export function compileFilters(source: unknown, mappingPath: MappingPath): readonly string[] {
  if (Array.isArray(source) && source.every((each) => typeof each === 'string' && each !== ''))
    return source as string[]
  throw new MappingError(
    'expected the list of filters that the request passes on, such as `nameLike.anyOf`',
    mappingPath,
  )
}
