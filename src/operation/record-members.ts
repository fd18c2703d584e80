import { z } from 'zod'
import type { Call } from './call.ts'
import { holdsRecords, recordsIn, type AnsweredRecord, type RecordMembers } from './entity-records.ts'
import { optional, withDefault } from './fields.ts'
import type { TracedRecord } from './ports.ts'
import type { DerivedMembers } from './derived-members.ts'
import { dayMs } from '../lib/time.ts'

const origin = z
  .object({
    source: z.string().describe('The source of the value.'),
    observedAt: z.string().describe('When that source observed it, ISO 8601.'),
    verifiedAt: z.string().describe('When a source last confirmed it; not before observedAt.'),
    confidence: z.number().min(0).max(1).describe('How sure the source was.'),
    entries: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .describe(
        'Of a list or map that several sources fill: the sources that say each entry, by its index or key; none where it was not noted.',
      ),
  })
  .meta({ id: 'ValueOrigin' })

const provenance = z
  .object({
    path: z
      .string()
      .describe('Path of the record in the output, such as `data[0]`; empty when the output is the record.'),
    members: z
      .record(z.string(), origin)
      .describe('By member that has a value. Members computed for this answer have no entry.'),
  })
  .meta({ id: 'RecordProvenance' })

const leftOut = z
  .object({
    path: z.string().describe('Path of the record in the output.'),
    members: z.array(z.string()).describe('Members that are older and therefore null or empty.'),
  })
  .meta({ id: 'RecordLeftOut' })

/** Members of every request whose answer holds records. */
const includeProvenance = withDefault(z.boolean(), false).describe(
  'Also answers the origin of each member of each record: source, when observed and last verified, confidence. Free.',
)

/** For look-ups: how old a value may be. */
export const maxAgeDays = optional(z.number().int().min(1).max(36_500)).describe(
  'Leaves out values that no source confirmed within this many days; leftOut and advice list them. Identifying and required members stay. The price is that of the look-up.',
)

type RecordWishes = { includeProvenance: boolean; maxAgeDays: number | undefined }

/**
 * `includeProvenance` of operations that answer records, and `maxAgeDays` of those that do not answer them in pages. Both
 * are derived here for all operations. Undefined for operations that answer no records.
 */
export function recordOptions(
  input: z.ZodObject,
  output: z.ZodObject,
  { isPaged }: { isPaged: boolean },
): DerivedMembers | undefined {
  if (!holdsRecords(output)) return undefined
  const limits: z.ZodRawShape = isPaged || Object.hasOwn(input.shape, 'maxAgeDays') ? {} : { maxAgeDays }
  const asks: z.ZodRawShape = { ...limits, includeProvenance }
  const tells: z.ZodRawShape = {
    provenance: z.array(provenance).optional().describe('With includeProvenance: an entry for each record.'),
    ...(isPaged ? {} : { leftOut: z.array(leftOut).optional().describe('With maxAgeDays.') }),
  }
  return {
    // A refined object can only be extended this way; its refinements stay.
    input: input.safeExtend(asks),
    output: output.safeExtend(tells),
    take({ includeProvenance: isTraced, ...own }, call) {
      const wishes = {
        includeProvenance: isTraced === true,
        maxAgeDays: own['maxAgeDays'] as number | undefined,
      }
      return { input: own, add: (answer) => addWishes(output, answer, { ...wishes, call }) }
    },
  }
}

/** The answer with what the request wants to know of its records. */
async function addWishes(
  output: z.ZodObject,
  answer: RecordMembers,
  wishes: RecordWishes & { call: Call },
): Promise<RecordMembers> {
  if (!wishes.includeProvenance && wishes.maxAgeDays === undefined) return answer
  const records = recordsIn(output, answer)
  const traced = await traceAll(records, wishes.call)
  const old = wishes.maxAgeDays === undefined ? [] : leaveOut(records, traced, wishes)
  return {
    ...answer,
    ...(wishes.includeProvenance && { provenance: showRecords(records, traced) }),
    ...(wishes.maxAgeDays !== undefined && { leftOut: old }),
  }
}

