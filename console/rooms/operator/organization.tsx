import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'
import { useAct } from '../../call/operator.ts'
import { Facts } from '../../parts/facts.tsx'
import { Field } from '../../parts/field.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { credits } from '../../words.ts'
import { Credits } from './credits.tsx'
import { instant, OperatorPage } from './frame.tsx'
import { Keys } from './keys.tsx'
import { Limits } from './limits.tsx'
import { Prices } from './prices.tsx'
import { Subscriptions } from './subscriptions.tsx'
import type { Account } from './types.ts'
import { words } from './words.ts'

const tabs = {
  credits: { name: words.credits, command: 'almanac credits grant ORGANIZATION AMOUNT', Tab: Credits },
  prices: { name: words.prices, command: 'almanac price list ORGANIZATION', Tab: Prices },
  limits: { name: words.limits, command: 'almanac limit list ORGANIZATION', Tab: Limits },
  subscriptions: {
    name: words.subscriptions,
    command: 'almanac subscription list ORGANIZATION',
    Tab: Subscriptions,
  },
  keys: { name: words.keys, command: 'almanac key list ORGANIZATION', Tab: Keys },
} as const

/** One organization: what it can spend, what it pays, what it may, and its keys. */
export function Page() {
  const { organization } = useParams({ from: '/operator/organizations/$organization' })
  const { tab = 'credits' } = useSearch({ from: '/operator/organizations/$organization' })
  const current = tab in tabs ? (tab as keyof typeof tabs) : 'credits'
  const { command, Tab } = tabs[current]
  const read = useQuery({
    queryKey: ['organization', organization],
    queryFn: () =>
      settle(
        api.GET('/operator/v1/organizations/{organizationId}', {
          params: { path: { organizationId: organization } },
        }),
      ),
  })
  const account = read.data?.output
  return (
    <OperatorPage
      crumb={<Link to="/operator/organizations">{words.organizations}</Link>}
      title={account?.name ?? organization}
      command={command.replace('ORGANIZATION', organization)}
      errors={[read.error]}
    >
      {account !== undefined && (
        <>
          <Facts
            facts={[
              [words.canSpend, credits(account.available)],
              [words.spent, credits(account.spent)],
              [words.lastSeen, account.lastSeenAt === null ? words.notSeen : instant(account.lastSeenAt)],
            ]}
          />
          <Change key={account.name} account={account} />
          <Tabs
            label={account.name}
            current={current}
            tabs={Object.entries(tabs).map(([name, { name: text }]) => ({
              name,
              text,
              search: { tab: name === 'credits' ? undefined : name },
            }))}
          />
          <section className="tab">
            <Tab account={account} />
          </section>
        </>
      )}
    </OperatorPage>
  )
}

function Change({ account }: { account: Account }) {
  const [name, setName] = useState(account.name)
  const change = useAct((body: { name?: string; mayAskAge?: boolean }) =>
    settle(
      api.PATCH('/operator/v1/organizations/{organizationId}', {
        params: { path: { organizationId: account.organizationId } },
        body,
      }),
    ),
  )
  return (
    <details>
      <summary>{words.rename}</summary>
      <form
        className="panel form-row"
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate({ name: name.trim() })
        }}
      >
        <Field label={words.name} error={change.error?.message}>
          <input type="text" value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <button type="submit" disabled={name.trim() === '' || name === account.name || change.isPending}>
          {words.rename}
        </button>
        <label className="row">
          <input
            type="checkbox"
            checked={account.mayAskAge}
            disabled={change.isPending}
            onChange={() => change.mutate({ mayAskAge: !account.mayAskAge })}
          />
          {words.mayAskAge}
        </label>
      </form>
    </details>
  )
}
