import './requests.css'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useKeyNames } from '../../call/key-names.ts'
import { addDays, exactTimeText, today } from '../../days.ts'
import { Grid, Pair, type Column } from '../../parts/grid.tsx'
import { PageFrame } from '../../parts/page.tsx'
import { Period } from '../../parts/period.tsx'
import { Pick } from '../../parts/pick.tsx'
import { number } from '../../words.ts'
import { isOfAll, mayHideFree, useLog, useLogged, type Filters, type Logged } from './log.ts'
import { Request } from './request.tsx'
import { words } from './words.ts'

/** What was asked of the service, narrowed by the address. */
export function Page() {
  const address = useSearch({ strict: false }) as Filters
  const go = useNavigate()
  const set = (change: Filters) => void go({ to: '/requests', search: { ...address, ...change } })
  const names = useKeyNames()
  const log = useLog(address)
  const { open } = address
  const place = log.rows.findIndex(({ id }) => id === open)
  const single = useLogged(log.isPending ? undefined : open, log.rows[place])
  const opened = open === undefined ? undefined : (log.rows[place] ?? single.data)
  const nameOf = (request: Logged) => names.data?.[request.keyId] ?? request.actor
  return (
    <PageFrame
      title={words.title}
      lead={words.lead}
      isWhole
      errors={[log.error, names.error, single.error]}
      actions={
        <button type="button" onClick={() => void log.refetch()}>
          {words.refresh}
        </button>
      }
    >
      <Toolbar filters={address} names={names.data ?? {}} onChange={set} />
      <Grid
        label={words.grid}
        rows={log.rows}
        columns={columnsOf(nameOf)}
        leastWidthPx={860}
        selected={place}
        takesFocus={log.rows.length > 0 && open === undefined && document.activeElement === document.body}
        onOpen={(index) => set({ open: log.rows[index]?.id })}
        onEnd={log.readMore}
        empty={log.isPending ? words.reading : words.none}
      />
      {opened !== undefined && (
        <Request
          key={opened.id}
          logged={opened}
          by={nameOf(opened)}
          onClose={() => set({ open: undefined })}
        />
      )}
    </PageFrame>
  )
}

function Toolbar({
  filters,
  names,
  onChange,
}: {
  filters: Filters
  names: Readonly<Record<string, string>>
  onChange(change: Filters): void
}) {
  const day = today()
  const isFiltered = Object.entries(filters).some(([member, value]) => member !== 'open' && value)
  return (
    <div className="toolbar">
      <Pick
        label={words.status}
        options={words.statuses}
        value={filters.status ?? ''}
        onChange={(status) => onChange({ status })}
      />
      <Pick
        label={words.source}
        options={words.sources}
        value={isOfAll(filters) ? 'all' : filters.source || 'programs'}
        onChange={(source) => onChange({ source })}
      />
      {mayHideFree(filters) && (
        <Pick
          label={words.console}
          options={words.consoles}
          value={filters.console ?? ''}
          onChange={(choice) => onChange({ console: choice })}
        />
      )}
      <Pick
        label={words.charge}
        options={words.charges}
        value={filters.charged ?? ''}
        onChange={(charged) => onChange({ charged })}
      />
      <Pick
        label={words.key}
        options={{ '': words.anyKey, ...names }}
        value={filters.key ?? ''}
        onChange={(key) => onChange({ key })}
      />
      <OperationField key={filters.operation} value={filters.operation} onChange={onChange} />
      <Period
        words={words}
        from={filters.from}
        to={filters.to}
        presets={[
          { name: words.today, from: day, to: day },
          { name: words.yesterday, from: addDays(day, -1), to: addDays(day, -1) },
          { name: words.week, from: undefined, to: undefined },
        ]}
        onChange={onChange}
      />
      {isFiltered && (
        <button
          type="button"
          className="link"
          onClick={() =>
            onChange(Object.fromEntries(Object.keys(filters).map((member) => [member, undefined])))
          }
        >
          {words.clear}
        </button>
      )}
    </div>
  )
}

/** Asked for when it is left or Enter is pressed, not with each letter. */
function OperationField({ value, onChange }: { value: string | undefined; onChange(change: Filters): void }) {
  const take = (text: string) => {
    if (text.trim() !== (value ?? '')) onChange({ operation: text.trim() })
  }
  return (
    <input
      type="search"
      className="operation"
      aria-label={words.operation}
      placeholder={words.operationHint}
      defaultValue={value}
      onBlur={(event) => take(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take(event.currentTarget.value)
      }}
    />
  )
}

const toneOf = (status: number) => {
  if (status < 400) return 'good'
  return status < 500 ? 'doubt' : 'bad'
}

const columnsOf = (nameOf: (request: Logged) => string): Column<Logged>[] => [
  {
    name: words.columns.request,
    width: 'minmax(240px, 2fr)',
    isMain: true,
    cell: ({ operationId, method, routePath }) => (
      <Pair over={operationId} under={`${method} ${routePath}`} />
    ),
  },
  {
    name: words.columns.status,
    width: 'minmax(90px, 1fr)',
    isMain: true,
    cell: ({ statusCode, errorCode }) => (
      <Pair over={<span className={`tag ${toneOf(statusCode)}`}>{statusCode}</span>} under={errorCode} />
    ),
  },
  { name: words.columns.credits, width: '90px', cell: ({ creditsCharged }) => number(creditsCharged) },
  {
    name: words.columns.time,
    width: '90px',
    cell: ({ durationMs }) => `${number(Math.round(durationMs))} ms`,
  },
  {
    name: words.columns.by,
    width: 'minmax(120px, 1fr)',
    cell: (request) => <Pair over={nameOf(request)} under={words.sentBy[request.source]} />,
  },
  {
    name: words.columns.at,
    width: '200px',
    cell: ({ createdAt }) => <span>{exactTimeText(createdAt)}</span>,
  },
]
