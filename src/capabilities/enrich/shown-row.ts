import { z } from 'zod'
import type { GivenRow } from '../../corpus/tables/index.ts'
import { invalidMember, outsideId } from '../../operation/index.ts'
import { briefRecord } from './brief-record.ts'
import { decideRow, lostRow } from './decided-rows.ts'
import type { EnrichParams } from './enrich-params.ts'
import type { RowFound } from './find-rows.ts'
import type { ListKind } from './members.ts'
import type { EntityRecord } from './read-entities.ts'
import { reasonCodes } from './reason-codes.ts'
import { decisions, rowStates, type RowGroup } from './row-groups.ts'
import { cellsOfRow } from './understand-list.ts'

const words: Record<ListKind, string> = { companies: 'company', people: 'person' }

/** `company_12`: the kind stands in front, so that a quote needs nothing but the id. */
const makeRowId = (kind: ListKind, row: number): string => `${words[kind]}_${row}`

const rowIdForm = /^(company|person)_([1-9]\d{0,6})$/

/** A row of a run, which decides nothing without the run. */
export const rowId = outsideId(
  z.string().regex(rowIdForm, 'Expected the rowId of a row, as listEnrichRows answers it.'),
).describe(
  'Id of a row of the run, as listEnrichRows answers it: `company_12` is the twelfth row of a list of companies.',
)

export const kindOfRowId = (id: string): ListKind => (id.startsWith('person_') ? 'people' : 'companies')

/** The number of a row. Throws a 400 for a row of another kind of list. */
export function openRowId(id: string, kind: ListKind): number {
  if (kindOfRowId(id) !== kind)
    throw invalidMember('rowId', `Expected a row of this run, as ${words[kind]}_12.`, 'other_kind')
  return Number(rowIdForm.exec(id)?.[2])
}

export const shownRow = z
  .object({
    rowId: z.string(),
    firstRow: z.int().describe('Number of the first such row below the header, from 1.'),
    rowCount: z.int().describe('Rows that are looked up by the same cells.'),
    state: z.enum(rowStates),
    cells: z.record(z.string(), z.string()).describe('Cells of the first such row, by heading.'),
    record: briefRecord.nullable().describe('The matched record; null for other rows.'),
    members: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('The members of the matched record that the list gets, by path; null for other rows.'),
    candidate: z.string().nullable().describe('Name of the likeliest record of an unsure row.'),
    confidence: z.number().min(0).max(1).nullable(),
    by: z
      .string()
      .nullable()
      .describe('What decided: url, domain, email or name; decision where a person did.'),
    reason: z.string(),
    reasons: z
      .array(z.enum(reasonCodes))
      .describe('The reason for programs. Runs of earlier versions have none.'),
    decision: z.enum(decisions).nullable().describe('What somebody of the organization decided about it.'),
  })
  .meta({ id: 'EnrichRow' })

export type ShownRow = z.output<typeof shownRow>

/** A group as it is answered, by its first row. */
export function showRow(
  params: EnrichParams,
  group: RowGroup,
  stored: { input: string | null; output: string | null },
  records: ReadonlyMap<string, EntityRecord>,
): ShownRow {
  const { kind, list } = params
  const row = stored.input === null ? undefined : (JSON.parse(stored.input) as GivenRow)
  const cells = row === undefined ? [] : cellsOfRow(row, list)
  const looked = stored.output === null ? lostRow : (JSON.parse(stored.output) as RowFound)
  const outcome = decideRow(looked, group, { params, records })
  return {
    rowId: makeRowId(kind, group.row === 0 ? group.firstRow : group.row),
    firstRow: group.firstRow,
    rowCount: group.rowCount,
    state: group.state,
    cells: Object.fromEntries(
      Array.from({ length: Math.max(cells.length, list.width) }, (_, index) => [
        list.headings[index] ?? `column_${index + 1}`,
        cells[index] ?? '',
      ]),
    ),
    record: outcome.match === 'matched' ? (outcome.brief ?? null) : null,
    members:
      outcome.match === 'matched'
        ? Object.fromEntries(params.members.map((path, index) => [path, outcome.values?.[index] ?? null]))
        : null,
    candidate: outcome.candidate ?? null,
    confidence: outcome.confidence ?? null,
    by: outcome.by ?? null,
    reason: outcome.reason,
    reasons: [...(outcome.codes ?? [])],
    decision: group.decision,
  }
}
