import { Link } from '@tanstack/react-router'
import { timeText } from '../../days.ts'
import { More } from '../../parts/more.tsx'
import { Notice } from '../../parts/notice.tsx'
import { count, credits } from '../../words.ts'
import { useCleanedLists } from './clean.ts'
import { words } from './words.ts'

/** Lists that were cleaned in the last 30 days, newest first. */
export function CleanedLists() {
  const runs = useCleanedLists()
  if (runs.error) return <Notice tone="bad">{runs.error.message}</Notice>
  if (runs.rows.length === 0) return null
  return (
    <section>
      <h2>{words.cleanedLists}</h2>
      <ul className="lists">
        {runs.rows.map(({ runId, fileName, status, stats, rowCount, progressPercent, ...run }) => (
          <li key={runId}>
            <Link to="/lists/clean/$run" params={{ run: runId }}>
              {fileName ?? words.list}
            </Link>
            <span className="soft">
              {status === 'failed' || status === 'canceled'
                ? words.stopped
                : stateOf(stats, rowCount, progressPercent)}
            </span>
            <span className="soft small push">
              {credits(run.creditsCharged)} · {timeText(run.startedAt)}
            </span>
          </li>
        ))}
      </ul>
      <More pages={runs}>{words.older}</More>
    </section>
  )
}

const stateOf = (stats: { rowsChanged: number } | null, rowCount: number, progressPercent: number) =>
  stats === null
    ? `${progressPercent}% of ${count(rowCount, 'row')}`
    : `${count(stats.rowsChanged, 'row')} ${words.changed}`
