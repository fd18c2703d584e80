import { employmentTypes, seniorities } from '../../../../corpus/records/index.ts'
import { positionChange as positionSchema } from '../change-data.ts'
import {
  listCurrent,
  isSameName,
  isWith,
  findNewEmployers,
  buildPositionChange,
  describePosition,
} from '../compare/career.ts'
import { holding, samplePosition } from '../compare/sample-person.ts'
import { mentions } from '../compare/words.ts'
import { personRule } from '../define-rule.ts'
import { makeOptionalList, optionalPhrases } from '../members.ts'

const types = employmentTypes.filter((type) => type !== 'Other') as [string, ...string[]]

/** Two companies of a rule that somebody can leave and join; undefined if it names one company alone. */
function readMove({
  fromCompanies = ['Globex', 'Initech'],
  toCompanies = ['Acme', 'Initech'],
}: {
  fromCompanies?: string[] | undefined
  toCompanies?: string[] | undefined
}): { from: string; to: string } | undefined {
  const [from = ''] = fromCompanies
  const to = toCompanies.find((name) => !isSameName(name, from))
  if (to !== undefined) return { from, to }
  const [only = ''] = toCompanies
  const other = fromCompanies.find((name) => !isSameName(name, only))
  return other === undefined ? undefined : { from: other, to: only }
}

export const personChangedCompany = personRule({
  type: 'person_changed_company',
  readableName: 'Changed company',
  description:
    'The person works for a company they did not work for before. Companies are named by name, domain or organization id.',
  useCase: 'Follow customers to their next employer.',
  members: {
    toCompanies: optionalPhrases('Companies joined; any if omitted.'),
    fromCompanies: optionalPhrases('Companies they came from; any if omitted.'),
    toTitleKeywords: optionalPhrases('At least one must be in the new title.'),
    toSeniorityLevels: makeOptionalList(seniorities, 'Levels of the new position.'),
    toEmploymentTypes: makeOptionalList(types, 'Kinds of employment.'),
  },
  example: { toSeniorityLevels: ['Director', 'Executive'] },
  change: positionSchema,
  evaluate(before, after, config) {
    const { toCompanies, fromCompanies, toTitleKeywords, toSeniorityLevels, toEmploymentTypes } = config
    const left = listCurrent(before.person.experiences)
    const from = left.find((position) => isWith(position, fromCompanies))
    if (fromCompanies !== undefined && from === undefined) return []
    return findNewEmployers(before, after)
      .filter(
        (position) =>
          isWith(position, toCompanies) &&
          mentions([position.title], toTitleKeywords) &&
          (toSeniorityLevels === undefined ||
            toSeniorityLevels.some((level) => level === position.seniority)) &&
          (toEmploymentTypes === undefined ||
            toEmploymentTypes.some((type) => position.employment_type?.includes(type))),
      )
      .map((position) => buildPositionChange(position, from ?? left[0]))
  },
  summary: (changes) => `is now ${describePosition(changes)}`,
  check: (companies) =>
    readMove(companies) === undefined
      ? {
          path: 'toCompanies',
          message: 'Nobody leaves a company for itself: fromCompanies names only these.',
        }
      : undefined,
  sample({ toCompanies, fromCompanies, toTitleKeywords, toSeniorityLevels, toEmploymentTypes }) {
    const move = readMove({ toCompanies, fromCompanies })
    const from = samplePosition({
      company_name: move?.from ?? null,
      pnet_company_id: null,
      company_domain: null,
    })
    const to = samplePosition({
      company_name: move?.to ?? null,
      pnet_company_id: null,
      company_domain: null,
      title: toTitleKeywords?.[0] ?? 'Head of Sales',
      seniority: toSeniorityLevels?.[0] ?? 'Director',
      employment_type: [toEmploymentTypes?.[0] ?? 'Full-time'],
      start_date: null,
    })
    return { before: holding(from), after: holding(to) }
  },
})
