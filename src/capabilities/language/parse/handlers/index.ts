import type { Meaning, Mention } from '../mention.ts'
import { put, type State } from '../state.ts'
import * as company from './company.ts'
import { date } from './dates.ts'
import { multiple } from './growth.ts'
import * as numbers from './numbers.ts'
import * as people from './people.ts'
import { place } from './places.ts'

type Handler = (state: State, mention: Mention<never>) => boolean

/** What a mention of each sort asks; false where it cannot be placed. */
export const handlers: Record<Exclude<Meaning['kind'], 'cue' | 'filler'>, Handler> = {
  count(state) {
    state.isCount = true
    return true
  },
  limit(state, mention: Mention<Extract<Meaning, { kind: 'limit' }>>) {
    state.limit = mention.is.limit
    return true
  },
  sort(state, mention: Mention<Extract<Meaning, { kind: 'sort' }>>) {
    const { companies, people: ofPeople, direction } = mention.is
    const field = state.kind === 'companies' ? companies : ofPeople
    if (field === undefined) return false
    return put(state, {
      side: state.kind === 'companies' ? 'company' : 'person',
      param: 'sort',
      value: { field, direction },
      mention,
    })
  },
  jobs: () => true,
  companies: company.companies,
  industry: company.industry,
  technology: company.technology,
  stage: company.stage,
  status: company.status,
  accelerator: company.accelerator,
  ranking: company.ranking,
  'company-tag': company.companyTag,
  flag: company.flag,
  domain: company.domain,
  suffix: company.suffix,
  naics: company.naics,
  organization: company.organization,
  words: company.words,
  place,
  quantity: numbers.quantity,
  size: numbers.size,
  multiple,
  date,
  people: people.people,
  title: people.title,
  'staff-of': people.readStaff,
  function: people.workFunction,
  'person-tag': people.personTag,
  language: people.language,
  degree: people.degree,
  field: people.field,
  stealth: people.stealth,
  'person-name': people.personName,
  'work-place': people.workPlace,
  employment: people.employment,
}
