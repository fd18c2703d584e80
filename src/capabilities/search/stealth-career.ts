import { z } from 'zod'
import { isStealthEmployer } from '../../corpus/search-index/index.ts'
import type { EntityHistory } from '../../corpus/history/index.ts'

/** A position as history keeps it. */
const position = z
  .object({
    pnet_company_id: z.string().nullable(),
    company_name: z.string().nullable(),
    title: z.string().nullable(),
    is_current: z.boolean().nullable(),
    start_date: z.string().nullable(),
    end_date: z.string().nullable(),
    seniority: z.string().nullable(),
    employment_type: z.array(z.string()).nullable(),
    locality: z.string().nullable(),
  })
  .meta({ id: 'CareerPosition' })

type Position = z.output<typeof position>

/** How somebody came to be in stealth. */
export const stealthCareer = z
  .object({
    enteredStealthAt: z
      .string()
      .nullable()
      .describe(
        'Start of the first current position in stealth, or of the last one for people who left, as precise as known; else when it was first seen.',
      ),
    leftStealthAt: z
      .string()
      .nullable()
      .optional()
      .describe('For people who left: end of the last position in stealth; null if not known.'),
    lastConfirmedInStealthAt: z
      .string()
      .nullable()
      .describe('When a record that says so was last observed; null if none is stored.'),
    transitions: z
      .array(
        z.object({
          beforeSnapshotDate: z.string(),
          afterSnapshotDate: z.string(),
          addedCurrentExperiences: z.array(position),
          removedCurrentExperiences: z.array(position),
        }),
      )
      .describe('Changes of current positions between observations, oldest first.'),
  })
  .meta({ id: 'StealthCareer' })

export type StealthCareer = z.output<typeof stealthCareer>

/** The career of a person whose current record has `experiences`. */
export function readCareer(experiences: readonly Partial<Position>[], history: EntityHistory): StealthCareer {
  const states = [
    ...history.past.map(({ observedAt, tracked }) => ({
      observedAt,
      current: listCurrent(tracked['experiences']),
    })),
    { observedAt: history.observedAt, current: listCurrent(experiences) },
  ]
  const last = lastLeft(experiences)
  const isIn = inStealth(states.at(-1) as State).length > 0
  return {
    ...(isIn
      ? { enteredStealthAt: enteredAt(states) }
      : { enteredStealthAt: last?.start_date ?? null, leftStealthAt: last?.end_date ?? null }),
    lastConfirmedInStealthAt: states.findLast((state) => inStealth(state).length > 0)?.observedAt ?? null,
    transitions: states.slice(1).flatMap((after, index) => {
      const before = states[index] as State
      const added = without(after.current, before.current)
      const removed = without(before.current, after.current)
      if (added.length + removed.length === 0) return []
      return {
        beforeSnapshotDate: before.observedAt,
        afterSnapshotDate: after.observedAt,
        addedCurrentExperiences: added,
        removedCurrentExperiences: removed,
      }
    }),
  }
}

interface State {
  observedAt: string
  current: Position[]
}

const inStealth = ({ current }: State) => current.filter((each) => isStealthEmployer(each.company_name))

/** The former position in stealth that ended last. */
const lastLeft = (experiences: readonly Partial<Position>[]) =>
  experiences
    .filter(({ company_name, is_current }) => is_current !== true && isStealthEmployer(company_name))
    .toSorted((one, other) => (one.end_date ?? '').localeCompare(other.end_date ?? ''))
    .at(-1)

function enteredAt(states: readonly State[]): string | null {
  const dates = inStealth(states.at(-1) as State).flatMap(({ start_date }) => start_date ?? [])
  const [earliest] = dates.toSorted()
  if (earliest !== undefined) return earliest
  // Without a date: since the first of the observations that agree on it without a break.
  const outside = states.findLastIndex((state) => inStealth(state).length === 0)
  return states[outside + 1]?.observedAt ?? null
}

function listCurrent(experiences: unknown): Position[] {
  const list = Array.isArray(experiences) ? (experiences as Partial<Position>[]) : []
  return list
    .filter((each) => each.is_current === true)
    .map((each) => ({
      pnet_company_id: each.pnet_company_id ?? null,
      company_name: each.company_name ?? null,
      title: each.title ?? null,
      is_current: true,
      start_date: each.start_date ?? null,
      end_date: each.end_date ?? null,
      seniority: each.seniority ?? null,
      employment_type: each.employment_type ?? null,
      locality: each.locality ?? null,
    }))
}

/** Two observations of one position may differ in detail: employer and title tell positions apart. */
function without(positions: readonly Position[], others: readonly Position[]): Position[] {
  const makeKey = (each: Position) => JSON.stringify([each.pnet_company_id ?? each.company_name, each.title])
  const keys = new Set(others.map(makeKey))
  return positions.filter((each) => !keys.has(makeKey(each)))
}
