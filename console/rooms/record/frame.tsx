import './record.css'
import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Refused } from '../../call/answer.ts'
import { Facts } from '../../parts/facts.tsx'
import { PageFrame } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { credits } from '../../words.ts'
import { Price } from './priced.tsx'
import type { usePaidRead } from './paid-read.ts'
import { words, type Tab } from './words.ts'

type Address = Readonly<Record<string, string | undefined>>

export const useAddress = () => useSearch({ strict: false }) as Address

/** The head of a record's page, its tabs, and the tab that the address names. */
export function RecordFrame<T>(frame: {
  name: string | null | undefined
  headline: string | null | undefined
  above: { to: '/people' | '/companies'; text: string }
  /** Shown until it is known what it is. */
  unknown: string
  tabs: readonly Tab[]
  tab: Tab
  record: ReturnType<typeof usePaidRead<T>>
  unit: string
  /** Whether the tab shows something without the record. */
  isFreeTab: boolean
  children: ReactNode
}) {
  const { record, tab } = frame
  const address = useAddress()
  const { data } = record
  const head = {
    crumb: <Link to={frame.above.to}>{frame.above.text}</Link>,
    title: frame.name ?? frame.unknown,
  }
  // Whoever may not read it may read no part of it.
  if (record.error instanceof Refused && record.error.status === 403)
    return <PageFrame {...head} errors={[record.error]} />
  return (
    <PageFrame {...head} {...(frame.headline && { lead: frame.headline })} errors={[record.error]}>
      <Tabs
        label={words.parts}
        current={tab}
        tabs={frame.tabs.map((name) => ({ name, text: words.tabs[name], search: { ...address, tab: name } }))}
      />
      {record.isUnpaid && !frame.isFreeTab && (
        <section className="panel record-part">
          <p className="soft">{words.readLead}</p>
          <Price unit={frame.unit} isBusy={record.isReading} onPay={record.pay}>
            {words.read}
          </Price>
        </section>
      )}
      <div className="record-part">{(data !== undefined || frame.isFreeTab) && frame.children}</div>
      {data !== undefined && !frame.isFreeTab && (
        <p className="soft small">
          {data.charged === 0 ? words.readAgain : `${credits(data.charged)} ${words.charged}`}
        </p>
      )}
    </PageFrame>
  )
}

/** Names and numbers of an answer, most first. */
export function Amounts({ rows }: { rows: readonly (readonly [name: string, amount: string])[] }) {
  return <Facts facts={rows} />
}
