import type { Counted } from '../../corpus/analytics/index.ts'
import type { PersonRecord } from '../../corpus/records/index.ts'
import { organizationNumber, schoolNumber } from '../../corpus/search-index/index.ts'
import { toPercent } from './answer-parts.ts'
import type { Breakdowns } from './breakdowns.ts'
import type { InsightsDeps } from './slice.ts'

const maxSchools = 25

/** The most frequent schools of a flow, named as in an example person's record; omitted without an example. */
export async function nameSchools(
  { search }: InsightsDeps,
  { bySchool, people }: { bySchool: readonly Counted[]; people: number },
  signal: AbortSignal,
): Promise<Breakdowns['bySchool']> {
  const most = bySchool.slice(0, maxSchools)
  if (most.length === 0) return []
  const records = await search.lookupIds('people', {
    ids: [...new Set(most.map(({ example }) => example))],
    snapshot: await search.snapshots.newest('people'),
    signal,
  })
  const schools = new Map(
    records.map(({ id, body }) => [id, (JSON.parse(body) as PersonRecord).education ?? []]),
  )
  return most.flatMap(({ value, count, example }) => {
    const school = schools.get(example)?.find((each) => String(schoolNumber(each)) === value)
    if (school === undefined) return []
    const isId = organizationNumber(school.school_id) === value
    return [
      {
        schoolName: school.school_name,
        schoolPnetOrgId: isId ? value : null,
        count,
        percent: toPercent(count, people),
      },
    ]
  })
}
