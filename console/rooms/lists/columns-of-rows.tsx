import type { Schemas } from '../../call/client.ts'
import { Pair, type Column } from '../../parts/grid.tsx'
import { number } from '../../words.ts'
import type { Row, State } from './rows.ts'
import type { Kind } from './uses.ts'
import { tabs, words } from './words.ts'

type Used = Schemas['EnrichUsedColumn'][]

export const tones: Readonly<Record<State, string>> = {
  matched: 'good',
  unsure: 'doubt',
  not_found: '',
  unreadable: 'bad',
  blank: '',
}
const marks: Readonly<Record<State, string>> = {
  matched: '●',
  unsure: '◐',
  not_found: '○',
  unreadable: '✕',
  blank: '–',
}

/** The outcome of a row, in a word beside its mark; what somebody decided says so. */
function Outcome({ row }: { row: Row }) {
  const { state, decision, confidence } = row
  const decided = decision === 'same' ? words.confirmed : words.rejected
  const sureness = confidence === null || state === 'not_found' ? '' : ` ${Math.round(confidence * 100)}`
  return (
    <span className={`tag ${tones[state]}`}>
      <span aria-hidden="true">{marks[state]} </span>
      {decision === null ? `${tabs[state]}${sureness}` : decided}
    </span>
  )
}

const town = (place: string | null | undefined) => place?.split(',')[0]
const region = (place: string | null | undefined) => place?.split(',').slice(1).join(',').trim()
const range = (text: string | null | undefined) =>
  text?.replace(/^(\d+)-(\d+)$/, '$1–$2').replace(/^(\d+)-$/, 'over $1')

/** Cells that the row was found by, names before the rest. */
export function ownCells(row: Row, used: Used): string[] {
  const rank = (by: string) => (by.endsWith('name') ? 0 : 1)
  const names = used.toSorted((one, other) => rank(one.by) - rank(other.by)).map(({ column }) => column)
  return names.flatMap((name) => row.cells[name]?.trim() || [])
}

/** `mayAnswer`: whether whoever looks may say who unsure rows are. */
export function columnsOf(kind: Kind, used: Used, mayAnswer: boolean): Column<Row>[] {
  const size: Column<Row> = {
    name: 'Employees',
    width: 'minmax(90px, 0.6fr)',
    cell: ({ record }) => <span>{range(record?.size)}</span>,
  }
  const employer: Column<Row> = {
    name: 'Employer',
    width: 'minmax(130px, 1fr)',
    cell: ({ record }) => <span>{record?.employer}</span>,
  }
  return [
    { name: 'Match', width: '132px', isMain: true, cell: (row) => <Outcome row={row} /> },
    {
      name: 'Your row',
      width: 'minmax(170px, 1.4fr)',
      isMain: true,
      cell(row) {
        const [first, ...rest] = ownCells(row, used)
        const many = row.rowCount > 1 && <span className="tag">{number(row.rowCount)} rows</span>
        return (
          <Pair
            over={
              <>
                {first} {many}
              </>
            }
            under={rest.join(' · ')}
          />
        )
      },
    },
    {
      name: 'Found as',
      width: 'minmax(160px, 1.3fr)',
      cell: ({ state, record, candidate }) =>
        state === 'unsure' ? (
          <Pair over={`${candidate ?? ''}?`} under={mayAnswer && words.yourAnswer} />
        ) : (
          <Pair over={record?.name} under={record?.website} />
        ),
    },
    kind === 'companies' ? size : employer,
    {
      name: 'Place',
      width: 'minmax(140px, 1fr)',
      cell: ({ record }) => <Pair over={town(record?.place)} under={region(record?.place)} />,
    },
  ]
}
