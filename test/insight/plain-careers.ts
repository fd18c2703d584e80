import type { Experience, PersonRecord } from '../../src/corpus/records/index.ts'

/**
 * Careers read as the README of insights defines them and in the plainest way: day by day where that is simplest, and with
 * none of the code that makes search rows. What titles say is told by tables, not patterns; titles that stand in neither are
 * jobs like others.
 */

/** A day as a number since 1970; Infinity: it goes on. */
export type Day = number
export const dayOf = (text: string): Day => Date.parse(text) / 86_400_000

export const seatTitles = new Set(['Board Member', 'Member of the Board', 'Non-Executive Director'])
export const besideTitles = new Set(['Advisor', 'Mentor', 'Angel Investor', 'Board Advisor', 'Trustee'])
const besideTypes = new Set(['Part-time', 'Contract', 'Volunteer', 'Temporary'])

export interface Position {
  said: Experience
  start: Day | undefined
  end: Day | undefined
}

export interface Tenure {
  person: PersonRecord
  positions: Position[]
  /** All positions of the person with the employer, of other times too. */
  employer: readonly Position[]
  start: Day | undefined
  end: Day | undefined
  cameFrom?: Tenure | undefined
  wentTo?: Tenure | undefined
}

const full = (date: string) =>
  dayOf(date.length === 4 ? `${date}-01-01` : date.length === 7 ? `${date}-01` : date)

const positionOf = (said: Experience): Position => ({
  said,
  start: said.start_date ? full(said.start_date) : undefined,
  end: said.is_current === true ? Infinity : said.end_date ? full(said.end_date) : undefined,
})

/** Whether two positions are with one employer: by id, else by domain, else by name. */
export function sameEmployer(a: Experience, b: Experience): boolean {
  if (a.pnet_company_id && b.pnet_company_id) return a.pnet_company_id === b.pnet_company_id
  if (a.company_domain && b.company_domain) return a.company_domain === b.company_domain
  return plainName(a.company_name) !== '' && plainName(a.company_name) === plainName(b.company_name)
}

export const plainName = (name: string | null | undefined): string => (name ?? '').trim().toLowerCase()

const isBeside = ({ title, employment_type }: Experience) =>
  besideTitles.has(title ?? '') || (employment_type ?? []).some((type) => besideTypes.has(type))

/** Without seats on boards and voluntary work, and without what was done beside a job elsewhere for most of its time. */
function staffOf(experiences: readonly Experience[]): Position[] {
  const held = experiences
    .filter(
      ({ title, employment_type: types }) => !seatTitles.has(title ?? '') && types?.join() !== 'Volunteer',
    )
    .map(positionOf)
  const jobs = held.filter(({ said }) => !isBeside(said))
  return held.filter((position) => {
    if (!isBeside(position.said)) return true
    const elsewhere = jobs.filter(({ said }) => !sameEmployer(said, position.said))
    return !mostlyDuring(position, elsewhere)
  })
}

function mostlyDuring({ start, end }: Position, jobs: readonly Position[]): boolean {
  // What goes on is beside a job that goes on.
  if (end === Infinity) return jobs.some((job) => job.end === Infinity)
  if (start === undefined || end === undefined) return false
  // A position of one day, or one that ends where it begins, is that day.
  const until = Math.max(end, start + 1)
  let days = 0
  for (let day = start; day < until; day++)
    if (
      jobs.some(
        (job) => job.start !== undefined && job.end !== undefined && job.start <= day && day < job.end,
      )
    )
      days++
  return days * 2 > until - start
}

const byStart = (a: { start: Day | undefined }, b: { start: Day | undefined }) =>
  (a.start ?? -Infinity) - (b.start ?? -Infinity) || 0

/** The times on the staff of one employer of a person, with the moves between them. */
export function tenuresOf(person: PersonRecord): Tenure[] {
  const staff = staffOf(person.experiences ?? [])
  const employers: Position[][] = []
  const telling = ({ said }: Position) => (said.pnet_company_id ? 2 : said.company_domain ? 1 : 0)
  for (const position of staff.toSorted((a, b) => telling(b) - telling(a))) {
    const known = employers.find((held) => held.some(({ said }) => sameEmployer(said, position.said)))
    if (known === undefined) employers.push([position])
    else known.push(position)
  }
  const tenures = employers.flatMap((positions) => runsOf(person, positions)).toSorted(byStart)
  for (const [index, tenure] of tenures.entries())
    if (tenure.end === undefined && tenure.start !== undefined)
      tenure.end = tenures.slice(index + 1).find(({ start }) => start! > tenure.start!)?.start
  pairUp(tenures)
  return tenures
}

function runsOf(person: PersonRecord, positions: readonly Position[]): Tenure[] {
  const dated = positions.filter(({ start }) => start !== undefined).toSorted(byStart)
  const undated = positions.filter(({ start }) => start === undefined)
  if (dated.length === 0) {
    const ends = undated.flatMap(({ end }) => end ?? [])
    return [
      {
        person,
        employer: positions,
        positions: undated,
        start: undefined,
        end: ends.length === 0 ? undefined : Math.max(...ends),
      },
    ]
  }
  const runs: Tenure[] = []
  for (const position of dated) {
    const run = runs.at(-1)
    const goesOn = run !== undefined && (run.end === undefined || position.start! <= run.end + 92)
    if (!goesOn)
      runs.push({
        person,
        employer: positions,
        positions: [position],
        start: position.start,
        end: position.end,
      })
    else {
      run.positions.push(position)
      run.end = position.end === undefined ? undefined : Math.max(run.end ?? position.end, position.end)
    }
  }
  const last = runs.at(-1)!
  for (const position of undated.filter(({ end }) => end === Infinity)) {
    last.positions.push(position)
    last.end = Infinity
  }
  return runs
}

/** Who leaves one employer and begins with another at most a year later, or up to 92 days before, has moved. */
function pairUp(tenures: readonly Tenure[]): void {
  for (const tenure of tenures) {
    const { start } = tenure
    if (start === undefined) continue
    const left = tenures
      .filter(
        (other) =>
          (other.start ?? -Infinity) < start &&
          other.end !== undefined &&
          start - other.end <= 366 &&
          other.end - start <= 92 &&
          other.employer !== tenure.employer,
      )
      .reduce<Tenure | undefined>(
        (last, other) => (last === undefined || other.end! >= last.end! ? other : last),
        undefined,
      )
    if (left === undefined || left.wentTo !== undefined) continue
    left.wentTo = tenure
    tenure.cameFrom = left
  }
}

/** What the positions with an employer together say of it. */
export const namedBy = ({ employer }: Tenure): Experience => ({
  ...employer[0]!.said,
  pnet_company_id: employer.find(({ said }) => said.pnet_company_id)?.said.pnet_company_id ?? null,
  company_domain: employer.find(({ said }) => said.company_domain)?.said.company_domain ?? null,
})

/** The position a tenure began with, and the one it ended with or that was begun last of those held. */
export const firstOf = ({ positions }: Tenure): Experience => positions[0]!.said
export function lastOf({ positions, end }: Tenure): Experience {
  const ending = end === Infinity ? positions.filter((each) => each.end === Infinity) : positions
  return ending.reduce((last, each) => ((each.start ?? -Infinity) > (last.start ?? -Infinity) ? each : last))
    .said
}
