import type { Direction } from './contract.ts'
import type { Difference } from './compare.ts'

/** Members that stand elsewhere than clients of others look for them, by the sentence that asks for it. */
const moved: { operation: string; direction: Direction; from: string; to: string; because: string }[] = [
  ...(
    [
      ['getAccelerators', '[]', '.accelerators[]'],
      ['getCompanyExclusionLists', '[]', '.lists[]'],
      ['getProspectExclusionLists', '[]', '.lists[]'],
      ['getLanguages', '[]', '.languages[]'],
      ['getTimeZones', '[]', '.timeZones[]'],
    ] as const
  ).map(([operation, from, to]) => ({
    operation,
    direction: 'output' as const,
    from,
    to,
    because: 'SPEC "Response envelope": output is an object.',
  })),
  {
    operation: 'getOrgCredits',
    direction: 'output',
    from: '.',
    to: '.balances[].',
    because: 'SPEC "Billing records": one entry per subscription, in an output that is an object.',
  },
]

/** Where a member of the contract stands here. */
export function movedTo(operation: string, direction: Direction, path: string): string {
  const rule = moved.find(
    (each) => each.operation === operation && each.direction === direction && path.startsWith(each.from),
  )
  return rule === undefined ? path : rule.to + path.slice(rule.from.length)
}

interface Reviewed {
  at: RegExp
  what: RegExp
  because: string
}

const everywhere = / request/

