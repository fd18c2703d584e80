import { useState } from 'react'
import { useIsSandbox, useMay, usePrice } from '../../call/queries.ts'
import type { Schemas } from '../../call/client.ts'
import { Grid } from '../../parts/grid.tsx'
import { Notice } from '../../parts/notice.tsx'
import { credits } from '../../words.ts'
import { columnsOf } from './columns-of-rows.tsx'
import { useDecide, useRows, type Decision, type Row, type State } from './rows.ts'
import type { Kind } from './uses.ts'
import { Why } from './why.tsx'
import { words } from './words.ts'

/** The rows of a list beside whom they name. An unsure one is settled by a key or a button, with all that are equal. */
export function Review(review: {
  runId: string
  kind: Kind
  used: Schemas['EnrichUsedColumn'][]
  state: State | undefined
}) {
  const { runId, kind, state } = review
  const read = useRows(runId, state, true)
  const price = usePrice(kind === 'companies' ? 'kitchenSinkCompany' : 'kitchenSinkPerson')
  const isSandbox = useIsSandbox()
  const decide = useDecide(runId, price)
  const [place, setPlace] = useState({ state, index: 0 })
  const [last, setLast] = useState<string>()
  const [choosingId, choose] = useState('')
  const { rows } = read
  const selected = Math.min(place.state === state ? place.index : 0, rows.length - 1)
  const select = (index: number) => setPlace({ state, index })
  const row = rows[selected]
  const answer = (decision: Decision) => {
    decide.mutate(decision)
    setLast(decision.answer === 'undo' ? undefined : decision.rowId)
    const next = rows.findIndex((other, index) => index > selected && other.state === 'unsure')
    if (decision.answer !== 'undo' && next !== -1) select(next)
  }
  const isWorker = useMay('work')
  const onKey = (key: string) =>
    row === undefined || !isWorker ? false : press(key, row, { answer, choose, last })
  return (
    <>
      {read.error && <Notice tone="bad">{read.error.message}</Notice>}
      {decide.error && <Notice tone="bad">{decide.error.message}</Notice>}
      <div className="review">
        <Grid
          label={words.which}
          rows={rows}
          columns={columnsOf(kind, review.used, isWorker)}
          leastWidthPx={700}
          selected={selected}
          takesFocus={state === 'unsure' && rows.length > 0}
          onSelect={select}
          onKey={onKey}
          onEnd={() => {
            if (read.hasNextPage && !read.isFetching && !read.isFetchNextPageError) void read.fetchNextPage()
          }}
          empty={emptyText(read.isPending, state)}
        />
        {row !== undefined && (
          <Why
            key={row.rowId}
            runId={runId}
            row={row}
            price={isSandbox ? words.free : credits(price ?? 0)}
            isChoosing={choosingId === row.rowId}
            onChoose={() => choose(row.rowId)}
            onAnswer={answer}
          />
        )}
      </div>
    </>
  )
}

/** Whether the key meant something. */
function press(
  key: string,
  { rowId, state, decision }: Row,
  to: { answer(decision: Decision): void; choose(rowId: string): void; last: string | undefined },
): boolean {
  // The answer before has moved the choice on to a row without one.
  const undone = decision === null ? to.last : rowId
  if (key === 'u' && undone !== undefined) to.answer({ rowId: undone, answer: 'undo' })
  else if (state !== 'unsure') return false
  else if (key === 'y') to.answer({ rowId, answer: 'likeliest' })
  else if (key === 'x') to.answer({ rowId, answer: 'none' })
  else if (key === 'o') to.choose(rowId)
  else return false
  return true
}

function emptyText(isReading: boolean, state: State | undefined): string {
  if (isReading) return words.readingRows
  return state === 'unsure' ? words.nothingToCheck : words.noRows
}
