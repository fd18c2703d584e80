import './usage.css'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useIsSandbox, useMay, useOffers } from '../../call/queries.ts'
import { addDays, dayIn, today } from '../../days.ts'
import { Chart, largest } from '../../parts/chart.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageFrame } from '../../parts/page.tsx'
import { Period } from '../../parts/period.tsx'
import { Segments } from '../../parts/segments.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { credits, number } from '../../words.ts'
import type { Address } from './address.ts'
import { Balance } from './balance.tsx'
import { Budgets } from './budgets.tsx'
import { Buy } from './buy.tsx'
import { Ledger } from './ledger.tsx'
import { Limits } from './limits.tsx'
import { Prices } from './prices.tsx'
import { Statements } from './statements.tsx'
import { useMemberNames } from './people.ts'
import { SumTable } from './sum-table.tsx'
import { useSums, type Dimension, type Origin } from './sums.ts'
import { words } from './words.ts'

type Tab = keyof typeof words.tabs
const tabs = Object.keys(words.tabs) as Tab[]

/** What was spent, on what and by whom, and how far the rest goes. */
export function Page() {
  const address = useSearch({ strict: false }) as Address
  const go = useNavigate()
  const set = (change: Address) => void go({ to: '/usage', search: { ...address, ...change } })
  const isPayer = useMay('pay')
  const isSandbox = useIsSandbox()
  const isSold = useOffers()?.purchases === true || isSandbox
  const offered = tabs.filter((name) => name !== 'buy' || (isPayer && isSold))
  const tab = offered.find((name) => name === address.tab) ?? 'usage'
  return (
    <PageFrame title={words.title}>
      <Balance />
      <Tabs
        label={words.title}
        current={tab}
        tabs={offered.map((name) => ({
          name,
          text: words.tabs[name],
          search: name === 'usage' ? {} : { tab: name },
        }))}
      />
      <div className="tab">
        {tab === 'usage' && <Spend address={address} onChange={set} />}
        {tab === 'ledger' && <Ledger address={address} onChange={set} />}
        {tab === 'budgets' && <Budgets />}
        {tab === 'statements' && <Statements />}
        {tab === 'prices' && <Prices />}
        {tab === 'limits' && <Limits address={address} onChange={set} />}
        {tab === 'buy' && <Buy />}
      </div>
    </PageFrame>
  )
}

const dimensions = Object.keys(words.dimensions) as Dimension[]

const origins = Object.keys(words.origins) as Origin[]

interface Part {
  address: Address
  onChange(change: Address): void
}

function Spend({ address, onChange }: Part) {
  const day = today()
  const to = dayIn(address.to) ?? day
  const from = dayIn(address.from) ?? addDays(to, -29)
  const by = dimensions.find((name) => name === address.by) ?? 'operation'
  const { key, operation, member } = address
  // Whoever asks for people or for a key means what those did: only people work in the console.
  const isOfAll = by === 'person' || (key ?? member) !== undefined
  const origin = origins.find((name) => name === address.origin) ?? (isOfAll ? 'all' : 'api')
  const read = useSums({ from, to, by, key, operation, member, origin })
  const presets = [
    { name: words.today, from: day, to: day },
    { name: words.yesterday, from: addDays(day, -1), to: addDays(day, -1) },
    { name: words.week, from: addDays(day, -6), to: day },
    { name: words.month, from: addDays(day, -29), to: day },
  ]
  const { data } = read
  return (
    <>
      <div className="toolbar">
        <Segments
          label={words.by}
          options={words.dimensions}
          value={by}
          onChange={(next) => onChange({ by: next })}
        />
        <Segments
          label={words.origin}
          options={words.origins}
          value={origin}
          onChange={(next) => onChange({ origin: next === 'api' && !isOfAll ? undefined : next })}
        />
        <Period words={words} from={from} to={to} presets={presets} onChange={onChange} />
      </div>
      <Only address={address} onChange={onChange} />
      {read.error && <Notice tone="bad">{read.error.message}</Notice>}
      {data === undefined && !read.error && <p className="soft">{words.reading}</p>}
      {data !== undefined && (
        <>
          <h2 aria-live="polite">
            {credits(data.total.creditsCharged)} {words.spentBy[origin]}{' '}
            <span className="soft small">{from === to ? from : `${from} to ${to}`}</span>
          </h2>
          {data.days.length > 1 && data.total.creditsCharged > 0 && (
            <div className="panel">
              <Chart
                label={`${words.chart}, ${from} to ${to}: ${credits(data.total.creditsCharged)}`}
                labels={data.days}
                series={largest(data.series, words.other)}
                format={number}
                words={{ table: words.table, label: words.day, sum: words.sum }}
                onSelect={(label) => onChange({ from: label, to: label })}
              />
            </div>
          )}
          <SumTable
            sums={data}
            by={by}
            only={{ from, to, key, operation, member }}
            nothing={words.nothingBy[origin]}
            origin={origin}
          />
        </>
      )}
    </>
  )
}

/** What the sums are narrowed to, and how to see all again. */
function Only({ address: { key, operation, member }, onChange }: Part) {
  const names = useMemberNames(member !== undefined).data ?? {}
  if ((key ?? operation ?? member) === undefined) return null
  return (
    <p>
      {member !== undefined && (
        <>
          {words.onlyPerson} <code>{names[member] ?? member}</code>{' '}
        </>
      )}
      {(key ?? operation) !== undefined && (
        <>
          {key === undefined ? words.onlyOperation : words.onlyKey} <code>{key ?? operation}</code>{' '}
        </>
      )}
      <button
        type="button"
        className="link"
        onClick={() => onChange({ key: undefined, operation: undefined, member: undefined })}
      >
        {words.allAgain}
      </button>
    </p>
  )
}
