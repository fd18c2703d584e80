import type { ReactNode } from 'react'
import { useBalance } from './balances.ts'
import { useDailySpend } from './sums.ts'
import { Notice } from '../../parts/notice.tsx'
import { dayText, today } from '../../days.ts'
import { credits, number, percent } from '../../words.ts'
import { words } from './words.ts'

const dayMs = 86_400_000

/** What is left, what was spent of the period, and how far it goes. */
export function Balance() {
  const balances = useBalance()
  const daily = useDailySpend(today())
  if (balances.error) return <Notice tone="bad">{balances.error.message}</Notice>
  return (
    <>
      {(balances.data ?? []).map((balance, place) => (
        <dl key={balance.subscriptionId} className="figures">
          <Figure name={words.available} value={number(balance.available)}>
            {balance.status === 'active' ? undefined : words.statuses[balance.status]}
          </Figure>
          <Figure name={words.used} value={number(balance.used)}>
            {balance.max > 0 && `${percent(balance.used / balance.max)} ${words.of} ${credits(balance.max)}`}
          </Figure>
          {balance.suspended > 0 && <Figure name={words.suspended} value={number(balance.suspended)} />}
          <Figure name={words.resets} value={dayText(balance.usagePeriodResetsOn)} />
          {place === 0 && daily !== undefined && <Forecast balance={balance} daily={daily} />}
        </dl>
      ))}
    </>
  )
}

function Figure({ name, value, children }: { name: string; value: string; children?: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong>
        {children && <span className="soft small">{children}</span>}
      </dd>
    </div>
  )
}

/** As the last seven days went, until the period begins again. */
function Forecast({
  balance: { available, usagePeriodResetsOn },
  daily,
}: {
  balance: { available: number; usagePeriodResetsOn: string }
  daily: number
}) {
  const rate = `${credits(Math.round(daily))} a day`
  const days = (Date.parse(usagePeriodResetsOn) - Date.now()) / dayMs
  const left = available - daily * Math.max(0, days)
  if (daily <= 0)
    return (
      <Figure name={words.forecast} value={words.forecastNone}>
        {words.forecastNoneHint}
      </Figure>
    )
  if (left >= 0)
    return (
      <Figure name={words.forecast} value={`${number(Math.round(left))} ${words.forecastEnough}`}>
        {rate}
      </Figure>
    )
  const end = dayText(Date.now() + (available / daily) * dayMs)
  return (
    <Figure name={words.forecast} value={`${words.forecastShort} ${end}`}>
      {rate}
    </Figure>
  )
}
