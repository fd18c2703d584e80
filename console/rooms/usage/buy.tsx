import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { idempotencyKey } from '../../call/idempotency.ts'
import { queries, renewCredits } from '../../call/queries.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { credits } from '../../words.ts'
import { words } from './words.ts'

/** Credits for money, once or whenever few are left. */
export function Buy() {
  const settings = useQuery({
    queryKey: ['top-up'],
    queryFn: () => settle(api.GET('/v1/auto-topup/settings', {})),
    select: ({ output }) => output.settings,
  })
  return (
    <>
      {settings.error && <Notice tone="bad">{settings.error.message}</Notice>}
      <Once />
      {settings.data?.map((each) => (
        <TopUp key={each.subscriptionId} settings={each} />
      ))}
    </>
  )
}

function Once() {
  const [amount, setAmount] = useState('1000')
  const [askedAt, ask] = useState<number>()
  const buy = useMutation({
    mutationFn: (creditsToBuy: number) =>
      settle(
        api.POST('/v1/buy-credits', {
          // The same click twice is one purchase.
          body: { creditsToBuy, idempotencyKey: idempotencyKey('buyCredits', [creditsToBuy, askedAt]) },
        }),
      ),
    async onSettled() {
      ask(undefined)
      await renewCredits()
    },
  })
  const done = buy.data?.output
  return (
    <section className="panel">
      <p>{words.buyLead}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          ask(Date.now())
        }}
      >
        <Field label={words.amount}>
          <input
            type="number"
            required
            min={100}
            max={1_000_000}
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
          />
        </Field>
        <button type="submit" disabled={buy.isPending}>
          {words.buy}
        </button>
      </form>
      {buy.error && <Notice tone="bad">{buy.error.message}</Notice>}
      {done && (
        <Notice>
          {credits(done.creditsBought)} {words.bought} {done.price.amount.toFixed(2)} {done.price.currency}.{' '}
          {done.processorNotice}
        </Notice>
      )}
      {askedAt !== undefined && (
        <Confirm
          title={words.buyTitle}
          words={{ yes: `${words.buyYes} ${credits(Number(amount))}`, no: words.buyNo }}
          isBusy={buy.isPending}
          onYes={() => buy.mutate(Number(amount))}
          onNo={() => ask(undefined)}
        >
          <p>{words.buyLead}</p>
        </Confirm>
      )}
    </section>
  )
}

type Settings = Schemas['AutoTopupSettings']

const numberOf = (text: string) => (text === '' ? null : Number(text))
const textOf = (value: number | null) => (value === null ? '' : String(value))

function TopUp({ settings }: { settings: Settings }) {
  const first = settings.configured ? settings : undefined
  const [draft, setDraft] = useState({
    isEnabled: first?.isEnabled ?? false,
    creditThreshold: textOf(first?.creditThreshold ?? null),
    creditsToBuy: textOf(first?.creditsToBuy ?? null),
    maxPerDay: textOf(first?.maxPerDay ?? 3),
    maxPerMonth: textOf(first?.maxPerMonth ?? 20),
  })
  const set = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part })
  const save = useMutation({
    mutationFn: () =>
      settle(
        api.POST('/v1/auto-topup/configure', {
          body: {
            subscriptionId: settings.subscriptionId,
            isEnabled: draft.isEnabled,
            creditThreshold: numberOf(draft.creditThreshold),
            creditsToBuy: numberOf(draft.creditsToBuy),
            maxPerDay: numberOf(draft.maxPerDay),
            maxPerMonth: numberOf(draft.maxPerMonth),
          },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['top-up'] }),
  })
  const numbers = [
    ['creditThreshold', words.threshold],
    ['creditsToBuy', words.topUpAmount],
    ['maxPerDay', words.perDay],
    ['maxPerMonth', words.perMonth],
  ] as const
  return (
    <section className="panel">
      <h2>
        {words.topUp} {first && <span className="tag">{words.states[first.state]}</span>}
      </h2>
      <p className="soft">{words.topUpHint}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <label className="row">
          <input
            type="checkbox"
            checked={draft.isEnabled}
            onChange={(event) => set({ isEnabled: event.target.checked })}
          />
          {words.isOn}
        </label>
        <div className="fields">
          {numbers.map(([member, label]) => (
            <Field key={member} label={label}>
              <input
                type="number"
                min={0}
                value={draft[member]}
                onChange={(event) => set({ [member]: event.target.value })}
              />
            </Field>
          ))}
        </div>
        {save.error && <Notice tone="bad">{save.error.message}</Notice>}
        {save.isSuccess && <Notice>{words.saved}</Notice>}
        <button type="submit" disabled={save.isPending}>
          {words.save}
        </button>
      </form>
    </section>
  )
}
