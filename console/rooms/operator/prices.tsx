import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'
import { useAct } from '../../call/operator.ts'
import { Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Pick } from '../../parts/pick.tsx'
import { number } from '../../words.ts'
import { numberOf } from './frame.tsx'
import type { Account } from './types.ts'
import { Table } from './table.tsx'
import { words } from './words.ts'

/** What the organization pays, its own prices first. */
export function Prices({ account: { organizationId } }: { account: Account }) {
  const read = useQuery({
    queryKey: ['prices', organizationId],
    queryFn: () =>
      settle(
        api.GET('/operator/v1/organizations/{organizationId}/prices', {
          params: { path: { organizationId } },
        }),
      ),
  })
  const clear = useAct((unit: string) =>
    settle(
      api.DELETE('/operator/v1/organizations/{organizationId}/prices/{unit}', {
        params: { path: { organizationId, unit } },
      }),
    ),
  )
  const prices = (read.data?.output.prices ?? []).toSorted(
    (one, other) => Number(other.isCustom) - Number(one.isCustom),
  )
  return (
    <>
      {read.error && <Notice tone="bad">{read.error.message}</Notice>}
      <SetPrice organizationId={organizationId} units={prices.map(({ unit }) => unit)} />
      {clear.error && <Notice tone="bad">{clear.error.message}</Notice>}
      <Table
        label={words.prices}
        rows={prices}
        keyOf={({ unit: key }) => key}
        empty={words.never}
        isReading={read.data === undefined}
        columns={[
          {
            name: words.unit,
            cell: ({ unit: key, per, isCustom }) => (
              <>
                {per} <code className="soft small">{key}</code>{' '}
                {isCustom && <span className="tag doubt">{words.own}</span>}
              </>
            ),
          },
          { name: words.price, cell: ({ credits }) => number(credits), isNumber: true },
          { name: words.listPrice, cell: ({ listCredits }) => number(listCredits), isNumber: true },
          {
            name: words.tiers,
            cell: ({ tiers }) =>
              tiers.map((tier) => `${number(tier.credits)} > ${number(tier.fromUnits)}`).join(', '),
          },
          {
            name: words.toListPrice,
            cell: ({ unit: key, isCustom }) =>
              isCustom && (
                <button
                  type="button"
                  className="link"
                  disabled={clear.isPending}
                  onClick={() => clear.mutate(key)}
                >
                  {words.toListPrice}
                  <span className="hidden">{key}</span>
                </button>
              ),
          },
        ]}
      />
    </>
  )
}

function SetPrice({ organizationId, units }: { organizationId: string; units: readonly string[] }) {
  const [wanted, setUnit] = useState('')
  const [price, setPrice] = useState('')
  const [fromUnits, setFromUnits] = useState('')
  const set = useAct((of: { unit: string; credits: number; fromUnits: number | undefined }) =>
    settle(
      api.PUT('/operator/v1/organizations/{organizationId}/prices/{unit}', {
        params: { path: { organizationId, unit: of.unit } },
        body: { credits: of.credits, ...(of.fromUnits !== undefined && { fromUnits: of.fromUnits }) },
      }),
    ),
  )
  const unit = wanted === '' ? (units[0] ?? '') : wanted
  const value = numberOf(price)
  return (
    <form
      className="panel form-row"
      onSubmit={(event) => {
        event.preventDefault()
        if (value !== undefined) set.mutate({ unit, credits: value, fromUnits: numberOf(fromUnits) })
      }}
    >
      <Field label={words.unit}>
        <Pick
          label={words.unit}
          options={Object.fromEntries(units.map((each) => [each, each]))}
          value={unit}
          onChange={setUnit}
        />
      </Field>
      <Field label={words.price} error={set.error?.message}>
        <input
          type="number"
          min={0}
          step="any"
          value={price}
          onChange={(event) => setPrice(event.target.value)}
        />
      </Field>
      <Field label={words.fromUnits}>
        <input
          type="number"
          min={1}
          value={fromUnits}
          onChange={(event) => setFromUnits(event.target.value)}
        />
      </Field>
      <button type="submit" disabled={value === undefined || set.isPending}>
        {words.setPrice}
      </button>
    </form>
  )
}
