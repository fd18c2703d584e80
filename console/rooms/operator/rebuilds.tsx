import { useQuery } from '@tanstack/react-query'
import { readStatus } from '../../call/operator.ts'
import { Notice } from '../../parts/notice.tsx'
import { number } from '../../words.ts'
import { instant } from './frame.tsx'
import { words } from './system-words.ts'

type Rebuild = Awaited<ReturnType<typeof readStatus>>['rebuilding'][number]

const pollMs = 5_000

/** Search rows that are being built beside the requests, how far that is, and what waits for it. */
export function Rebuilds() {
  const read = useQuery({
    queryKey: ['status'],
    queryFn: readStatus,
    staleTime: 0,
    refetchInterval: ({ state }) => ((state.data?.rebuilding.length ?? 0) > 0 ? pollMs : false),
  })
  if (read.error) return <Notice tone="bad">{read.error.message}</Notice>
  if (read.data === undefined) return null
  const { rebuilding } = read.data
  return (
    <section aria-label={words.rebuilding}>
      <h2>{words.rebuilding}</h2>
      {rebuilding.length === 0 && <p className="soft">{words.noRebuild}</p>}
      {rebuilding.map((each) => (
        <Line key={each.kind} rebuild={each} />
      ))}
    </section>
  )
}

function Line({ rebuild }: { rebuild: Rebuild }) {
  const { kind, done, total, startedAt, expectedEndAt } = rebuild
  const waits = waitsOf(rebuild)
  const end = expectedEndAt === null ? '' : `, ${words.rebuildEnds} ${instant(expectedEndAt)}`
  return (
    <div className="panel">
      <p>
        <strong>{kind}</strong>: {number(done)} {words.rowsOf} {number(total)} {words.rows}
        {startedAt === null ? `, ${words.rebuildWaits}` : end}
      </p>
      <progress aria-label={`${words.rebuilding}: ${kind}`} max={Math.max(1, total)} value={done} />
      {waits.length > 0 && (
        <p className="soft small">
          {words.untilThen} {waits.join(', ')}
        </p>
      )}
    </div>
  )
}

function waitsOf({ waiting: { searches, lookups, imports } }: Rebuild): string[] {
  const { waiting } = words
  const texts = [waiting.searches[searches], waiting.lookups[lookups], imports ? waiting.imports : '']
  return texts.filter((text) => text !== '')
}
