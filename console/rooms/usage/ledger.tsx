import { Link } from '@tanstack/react-router'
import { useMutation } from '@tanstack/react-query'
import type { Schemas } from '../../call/client.ts'
import { saveText } from '../../call/file.ts'
import { useKeyNames } from '../../call/key-names.ts'
import { readLedger, readLedgerFile } from '../../call/ledger.ts'
import { usePages } from '../../call/pages.ts'
import { addDays, exactTimeText, instantsOf, today } from '../../days.ts'
import { Grid, Pair, type Column } from '../../parts/grid.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Period } from '../../parts/period.tsx'
import { Pick } from '../../parts/pick.tsx'
import { count, number } from '../../words.ts'
import type { Address } from './address.ts'
import { words } from './words.ts'

type Entry = Schemas['LedgerEntry']
type Kind = Entry['kind']

const kindsOf: Readonly<Record<string, Kind[]>> = {
  spent: ['capture', 'refund'],
  added: ['grant', 'purchase'],
  lost: ['expire', 'revoke', 'lapse'],
}

/** All movements of one request, of which a charge has three. */
interface Movement {
  requestId: string
  entries: Entry[]
}

/** Movements of credits, those of a request as one line. */
export function Ledger({ address, onChange }: { address: Address; onChange(change: Address): void }) {
  const { from, to, key, operation, member, request } = address
  const kind = kindsOf[address.kind ?? '']
  const query = {
    ...instantsOf({ from, to }),
    ...(kind && { kind }),
    ...(key && { keyId: key }),
    ...(operation && { operationId: operation }),
    ...(member && { memberId: [member] }),
    ...(request && { requestId: request }),
    pageSize: 200,
  }
  const ledger = usePages(
    ['ledger', query],
    (cursor) => readLedger({ ...query, ...(cursor !== null && { cursor }) }),
    ({ entries }) => entries,
  )
  const save = useMutation({
    mutationFn: async () => {
      const text = await readLedgerFile({ ...query, format: 'csv', pageSize: 1_000 })
      saveText('ledger.csv', 'text/csv', text)
    },
  })
  const names = useKeyNames().data ?? {}
  const day = today()
  const error = ledger.error ?? save.error
  return (
    <>
      <div className="toolbar">
        <Pick
          label={words.kind}
          options={words.kinds}
          value={address.kind ?? ''}
          onChange={(next) => onChange({ kind: next })}
        />
        <Period
          words={words}
          from={from}
          to={to}
          presets={[
            { name: words.yesterday, from: addDays(day, -1), to: addDays(day, -1) },
            { name: words.month, from: addDays(day, -29), to: day },
          ]}
          onChange={onChange}
        />
        {(key ?? operation ?? member ?? request) !== undefined && (
          <button
            type="button"
            className="link"
            onClick={() =>
              onChange({ key: undefined, operation: undefined, member: undefined, request: undefined })
            }
          >
            {words.allAgain}
          </button>
        )}
        <button type="button" className="push" disabled={save.isPending} onClick={() => save.mutate()}>
          {words.download}
        </button>
      </div>
      {error && <Notice tone="bad">{error.message}</Notice>}
      <div className="ledger">
        <Grid
          label={words.ledgerGrid}
          rows={groupByRequest(ledger.rows)}
          columns={columnsOf(names)}
          leastWidthPx={700}
          onEnd={ledger.readMore}
          empty={ledger.isPending ? words.reading : words.ledgerEmpty}
        />
      </div>
    </>
  )
}

function groupByRequest(entries: readonly Entry[]): Movement[] {
  const groups = new Map<string, Movement>()
  for (const entry of entries) {
    const group = groups.get(entry.requestId)
    if (group === undefined) groups.set(entry.requestId, { requestId: entry.requestId, entries: [entry] })
    else group.entries.push(entry)
  }
  return [...groups.values()]
}

/** The entry that says what it was about: a charge before what was set aside for it. */
const chiefOf = ({ entries }: Movement) =>
  entries.find(({ kind }) => kind !== 'hold' && kind !== 'release') ?? (entries[0] as Entry)

const linesOf = ({ entries }: Movement) =>
  entries
    .flatMap(({ lines, kind }) => (kind === 'capture' ? (lines ?? []) : []))
    .map(
      ({ operation, units, creditsPerUnit }) =>
        `${count(units, 'unit')} of ${operation} at ${number(creditsPerUnit)}`,
    )
    .join(', ')

const sumOf = (movement: Movement) =>
  // Credits are thousandths; sums of them as numbers are not.
  Math.round(movement.entries.reduce((sum, { change }) => sum + change, 0) * 1_000) / 1_000

/** Of a movement whose page holds the charge alone, what was charged; else what it changed in all. */
const changeOf = (movement: Movement) => {
  const { entries } = movement
  if (entries.some(({ kind }) => kind === 'hold')) return sumOf(movement)
  return (
    Math.round(
      entries.reduce((sum, { kind, credits, change }) => sum + (kind === 'capture' ? -credits : change), 0) *
        1_000,
    ) / 1_000
  )
}

const columnsOf = (names: Readonly<Record<string, string>>): Column<Movement>[] => [
  {
    name: words.entry,
    width: 'minmax(220px, 2fr)',
    isMain: true,
    cell: (movement) => {
      const { kind, operationId, note } = chiefOf(movement)
      const about = operationId ?? note
      return (
        <Pair over={`${words.moves[kind]}${about ? `: ${about}` : ''}`} under={linesOf(movement) || note} />
      )
    },
  },
  {
    name: words.change,
    width: '110px',
    isMain: true,
    cell: (movement) => {
      const change = changeOf(movement)
      return <strong>{change > 0 ? `+${number(change)}` : number(change)}</strong>
    },
  },
  {
    name: words.who,
    width: 'minmax(140px, 1fr)',
    cell: (movement) => {
      const { keyId, actor } = chiefOf(movement)
      return <span>{names[keyId ?? ''] ?? actor}</span>
    },
  },
  {
    name: words.when,
    width: '230px',
    cell: (movement) => <span>{exactTimeText(chiefOf(movement).createdAt)}</span>,
  },
  {
    name: words.request,
    width: '130px',
    cell: ({ requestId }) =>
      requestId.startsWith('req_') && (
        <Link to="/requests" search={{ open: requestId }}>
          {words.request}
        </Link>
      ),
  },
]
