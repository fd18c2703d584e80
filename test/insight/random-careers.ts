import fc from 'fast-check'
import { besideTitles, seatTitles } from './plain-careers.ts'

/** Companies that positions name by id, domain or name, some by all of them; two share a name, one is in no corpus. */
export interface Employer {
  id: string | null
  name: string
  domain: string | null
}

export const employers: readonly Employer[] = [
  { id: '7001', name: 'Arden Mills', domain: 'arden-mills.example' },
  { id: '7002', name: 'Brook Labs', domain: 'brook-labs.example' },
  { id: '7003', name: 'Cedar Freight', domain: null },
  { id: null, name: 'Dune Optics', domain: 'dune-optics.example' },
  { id: '7005', name: 'Elm Twin', domain: 'elm-one.example' },
  { id: '7006', name: 'Elm Twin', domain: 'elm-two.example' },
]
const isTwin = ({ name }: Employer) => name === 'Elm Twin'
const outsider: Employer = { id: null, name: 'Fjord Unknown', domain: null }

const jobTitles = [
  'Engineer',
  'Senior Engineer',
  'Engineering Manager',
  'Sales Manager',
  'Head of Sales',
  'Chief Financial Officer',
  'Recruiter',
  'Product Designer',
  'Marketing Intern',
  'Staff Accountant',
  'Founder',
]
export const titles = [...jobTitles, ...jobTitles, ...seatTitles, ...besideTitles]

const lastDay = Date.parse('2025-12-01') / 86_400_000
const text = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)

const position = fc.record({
  employer: fc.constantFrom(...employers, ...employers, outsider),
  /** How the employer is named. */
  by: fc.constantFrom('id', 'id', 'domain', 'all', 'name'),
  title: fc.constantFrom(...titles),
  start: fc.option(fc.integer({ min: 14_000, max: lastDay - 30 }), { freq: 15 }),
  lasts: fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 20, max: 2_500 }) },
    fc.constantFrom('open', 'unknown'),
  ),
  type: fc.option(fc.constantFrom('Full-time', 'Part-time', 'Contract', 'Volunteer', 'Temporary'), {
    freq: 2,
  }),
})

/**
 * Positions of one person as a file brings them: no two begin on one day, and none are with both companies of one name, of
 * which nobody could tell which a name alone means.
 */
export const career = fc
  .uniqueArray(position, { minLength: 1, maxLength: 7, selector: ({ start }) => start ?? 'none' })
  .filter(
    (positions) =>
      new Set(positions.flatMap(({ employer }) => (isTwin(employer) ? employer.id : []))).size < 2,
  )
  .map((positions) => positions.map(positionOf))

function positionOf({
  employer,
  by,
  title,
  start,
  lasts,
  type,
}: typeof position extends fc.Arbitrary<infer T> ? T : never) {
  const { id, name, domain } = employer
  const end = typeof lasts === 'number' && start !== null ? Math.min(lastDay, start + lasts) : null
  return {
    company_name: name,
    ...((by === 'id' || by === 'all') && { pnet_company_id: id }),
    ...((by === 'domain' || by === 'all') && { company_domain: domain }),
    title,
    start_date: start === null ? null : text(start),
    end_date: end === null ? null : text(end),
    is_current: lasts === 'open',
    employment_type: type === null ? null : [type],
  }
}

export type RandomPosition = ReturnType<typeof positionOf>

export const window = fc
  .tuple(fc.integer({ min: 13_500, max: lastDay }), fc.integer({ min: 1, max: 4_000 }))
  .map(([from, days]) => ({ after: text(from), before: text(from + days) }))
