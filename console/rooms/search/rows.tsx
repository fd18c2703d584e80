import { useState } from 'react'
import { Grid, type Column } from '../../parts/grid.tsx'
import { Notice } from '../../parts/notice.tsx'
import { credits, number } from '../../words.ts'
import { Chosen } from './chosen.tsx'
import { questionOf, type Address, type SearchKind } from './kind.ts'
import { Offer, ShowMore } from './offer.tsx'
import { usePaidRows } from './paid-rows.ts'
import { Record } from './record.tsx'
import { Where } from './where.tsx'
import { words } from './words.ts'

const defaultRows = 25

interface RowsPart<R> {
  kind: SearchKind<R>
  address: Address
  total: number | undefined
  /** Rows of a page. */
  step: number
  onChange(change: Address): void
}

/** The rows that were paid for; until there are some, what they cost and where they are. */
export function Rows<R>(part: RowsPart<R>) {
  const { kind, address, total, step, onChange } = part
  const [opened, open] = useState<R>()
  const choice = useChoice(kind)
  const question = questionOf(kind, address)
  const wanted = { size: step, rows: Number(address['rows'] ?? 0) }
  const paid = usePaidRows(kind, question, wanted, (page) =>
    onChange({
      rows: String(page.rows),
      step: page.step === defaultRows ? undefined : String(page.step),
    }),
  )
  const isReading = paid.isReading || paid.pay.isPending
  const isUnpaid = wanted.rows > 0 && !isReading && paid.rows.length === 0 && total !== 0
  if (paid.rows.length === 0)
    return (
      <div className="before-rows">
        {paid.error && <Notice tone="bad">{paid.error.message}</Notice>}
        {isUnpaid && !paid.error && <Notice>{words.notPaid}</Notice>}
        <Offer
          kind={kind}
          address={address}
          total={total}
          isReading={isReading}
          onChange={onChange}
          onShow={(rows, maxCredits) => paid.pay.mutate({ step: rows, pageSize: rows, maxCredits })}
        />
        {total !== 0 && <Where kind={kind} address={address} onChange={onChange} />}
      </div>
    )
  const chosen = paid.rows.filter((row) => choice.isChosen(row))
  return (
    <>
      {paid.error && <Notice tone="bad">{paid.error.message}</Notice>}
      <Chosen kind={kind} rows={paid.rows} chosen={chosen} onChoose={choice.set} />
      <Grid
        label={kind.many}
        rows={paid.rows}
        columns={[choice.column, ...kind.columns(open)]}
        leastWidthPx={760}
      />
      <footer className="row under-rows">
        <span className="soft">
          {number(paid.rows.length)} of {number(total ?? paid.rows.length)} shown ·{' '}
          {paid.charged === 0 ? words.paidEarlier : `${credits(paid.charged)} ${words.charged}`}
        </span>
        {paid.next !== null && (
          <ShowMore
            kind={kind}
            rows={total === undefined ? undefined : Math.min(step, Math.max(0, total - paid.rows.length))}
            isReading={isReading}
            onShow={(pageSize, maxCredits) => paid.pay.mutate({ step, pageSize, maxCredits })}
          />
        )}
      </footer>
      {opened !== undefined && (
        <Record
          kind={kind}
          row={opened}
          origins={paid.origins[paid.rows.indexOf(opened)] ?? {}}
          onClose={() => open(undefined)}
        />
      )}
    </>
  )
}

/** Which rows are ticked, and the column to tick them in. */
function useChoice<R>(kind: SearchKind<R>) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const isChosen = (row: R) => ids.has(kind.idOf(row))
  const toggle = (row: R) => {
    const next = new Set(ids)
    if (!next.delete(kind.idOf(row))) next.add(kind.idOf(row))
    setIds(next)
  }
  const column: Column<R> = {
    name: '✓',
    width: '40px',
    isMain: true,
    cell: (row) => (
      <input
        type="checkbox"
        aria-label={`${words.choose} ${kind.nameOf(row)}`}
        checked={isChosen(row)}
        onChange={() => toggle(row)}
      />
    ),
  }
  return { isChosen, column, set: (rows: readonly R[]) => setIds(new Set(rows.map(kind.idOf))) }
}
