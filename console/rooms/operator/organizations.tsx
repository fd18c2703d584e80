import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { useAct, useOperatorPages } from '../../call/operator.ts'
import { dayText } from '../../days.ts'
import { Field } from '../../parts/field.tsx'
import { More } from '../../parts/more.tsx'
import { number } from '../../words.ts'
import { instant, numberOf, OperatorPage } from './frame.tsx'
import { Table, type TableColumn } from './table.tsx'
import { words } from './words.ts'

type Organization = Schemas['ListOrganizationsResponse']['output']['organizations'][number]

const columns: TableColumn<Organization>[] = [
  {
    name: words.name,
    cell: ({ organizationId, name }) => (
      <Link to="/operator/organizations/$organization" params={{ organization: organizationId }}>
        {name}
      </Link>
    ),
  },
  { name: words.canSpend, cell: ({ available }) => number(available), isNumber: true },
  { name: words.setAside, cell: ({ held }) => number(held), isNumber: true },
  { name: words.spent, cell: ({ spent }) => number(spent), isNumber: true },
  {
    name: words.lastSeen,
    cell: ({ lastSeenAt }) => (lastSeenAt === null ? words.notSeen : instant(lastSeenAt)),
  },
  { name: words.since, cell: ({ createdAt }) => dayText(createdAt) },
]

/** Everybody who uses the installation. */
export function Page() {
  const { q = '', make } = useSearch({ from: '/operator/organizations' })
  const go = useNavigate()
  const read = useOperatorPages(
    ['organizations', q],
    (cursor) =>
      settle(
        api.GET('/operator/v1/organizations', {
          params: { query: { ...cursor, ...(q !== '' && { name: q }) } },
        }),
      ),
    ({ organizations }) => organizations,
  )
  const to = '/operator/organizations'
  return (
    <OperatorPage
      title={words.organizations}
      lead={words.organizationsLead}
      command="almanac org list"
      errors={[read.error]}
      actions={
        <button
          type="button"
          className="primary"
          aria-expanded={make === '1'}
          onClick={() => void go({ to, search: { q, make: make === '1' ? undefined : '1' } })}
        >
          {words.newOrganization}
        </button>
      }
    >
      {make === '1' && <Make />}
      <form
        className="toolbar"
        onSubmit={(event) => {
          event.preventDefault()
          const wanted = new FormData(event.currentTarget).get('q')
          void go({ to, search: { make, q: String(wanted).trim() || undefined } })
        }}
      >
        <input type="search" name="q" defaultValue={q} aria-label={words.search} placeholder={words.search} />
      </form>
      <Table
        label={words.organizations}
        rows={read.rows}
        columns={columns}
        keyOf={({ organizationId }) => organizationId}
        empty={q === '' ? words.nobodyYet : words.noOrganizations}
        isReading={read.isPending || read.error !== null}
      />
      <More pages={read}>{words.more}</More>
    </OperatorPage>
  )
}

function Make() {
  const go = useNavigate()
  const [name, setName] = useState('')
  const [credits, setCredits] = useState('0')
  const make = useAct(
    () =>
      settle(
        api.POST('/operator/v1/organizations', {
          body: { name: name.trim(), credits: numberOf(credits) ?? 0 },
        }),
      ),
    ({ output }) =>
      go({
        to: '/operator/organizations/$organization',
        params: { organization: output.organizationId },
      }),
  )
  return (
    <form
      className="panel form-row"
      onSubmit={(event) => {
        event.preventDefault()
        make.mutate(undefined)
      }}
    >
      <Field label={words.name} error={make.error?.message}>
        {/* Whoever asked for the form writes into it next. */}
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
        <input type="text" autoFocus value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label={words.startCredits}>
        <input
          type="number"
          min={0}
          step="any"
          value={credits}
          onChange={(event) => setCredits(event.target.value)}
        />
      </Field>
      <button type="submit" className="primary" disabled={name.trim() === '' || make.isPending}>
        {words.make}
      </button>
    </form>
  )
}
