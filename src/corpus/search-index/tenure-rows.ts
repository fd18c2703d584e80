import type { Experience, PersonRecord } from '../records/index.ts'
import { normal, organizationNumber, readPoint } from './columns.ts'
import { employerTie } from './employer-domains.ts'
import {
  careerTenures,
  employerNameNumber,
  employerNumber,
  functionNumber,
  gradeNumber,
  levelNumber,
  type CareerTenure,
} from './person-tenures.ts'
import { notLeft } from './person-career.ts'
import { normalTitle } from './titles.ts'
import { tokenNumber } from './tokens.ts'
import { memo } from '../../lib/memo.ts'

/** A tenure under one number of its employer; what table `tenures` holds, without id and born. */
export interface TenureRow {
  employer: bigint
  place: number
  firstDay: number
  lastDay: number
  origin: bigint
  destination: bigint
  entryLevel: number
  exitLevel: number
  entryFunction: number
  exitFunction: number
  functions: bigint
  grade: number
  titles: string[]
  began: number
  country: string
  lat: number
  lon: number
  schools: bigint[]
}

/** The tenures of a person, each once for every number its employer is known by. `began`: when the career did. */
export function tenureRows(record: PersonRecord, began: number): TenureRow[] {
  const experiences = record.experiences ?? []
  const tenures = careerTenures(experiences)
  if (tenures.length === 0) return []
  const place = record.inferred_location
  const own = {
    began,
    country: place?.country_code ?? '',
    ...readPoint(place),
    schools: [...new Set((record.education ?? []).map(schoolNumber))].filter((number) => number !== 0n),
  }
  const numberAt = (each: number) => (each === 0 ? 0n : employerNumber(tenures[each - 1] as CareerTenure))
  return tenures.flatMap((tenure, index) => {
    const { first, last } = tenure
    const row = {
      place: index + 1,
      firstDay: tenure.start,
      lastDay: tenure.end,
      origin: numberAt(tenure.from),
      destination: numberAt(tenure.to),
      entryLevel: levelNumber(first.seniority),
      exitLevel: levelNumber(last.seniority),
      entryFunction: functionNumber(first.job_function?.[0]),
      exitFunction: functionNumber(last.job_function?.[0]),
      functions: tenure.functions,
      grade: gradeNumber(last),
      titles: tenure.end === notLeft ? titlesNow(experiences, tenure) : [],
      ...own,
    }
    const { org, domain, name } = tenure
    return [...new Set([org, domain, name])].flatMap((employer) =>
      employer === 0n ? [] : [{ employer, ...row }],
    )
  })
}

/** Titles held with an employer, those of a board and other side jobs too, each between spaces. */
function titlesNow(experiences: readonly Experience[], tenure: CareerTenure): string[] {
  const isThere = (position: Experience) => {
    const { pnet_company_id, company_name } = position
    const org = BigInt(organizationNumber(pnet_company_id))
    if (org !== 0n && org === tenure.org) return true
    const domain = employerTie(position)
    if (domain !== 0n && domain === tenure.domain) return true
    return org === 0n && domain === 0n && !!company_name && employerNameNumber(company_name) === tenure.name
  }
  return experiences
    .filter((each) => each.is_current === true && (tenure.positions.includes(each) || isThere(each)))
    .map(({ title }) => ` ${normalTitle(title ?? '')} `)
}

type School = NonNullable<PersonRecord['education']>[number]

const schoolNameNumber = memo((name) => tokenNumber(`school:${normal(name)}`))

/** What a school is distinguished by: its organization id, else its name as a number; 0 where neither is known. */
export function schoolNumber({ school_id, school_name }: Pick<School, 'school_id' | 'school_name'>): bigint {
  const id = BigInt(organizationNumber(school_id))
  if (id !== 0n) return id
  return school_name && normal(school_name) !== '' ? schoolNameNumber(school_name) : 0n
}
