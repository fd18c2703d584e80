import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { refusedAt, settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { queries, useMay } from '../../call/queries.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Pick } from '../../parts/pick.tsx'
import { TableBox } from '../../parts/table-box.tsx'
import { credits, number, percent } from '../../words.ts'
import { useMemberNames } from './people.ts'
import { words } from './words.ts'

type Budget = Schemas['BudgetAlert']
type Period = Budget['period']

const renew = () => queries.invalidateQueries({ queryKey: ['budgets'] })

/** Amounts of a day or month, and what was used of each; whoever belongs to the organization is told when one is reached. */
export function Budgets() {
  const [leaving, setLeaving] = useState<Budget>()
  const isPayer = useMay('pay')
  const budgets = useQuery({
    queryKey: ['budgets'],
    queryFn: () => settle(api.GET('/v1/budget-alerts', {})),
    select: ({ output }) => output.budgetAlerts,
    staleTime: 0,
  })
  const remove = useMutation({
    mutationFn: ({ budgetAlertId }: Budget) =>
      settle(api.DELETE('/v1/budget-alerts/{budgetAlertId}', { params: { path: { budgetAlertId } } })),
    async onSettled() {
      setLeaving(undefined)
      await renew()
    },
  })
  const error = budgets.error ?? remove.error
  return (
    <>
      <p className="soft">{words.budgetLead}</p>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {budgets.isPending && <p className="soft">{words.reading}</p>}
      {budgets.data?.length === 0 && <p className="soft">{words.noBudgets}</p>}
      {budgets.data !== undefined && budgets.data.length > 0 && (
        <Table budgets={budgets.data} onRemove={isPayer ? setLeaving : undefined} />
      )}
      {isPayer && <NewBudget />}
      {leaving && (
        <Confirm
          title={words.removeBudget}
          words={{ yes: words.removeYes, no: words.removeNo }}
          isBusy={remove.isPending}
          onYes={() => remove.mutate(leaving)}
          onNo={() => setLeaving(undefined)}
        >
          <p>
            {nameOf(leaving)}: {amountOf(leaving)}. {words.removeBudgetText}
          </p>
        </Confirm>
      )}
    </>
  )
}

function nameOf({ about, name, keyId, memberId }: Budget): string {
  if (about === 'organization') return words.budgetOfAll
  if (about === 'key') return `${words.budgetOfKey} ${name ?? keyId ?? ''}`
  return name?.replace(/^person:/, '') ?? memberId ?? ''
}

const amountOf = (budget: Budget) => `${credits(budget.credits)} a ${words.periods[budget.period]}`

function Table({
  budgets,
  onRemove,
}: {
  budgets: readonly Budget[]
  onRemove: ((budget: Budget) => void) | undefined
}) {
  return (
    <TableBox label={words.tabs.budgets}>
      <thead>
        <tr>
          <th scope="col">{words.budgetOf}</th>
          <th scope="col">{words.budget}</th>
          <th scope="col">{words.budgetUsed}</th>
          <th scope="col">{words.lastReached}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {budgets.map((budget) => (
          <tr key={budget.budgetAlertId}>
            <th scope="row">{nameOf(budget)}</th>
            <td>{amountOf(budget)}</td>
            <td>
              {number(budget.creditsUsed)}{' '}
              {budget.isReached ? (
                <span className="tag bad">{words.reached}</span>
              ) : (
                <span className="soft small">{percent(budget.creditsUsed / budget.credits)}</span>
              )}
            </td>
            <td>{budget.reachedAt === null ? words.never : new Date(budget.reachedAt).toLocaleString()}</td>
            <td>
              {onRemove && (
                <button
                  type="button"
                  aria-label={`${words.remove} ${nameOf(budget)}, ${amountOf(budget)}`}
                  onClick={() => onRemove(budget)}
                >
                  {words.remove}
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </TableBox>
  )
}

/** Names of keys that act for programs; sessions of people are budgeted by person. */
const useKeys = () =>
  useQuery({
    queryKey: ['keys', 'in use'],
    queryFn: () => settle(api.POST('/v1/api-keys', { body: {} })),
    select: ({ output }) =>
      Object.fromEntries(output.apiKeys.map(({ id, name }) => [`key ${id}`, `${words.budgetOfKey} ${name}`])),
  })

function NewBudget() {
  const [draft, setDraft] = useState({ whose: '', credits: '', period: 'month' as Period })
  const keys = useKeys()
  const people = useMemberNames()
  const add = useMutation({
    mutationFn: () => {
      const [kind, id = ''] = draft.whose.split(' ')
      return settle(
        api.POST('/v1/budget-alerts', {
          body: {
            period: draft.period,
            credits: Number(draft.credits),
            ...(kind === 'key' && { keyId: id }),
            ...(kind === 'person' && { memberId: id }),
          },
        }),
      )
    },
    async onSuccess() {
      setDraft({ ...draft, credits: '' })
      await renew()
    },
  })
  const names = Object.entries(people.data ?? {}).map(([id, name]) => [`person ${id}`, name] as const)
  const atCredits = refusedAt(add.error, 'credits')
  const error = keys.error ?? people.error ?? (atCredits === undefined ? add.error : null)
  return (
    <section className="panel">
      <h2>{words.addBudget}</h2>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          add.mutate()
        }}
      >
        <div className="fields">
          <Field label={words.budgetOf}>
            <Pick
              label={words.budgetOf}
              options={{ '': words.budgetOfAll, ...keys.data, ...Object.fromEntries(names) }}
              value={draft.whose}
              onChange={(whose) => setDraft({ ...draft, whose })}
            />
          </Field>
          <Field label={words.budgetAmount} error={atCredits}>
            <input
              type="number"
              min={0}
              step="any"
              value={draft.credits}
              onChange={(event) => setDraft({ ...draft, credits: event.target.value })}
            />
          </Field>
          <Field label={words.budgetPeriod}>
            <Pick
              label={words.budgetPeriod}
              options={words.periods}
              value={draft.period}
              onChange={(period) => setDraft({ ...draft, period: period as Period })}
            />
          </Field>
        </div>
        {error && <Notice tone="bad">{error.message}</Notice>}
        <button type="submit" className="primary" disabled={draft.credits === '' || add.isPending}>
          {words.addBudget}
        </button>
      </form>
    </section>
  )
}
