import { nearest } from '../lib/edit-suggestion.ts'
import { memo } from '../lib/memo.ts'

/** Names of members in other services, in lower case, with the candidates here; the first that exists is meant. */
const otherWords = new Map<string, readonly string[]>(
  Object.entries({
    min: ['lowerBound', 'lowerBoundInclusive', 'lowerBoundExclusive', 'gte', 'low'],
    from: ['lowerBound', 'lowerBoundInclusive', 'lowerBoundExclusive', 'gte', 'low'],
    gt: ['lowerBoundExclusive', 'lowerBound', 'gte'],
    gte: ['lowerBound', 'lowerBoundInclusive', 'lowerBoundExclusive'],
    max: ['upperBound', 'upperBoundInclusive', 'lte', 'high'],
    to: ['upperBound', 'upperBoundInclusive', 'lte', 'high'],
    lt: ['upperBound', 'upperBoundInclusive', 'lte'],
    lte: ['upperBound', 'upperBoundInclusive'],
    and: ['allOf', 'group'],
    all: ['allOf'],
    or: ['anyOf', 'group'],
    any: ['anyOf'],
    in: ['anyOf'],
    include: ['anyOf'],
    includes: ['anyOf'],
    not: ['noneOf', 'group'],
    none: ['noneOf'],
    exclude: ['noneOf'],
    excludes: ['noneOf'],
    state: ['headquartersStateName'],
    location: ['headquartersLocation'],
    city: ['headquartersLocation', 'location'],
    seniorities: ['seniority'],
    senioritylevel: ['seniority'],
    department: ['jobFunction'],
    departments: ['jobFunction'],
    function: ['jobFunction'],
    companyname: ['nameLike'],
    company: ['currentJobs', 'exactCompanyV2'],
    companies: ['currentJobs', 'exactCompanyV2'],
    currentcompany: ['currentJobs'],
    pastcompany: ['pastJobs'],
    pastcompanies: ['pastJobs'],
    school: ['education'],
    schools: ['education'],
    university: ['education'],
    skills: ['keywords'],
    experience: ['yearsOfExperience'],
    followers: ['numFollowers'],
    connections: ['numConnections'],
    age: ['approxAge'],
    employees: ['employeeCountV2'],
    headcount: ['employeeCountV2'],
    companysize: ['employeeCountV2'],
    funding: ['totalFundingUSD'],
    website: ['domains'],
    url: ['domains'],
    filters: ['searchParams'],
    query: ['searchParams'],
    limit: ['pageSize'],
    perpage: ['pageSize'],
    size: ['employeeCountV2', 'pageSize'],
    page: ['cursor'],
    offset: ['cursor'],
  }),
)

/**
 * The member most likely meant by an unknown name. First comes one that other services call by that name (`state` is not a
 * misspelt `stage`), then one with nearly the same spelling, then the shortest whose words contain the whole name
 * (`country`: headquartersCountryCode), and among several versions the newest.
 */
export function meantMember(name: string, members: readonly string[]): string | undefined {
  const meanings = otherWords.get(name.toLowerCase().replace(/[\s_.-]+/g, ''))
  const here = meanings?.find((each) => members.includes(each))
  if (here !== undefined) return here
  const spelt = nearest(name, members)
  if (spelt !== undefined) {
    const versions = members.filter((member) => stripVersion(member) === stripVersion(spelt))
    return versions.toSorted((a, b) => readVersion(b) - readVersion(a))[0]
  }
  const wanted = splitWords(name)
  // A word of two letters is part of too many names.
  if (wanted.every((word) => word.length < 3)) return undefined
  const holding = members.filter((member) => {
    const words = wordsOfMember(member)
    return wanted.every((word) => words.includes(word))
  })
  return holding.toSorted(
    (a, b) => stripVersion(a).length - stripVersion(b).length || readVersion(b) - readVersion(a),
  )[0]
}

const version = /V(\d+)$/
const stripVersion = (member: string): string => member.replace(version, '')
const readVersion = (member: string): number => Number(version.exec(member)?.[1] ?? 1)

const wordsOfMember = memo((member: string) => splitWords(member))

/** `headquartersCountryCode` as `headquarter country code`. */
function splitWords(name: string): string[] {
  return stripVersion(name)
    .slice(0, 64)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
    .map((word) => word.replace(/ies$/, 'y').replace(/([^s])s$/, '$1'))
}