async function traceAll(
  records: readonly AnsweredRecord[],
  { tracer, signal }: Call,
): Promise<(TracedRecord | undefined)[]> {
  const traced = new Map<AnsweredRecord, TracedRecord | undefined>()
  await Promise.all(records.map(seeAgain))
  for (const kind of new Set(records.map((each) => each.kind))) {
    const own = records.flatMap((each) => {
      const { whole } = each
      return each.kind === kind && whole !== undefined ? [{ each, whole }] : []
    })
    const traces = await tracer?.trace(
      kind,
      own.map(({ whole }) => whole),
      signal,
    )
    for (const [index, { each }] of own.entries()) traced.set(each, asAnswered(each, traces?.[index]))
  }
  return records.map((each) => traced.get(each))
}

/** Finds the record behind a stored view; a value that has since changed belongs to another time. */
async function seeAgain(each: AnsweredRecord): Promise<void> {
  const now = await each.seeAgain?.()
  if (now === undefined) return
  const isSame = (name: string) =>
    JSON.stringify((now.view as RecordMembers)[name]) === JSON.stringify(each.record[name])
  each.whole = now.record as RecordMembers
  each.view = Object.fromEntries(Object.entries(each.view ?? {}).filter(([name]) => isSame(name)))
}

/** The provenance of a record, by the members of the view that is answered. */
function asAnswered(
  { view, whole = {} }: AnsweredRecord,
  traced: TracedRecord | undefined,
): TracedRecord | undefined {
  if (view === undefined || traced === undefined) return traced
  const origins: TracedRecord['origins'] = {}
  const identifying: string[] = []
  for (const [name, members] of Object.entries(view)) {
    const member = members.find((each) => hasValue(whole[each])) ?? ''
    const origin = traced.origins[member]
    if (origin !== undefined) origins[name] = origin
    if (traced.identifying.includes(member)) identifying.push(name)
  }
  return { origins, identifying }
}

const showRecords = (records: readonly AnsweredRecord[], traced: readonly (TracedRecord | undefined)[]) =>
  records.map(({ path, record }, index) => {
    const origins = Object.entries(traced[index]?.origins ?? {})
    return { path, members: Object.fromEntries(origins.filter(([name]) => hasValue(record[name]))) }
  })

const hasValue = (value: unknown) =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)

/** Empties the members that are too old and lists them. */
function leaveOut(
  records: readonly AnsweredRecord[],
  traced: readonly (TracedRecord | undefined)[],
  { maxAgeDays: days = 0, call }: RecordWishes & { call: Call },
): { path: string; members: string[] }[] {
  const oldest = new Date(call.nowMs - days * dayMs).toISOString()
  const left = records.flatMap((each, index) => {
    const aged = agedMembers(traced[index], oldest).filter((name) => hasValue(each.record[name]))
    const members = without(each, aged)
    return members.length === 0 ? [] : [{ path: each.path, members }]
  })
  if (left.length > 0)
    call.advise(
      `Values that no source confirmed within ${days} days were left out of ${left.length} of ${records.length} records; leftOut names them.`,
    )
  return left
}

/** Takes members out of a record, or the whole record when one of them must have a value; returns the members it removed. */
function without(
  { record, replace, makeEmpty, isOptional }: AnsweredRecord,
  names: readonly string[],
): string[] {
  if (names.length === 0) return []
  const empties = names.flatMap((name) => {
    const empty = makeEmpty(name)
    return empty === undefined ? [] : [[name, empty.value] as const]
  })
  if (empties.length < names.length && isOptional()) {
    replace(null)
    return [...names]
  }
  for (const [name, value] of empties) record[name] = value
  replace(record)
  return empties.map(([name]) => name)
}

/** Members that no source confirmed since a day, except those that identify the entity. */
export function agedMembers(traced: TracedRecord | undefined, oldest: string): string[] {
  const { origins = {}, identifying = [] } = traced ?? {}
  return Object.entries(origins).flatMap(([name, { verifiedAt }]) =>
    verifiedAt < oldest && !identifying.includes(name) ? [name] : [],
  )
}
