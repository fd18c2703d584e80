import './signals.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'
import { usePages } from '../../call/pages.ts'
import { dayIn } from '../../days.ts'
import { PageFrame } from '../../parts/page.tsx'
import { Pick } from '../../parts/pick.tsx'
import { useRules } from './rules.ts'
import { SignalsGrid } from './signals-grid.tsx'
import { readLists } from './watchlists.ts'
import { words } from './words.ts'

/** Signals of all lists. Filters are in the address. */
export function Page() {
  const go = useNavigate()
  const address = useSearch({ from: '/signals' })
  const { type, list, since, tests, open } = address
  const lists = useQuery({ queryKey: ['watchlists'], queryFn: readLists })
  const rules = useRules()
  const isReal = tests !== '1'
  const signals = usePages(
    ['signals', type, list, since, isReal],
    (cursor) => {
      const query = {
        filter: isReal ? ('real' as const) : ('all' as const),
        ...(type && { type: [type] }),
        ...(list && { listId: [list] }),
        ...(dayIn(since) !== undefined && { from: `${since}T00:00:00.000Z` }),
        ...(cursor !== null && { cursor }),
      }
      return settle(api.GET('/v1/tracker/signals', { params: { query } }))
    },
    (output) => output.signals,
  )
  const move = (change: Record<string, string | undefined>) =>
    void go({ to: '/signals', search: { ...address, open: undefined, ...change } })
  const names = new Map((rules.data ?? []).map(({ name, readableName }) => [name, readableName]))
  const isNarrowed = [type, list, since].some(Boolean)
  return (
    <PageFrame
      isWhole
      title={words.signals}
      lead={words.signalsLead}
      actions={
        <Link to="/trackers/new" className="button">
          {words.newList}
        </Link>
      }
      errors={[signals.error, lists.error, rules.error]}
    >
      <div className="toolbar choices">
        <Pick
          label={words.list}
          options={{
            '': words.anyList,
            ...Object.fromEntries((lists.data ?? []).map(({ id, name }) => [id, name])),
          }}
          value={list ?? ''}
          onChange={(value) => move({ list: value })}
        />
        <Pick
          label={words.rule}
          options={{ '': words.anyRule, ...Object.fromEntries(names) }}
          value={type ?? ''}
          onChange={(value) => move({ type: value })}
        />
        <label className="row">
          {words.since}
          <input type="date" value={since ?? ''} onChange={(event) => move({ since: event.target.value })} />
        </label>
        <label className="row">
          <input
            type="checkbox"
            checked={!isReal}
            onChange={() => move({ tests: isReal ? '1' : undefined })}
          />
          {words.withTests}
        </label>
      </div>
      <SignalsGrid
        signals={signals.rows}
        names={names}
        empty={emptyText(signals.isPending, isNarrowed)}
        open={open}
        onOpen={(id) => move({ open: id })}
        onEnd={signals.readMore}
      />
    </PageFrame>
  )
}

function emptyText(isReading: boolean, isNarrowed: boolean): string {
  if (isReading) return words.reading
  return isNarrowed ? words.noSignalsHere : words.noSignals
}
