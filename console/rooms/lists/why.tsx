import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../call/queries.ts'
import { Notice } from '../../parts/notice.tsx'
import { PriceButton } from '../../parts/price-button.tsx'
import { count, number } from '../../words.ts'
import { reasonText } from './reasons.ts'
import { readCandidates, type Decision, type Row } from './rows.ts'
import { words } from './words.ts'

/** Explains one row, and asks where it is not sure. */
export function Why(why: {
  runId: string
  row: Row
  /** Of a match. */
  price: string
  isChoosing: boolean
  onChoose(): void
  onAnswer(decision: Decision): void
}) {
  const { row } = why
  const { rowId } = row
  const isWorker = useMay('work')
  const cells = Object.entries(row.cells).filter(([, value]) => value.trim() !== '')
  const reasons =
    row.reasons.length > 0 ? row.reasons.map((code) => reasonText(code, row.reason)) : [row.reason]
  return (
    <aside className="why" aria-label={words.why}>
      <h2>
        Row {number(row.firstRow)}
        {row.rowCount > 1 && ` and ${count(row.rowCount - 1, 'equal row', 'equal rows')}`}
      </h2>
      <dl className="facts">
        {cells.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3>{row.state === 'unsure' ? `Is it ${row.candidate ?? ''}?` : (row.record?.name ?? words.nobody)}</h3>
      <ul>
        {[...new Set(reasons)].map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {isWorker && row.state === 'unsure' && (
        <>
          <div className="row">
            <PriceButton
              isPrimary
              price={why.price}
              onClick={() => why.onAnswer({ rowId, answer: 'likeliest' })}
            >
              {words.yes} <kbd>Y</kbd>
            </PriceButton>
            <button type="button" onClick={() => why.onAnswer({ rowId, answer: 'none' })}>
              {words.no} <kbd>X</kbd>
            </button>
            <button type="button" aria-expanded={why.isChoosing} onClick={why.onChoose}>
              {words.other} <kbd>O</kbd>
            </button>
          </div>
          {why.isChoosing ? <Candidates {...why} /> : <p className="soft small">{words.answerHint}</p>}
        </>
      )}
      {isWorker && row.decision !== null && (
        <>
          <button type="button" onClick={() => why.onAnswer({ rowId, answer: 'undo' })}>
            {words.undo} <kbd>U</kbd>
          </button>
          <p className="soft small">{words.undoHint}</p>
        </>
      )}
    </aside>
  )
}

function Candidates(of: { runId: string; row: Row; price: string; onAnswer(decision: Decision): void }) {
  const { runId, row, price, onAnswer } = of
  const read = useQuery({
    queryKey: ['candidates', runId, row.rowId],
    queryFn: () => readCandidates(runId, row.rowId),
  })
  if (read.error) return <Notice tone="bad">{read.error.message}</Notice>
  const candidates = read.data?.output.candidates ?? []
  return (
    <ul className="candidates" aria-busy={read.isPending}>
      {candidates.map(({ candidateId, record, confidence }) => (
        <li key={candidateId}>
          <strong>{record.name}</strong> <span className="tag">{Math.round(confidence * 100)}</span>
          <div className="soft small">
            {[record.website, record.employer, record.place, record.size].filter(Boolean).join(' · ')}
          </div>
          <PriceButton
            price={price}
            onClick={() => onAnswer({ rowId: row.rowId, answer: 'candidate', candidateId })}
          >
            {words.thisOne}
          </PriceButton>
        </li>
      ))}
      {read.data !== undefined && candidates.length === 0 && <li>{words.noCandidates}</li>}
    </ul>
  )
}
