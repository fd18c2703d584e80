import { isMissing, isPlainObject, MappingError, type MappingPath } from '../../corpus/import/index.ts'

/** Filters of a search that are in use: `headquartersCountryCode.anyOf`, `currentCompanies.domain`. */
function filtersOf(question: Readonly<Record<string, unknown>>): string[] {
  const found = new Set<string>()
  collect(question['searchParams'], '', found)
  collect(question['companyParams'], 'companyParams', found)
  const companies = question['currentCompanies']
  if (Array.isArray(companies)) for (const each of companies) collect(each, 'currentCompanies', found)
  return [...found]
}

function collect(value: unknown, path: string, found: Set<string>): void {
  if (isMissing(value)) return
  if (!isPlainObject(value)) return void found.add(path)
  for (const [key, member] of Object.entries(value))
    collect(member, path === '' ? key : `${path}.${key}`, found)
}

/**
 * Whether every filter of a search is one of `known` (`employeeCountV2` stands for all below it): a source that passed
 * one over would show records that do not satisfy it.
 */
export function onlyFilters(question: Readonly<Record<string, unknown>>, known: readonly string[]): boolean {
  return filtersOf(question).every((path) =>
    known.some((filter) => path === filter || path.startsWith(`${filter}.`)),
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
