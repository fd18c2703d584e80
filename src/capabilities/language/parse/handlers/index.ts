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
  companies: company.readCompanies,
  industry: company.industry,
  technology: company.technology,
  stage: company.stage,
  status: company.status,
  accelerator: company.accelerator,
  ranking: company.readRanking,
  'company-tag': company.companyTag,
  flag: company.flag,
  domain: company.readDomain,
  suffix: company.readSuffix,
  naics: company.readNaics,
  organization: company.organization,
  words: company.readWords,
  place,
  quantity: numbers.quantity,
  size: numbers.readSize,
  multiple,
  date,
  people: people.readPeople,
  title: people.title,
  'staff-of': people.readStaff,
  function: people.workFunction,
  'person-tag': people.personTag,
  language: people.readLanguage,
  degree: people.readDegree,
  field: people.readField,
  stealth: people.readStealth,
  'person-name': people.readPersonName,
  'work-place': people.workPlace,
  employment: people.readEmployment,
}
