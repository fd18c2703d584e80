import { timeText } from '../../days.ts'
import { Grid, Pair, type Column } from '../../parts/grid.tsx'
import { plain } from '../../parts/schema-shape.ts'
import { SignalDrawer } from './signal-drawer.tsx'
import type { Listed } from './watchlists.ts'
import { words } from './words.ts'

/** Signals, of which one may be open. */
export function SignalsGrid(table: {
  signals: readonly Listed[]
  /** Names of rules by their type. */
  names: ReadonlyMap<string, string>
  empty: string
  open: string | undefined
  onOpen(id: string | undefined): void
  onEnd(): void
}) {
  const { signals, names, open, onOpen } = table
  const openSignal = signals.find(({ id }) => id === open)
  return (
    <>
      <Grid
        label={words.signals}
        rows={signals}
        columns={columnsOf(names, onOpen)}
        leastWidthPx={720}
        selected={signals.findIndex(({ id }) => id === open)}
        onSelect={(index) => onOpen(signals[index]?.id)}
        onEnd={table.onEnd}
        empty={table.empty}
      />
      {openSignal && <SignalDrawer signal={openSignal} names={names} onClose={() => onOpen(undefined)} />}
    </>
  )
}

const columnsOf = (
  names: ReadonlyMap<string, string>,
  onOpen: (id: string) => void,
): readonly Column<Listed>[] => [
  {
    name: words.what,
    width: 'minmax(240px, 3fr)',
    isMain: true,
    cell: ({ id, summary, type, isDummy }) => (
      <Pair
        over={
          <button type="button" className="link" onClick={() => onOpen(id)}>
            {summary}
          </button>
        }
        under={
          <>
            {names.get(type) ?? plain(type)}
            {isDummy && <span className="tag doubt">{words.test}</span>}
          </>
        }
      />
    ),
  },
  {
    name: words.who,
    width: 'minmax(140px, 1fr)',
    cell: ({ name, domain, pnetSlug }) => <Pair over={name ?? words.removed} under={domain ?? pnetSlug} />,
  },
  { name: words.list, width: 'minmax(120px, 1fr)', cell: ({ listName }) => <Pair over={listName} /> },
  { name: words.foundAt, width: '190px', cell: ({ foundAt }) => <Pair over={timeText(foundAt)} /> },
]
