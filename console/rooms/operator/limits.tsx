import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'
import { useAct } from '../../call/operator.ts'
import { Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { number } from '../../words.ts'
import { numberOf } from './frame.tsx'
import type { Account } from './types.ts'
import { Table } from './table.tsx'
import { words } from './words.ts'

/** Rate limits of the organization that differ from the usual ones. */
export function Limits({ account: { organizationId } }: { account: Account }) {
  const [operation, setOperation] = useState('')
  const [max, setMax] = useState('')
  const read = useQuery({
    queryKey: ['limits', organizationId],
    queryFn: () =>
      settle(
        api.GET('/operator/v1/organizations/{organizationId}/limits', {
          params: { path: { organizationId } },
        }),
      ),
  })
  const path = (name: string) => ({ params: { path: { organizationId, operation: name } } })
  const set = useAct((of: { name: string; max: number }) =>
    settle(
      api.PUT('/operator/v1/organizations/{organizationId}/limits/{operation}', {
        ...path(of.name),
        body: { max: of.max },
      }),
    ),
  )
  const clear = useAct((name: string) =>
    settle(api.DELETE('/operator/v1/organizations/{organizationId}/limits/{operation}', path(name))),
  )
  const most = numberOf(max)
  return (
    <>
      {read.error && <Notice tone="bad">{read.error.message}</Notice>}
      <form
        className="panel form-row"
        onSubmit={(event) => {
          event.preventDefault()
          if (most !== undefined) set.mutate({ name: operation.trim(), max: most })
        }}
      >
        <Field label={words.operation} error={set.error?.message ?? clear.error?.message}>
          <input
            type="text"
            placeholder="companySearch"
            value={operation}
            onChange={(event) => setOperation(event.target.value)}
          />
        </Field>
        <Field label={words.perMinute}>
          <input type="number" min={1} value={max} onChange={(event) => setMax(event.target.value)} />
        </Field>
        <button type="submit" disabled={operation.trim() === '' || most === undefined || set.isPending}>
          {words.setLimit}
        </button>
      </form>
      <Table
        label={words.limits}
        rows={read.data?.output.limits ?? []}
        keyOf={(limit) => limit.operation}
        empty={words.noLimits}
        isReading={read.data === undefined}
        columns={[
          { name: words.operation, cell: (limit) => <code>{limit.operation}</code> },
          { name: words.perMinute, cell: (limit) => number(limit.max), isNumber: true },
          {
            name: words.clearLimit,
            cell: (limit) => (
              <button
                type="button"
                className="link"
                disabled={clear.isPending}
                onClick={() => clear.mutate(limit.operation)}
              >
                {words.clearLimit}
                <span className="hidden">{limit.operation}</span>
              </button>
            ),
          },
        ]}
      />
    </>
  )
}