/** Every difference there is, with the sentence or the reason that asks for it. */
const reviewed: Reviewed[] = [
  {
    at: /SavedSearch(Run)? output(\.run)?\.(company|prospect|profile)SearchParams\./,
    what: /^(answers any|is not answered)$/,
    because:
      'Parameters are answered as they were sent, older forms of them included; each form is described with the request.',
  },
  {
    at: /^exportCompanies request\.excludeFields\[\]$/,
    what: /^has 70 values that are not given$/,
    because:
      'The 65 that enums.json names are taken. The five more that clients have are called after other services (their addresses, rank and categories), and no text of ours names them.',
  },
  {
    at: /^updateSavedSearch request\.spawnFrequencyDays$/,
    what: /^maximum 365$/,
    because: 'SHAPES 13: 7 to 365 days; the same as createSavedSearch.',
  },
  {
    at: /^getAudience(Companies|Prospects) request\.(pageSize|cursor)$/,
    what: /^(maximum 500|refuses null)$/,
    because: 'SHAPES 10: pageSize is 1 to 500. They stand in the query, which has no null.',
  },
  {
    at: /pastJobText\.criteria$/,
    what: /^minItems 1$/,
    because:
      'No criterion asks nothing: it is refused at its path instead of finding everybody for a charge.',
  },
  {
    at: /^mapsSearchStart request\.strategy<strategy=[\w-]+>(\.countriesAndRegions)?\.unionAll$/,
    what: /^minItems 1$/,
    because: 'A union of nothing is nowhere: it is refused at its path instead of searched for.',
  },
  {
    at: /^startLocalBusinessSearch request\.data(\[\]<source=custom>\.companies)?$/,
    what: /^minItems 1$/,
    because: 'Nothing to look up is a mistake worth telling, not a run without an answer.',
  },
  {
    at: /^startLocalBusinessSearch request\.data\[\]<source=maps>\.placeId$/,
    what: /^(refuses null|is demanded)$/,
    because: 'It is all that says which place is meant.',
  },
  {
    at: everywhere,
    what: /^minLength 1$/,
    because: 'An empty text names nothing: it is refused at its path instead of searched for and charged.',
  },
  {
    at: everywhere,
    what: /^minimum (0|1)$/,
    because:
      'Counts, amounts, sizes and ranks below none do not exist; a bound there is a mistake worth telling.',
  },
  {
    at: everywhere,
    what: /^max(Items (1\d|[2-9]\d|\d{3,})|Length (\d{3,}))$|^maximum (\d{4,}|100)$/,
    because: 'A ceiling of what one request may ask, far above what people send: the body is read at once.',
  },
  {
    at: everywhere,
    what: /^takes whole numbers only$/,
    because: 'What is counted has no fractions; JSON writes 25 and 25.0 for the same number.',
  },
  {
    at: /countCriteria<type=percent_change>\.change$/,
    what: /^minimum -1$/,
    because: 'SHAPES 23: percent_change bounds are fractions, least -1. More than everything cannot be lost.',
  },
  {
    at: /fortuneRankings\.anyOf\[\]\.year$/,
    what: /^minimum 1900$/,
    because: 'No such list is older; another year is a mistake worth telling.',
  },
  {
    at: /keywordSearchOptions\.fieldsToSearchOver\.\w+$/,
    what: /^has no default true$/,
    because:
      'Fields set to true are the only ones searched; where nothing is said all are, languages and volunteering too.',
  },
  {
    at: /^getSubdivisions request\.countryCode$/,
    what: /^m(in|ax)Length 3$/,
    because: 'SPEC "Conventions": country codes are ISO 3166-1 alpha-3.',
  },
  {
    at: /^startBatchContactDetails request\.personDetails$/,
    what: /^minItems 10$/,
    because: 'SPEC "Sizes, bounds and time-outs": 10 to 2,000 identifiers.',
  },
  {
    at: / output\.(data|companies)(\[\])+(\.company)?\.(accelerators\[\]\.founders\[\]\.codehost_username|codehost_usernames)$/,
    what: /^is not answered$/,
    because: 'SHAPES 1 and 23: github_username and github_usernames.',
  },
  {
    at: / output\.(data|companies)(\[\])+(\.company)?\.(fortune_rankings\[\]\.(list|rank|year)|li_job_posts_stats\.total_count)$/,
    what: /^answers null$/,
    because: 'A line may know the list and not the rank: null says so, where a number would be made up.',
  },
  {
    at: / output\.((data|companies)(\[\])+(\.company)?\.li_industries|company\.industries)\[\]\.(id|name)$/,
    what: /^answers null$/,
    because:
      'Industries of the network have both, whichever a source names; one beyond them, or that nobody knows, has no other: null says so.',
  },
  {
    at: /^bulkCompanyLogos output\.data<type=\w+>\.data\[\]\.logoUrl$/,
    what: /^may be absent$/,
    because:
      'SHAPES 24: absent rather than null. Entries are aligned with what was asked; one without a logo stays in its place.',
  },
  {
    at: /^getAccelerators output\[\](\.(batches|years)\[\])?\.numCompanies$/,
    what: /^answers null$/,
    because: 'Not counted is not none.',
  },
  {
    at: /^getAccelerators output\[\]\.years\[\]\.year$/,
    what: /^maximum beyond 2027$/,
    because: 'Years run to the present one, and the bound of clients moves with it.',
  },
  {
    at: /^companyLiveEnrich output\.company$/,
    what: /^answers null$/,
    because:
      'SHAPES 9 has no form for a company that is not found; message says why, and nothing is charged.',
  },
  {
    at: /^profileLiveEnrich output<found=(True|False)>\.(profile|message)$/,
    what: /^(answers null|may be absent)$/,
    because:
      'One object describes both answers: profile is there where found is true, message where it is not.',
  },
]

/** Which differences nobody reviewed, and which reviews no difference needs any more. */
export function reviewOf(differences: readonly Difference[]): {
  unreviewed: Difference[]
  unused: Reviewed[]
} {
  const covers = (rule: Reviewed) => (difference: Difference) =>
    rule.at.test(difference.at) && rule.what.test(difference.what)
  return {
    unreviewed: differences.filter((difference) => !reviewed.some((rule) => covers(rule)(difference))),
    unused: reviewed.filter((rule) => !differences.some(covers(rule))),
  }
}
