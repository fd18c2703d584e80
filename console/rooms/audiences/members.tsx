import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { IfMay } from '../../call/if-may.tsx'
import type { Schemas } from '../../call/client.ts'
import { usePages } from '../../call/pages.ts'
import { useMay } from '../../call/queries.ts'
import { Grid, Pair, type Column } from '../../parts/grid.tsx'
import { Notice } from '../../parts/notice.tsx'
import { number } from '../../words.ts'
import { ByHand } from './by-hand.tsx'
import {
  isBuilding,
  readCompanies,
  readPeople,
  type Audience,
  type Movement,
  type Side,
} from './operations.ts'
import { words } from './words.ts'

const movements = Object.keys(words.movements) as (keyof typeof words.movements)[]

/** The movement that the address asks for, one link for each. */
function useMovement(): Movement | undefined {
  const { movement } = useSearch({ from: '/audiences/$id' })
  return movements.find((name): name is Movement => name === movement && name !== 'all')
}

function Movements({ tab, chosen }: { tab: string; chosen: Movement | undefined }) {
  return (
    <nav className="row filters-chosen" aria-label={words.movement}>
      {movements.map((name) => (
        <Link
          key={name}
          className="filter-chip link-chip"
          to="."
          search={name === 'all' ? { tab } : { tab, movement: name }}
          aria-current={name === (chosen ?? 'all') ? 'true' : undefined}
        >
          {words.movements[name]}
        </Link>
      ))}
    </nav>
  )
}

const emptyText = (audience: Audience, isReading: boolean) => {
  if (isReading) return words.readingMembers
  if (audience.status !== 'DRAFT') return isBuilding(audience) ? words.leave : words.nobody
  return (
    <>
      <p>{words.notBuilt}</p>
      <Link className="button" to="." search={{ tab: 'build' }}>
        {words.toBuild}
      </Link>
    </>
  )
}

export function Companies({ audience }: { audience: Audience }) {
  const movement = useMovement()
  const id = audience.audienceId
  const read = usePages(
    ['members', id, 'companies', movement],
    (cursor) => readCompanies(id, movement, cursor),
    ({ companies }) => companies,
  )
  return (
    <Members
      {...read}
      audience={audience}
      label={words.tabs.companies}
      tab="companies"
      movement={movement}
      columns={ofCompanies}
      idOf={({ companyId }) => companyId}
      nameOf={({ name, companyId }) => name ?? companyId}
      unknown={read.first?.noLongerKnown ?? 0}
    />
  )
}

export function People({ audience }: { audience: Audience }) {
  const movement = useMovement()
  const id = audience.audienceId
  const read = usePages(
    ['members', id, 'people', movement],
    (cursor) => readPeople(id, movement, cursor),
    ({ prospects }) => prospects,
  )
  return (
    <Members
      {...read}
      audience={audience}
      label={words.tabs.people}
      tab="people"
      movement={movement}
      columns={ofPeople}
      idOf={({ prospectId }) => prospectId}
      nameOf={fullName}
      unknown={read.first?.noLongerKnown ?? 0}
    />
  )
}

function Members<R>(part: {
  audience: Audience
  label: string
  tab: Side
  movement: Movement | undefined
  rows: readonly R[]
  columns: Column<R>[]
  idOf(row: R): string
  nameOf(row: R): string
  error: Error | null
  isPending: boolean
  unknown: number
  readMore(): void
}) {
  const choice = useChoice(part)
  const isWorker = useMay('work')
  // Who left is in it no more, and cannot be taken out.
  const columns = part.movement === 'left' || !isWorker ? part.columns : [choice.column, ...part.columns]
  return (
    <>
      <Movements tab={part.tab} chosen={part.movement} />
      <IfMay act="work">
        <ByHand audience={part.audience} side={part.tab} chosen={choice.chosen} onNone={choice.clear} />
      </IfMay>
      {part.error && <Notice tone="bad">{part.error.message}</Notice>}
      {part.unknown > 0 && (
        <p className="soft small">
          {number(part.unknown)} {words.gone}
        </p>
      )}
      <Grid
        label={part.label}
        rows={part.rows}
        columns={columns}
        leastWidthPx={640}
        onEnd={part.readMore}
        empty={emptyText(part.audience, part.isPending)}
      />
    </>
  )
}

/** Which members are ticked, and the column to tick them in. */
function useChoice<R>({
  rows,
  idOf,
  nameOf,
}: {
  rows: readonly R[]
  idOf(row: R): string
  nameOf(row: R): string
}) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string) => {
    const next = new Set(ids)
    if (!next.delete(id)) next.add(id)
    setIds(next)
  }
  const column: Column<R> = {
    name: '✓',
    width: '40px',
    isMain: true,
    cell: (row) => (
      <input
        type="checkbox"
        aria-label={`${words.choose} ${nameOf(row)}`}
        checked={ids.has(idOf(row))}
        onChange={() => toggle(idOf(row))}
      />
    ),
  }
  // Whoever went meanwhile is chosen no more.
  return { column, chosen: rows.map(idOf).filter((id) => ids.has(id)), clear: () => setIds(new Set()) }
}

/** How somebody moved, where it is news. */
const Moved = ({ movement }: { movement: Movement }) =>
  movement === 'stayed' ? (
    <span className="soft small">{words.movements.stayed}</span>
  ) : (
    <span className={`tag ${movement === 'left' ? 'doubt' : 'good'}`}>{words.movements[movement]}</span>
  )

const ofCompanies: Column<Schemas['AudienceCompany']>[] = [
  {
    name: 'Company',
    width: 'minmax(180px, 1.6fr)',
    isMain: true,
    cell: ({ name, domain }) => <Pair over={name} under={domain} />,
  },
  { name: 'Industry', width: 'minmax(140px, 1.2fr)', cell: ({ industry }) => <span>{industry}</span> },
  {
    name: 'Employees',
    width: '110px',
    isNumber: true,
    cell: ({ headcount }) => <span>{headcount === null ? '' : `${number(headcount)}+`}</span>,
  },
  {
    name: 'Last change',
    width: '110px',
    isMain: true,
    cell: ({ movement }) => <Moved movement={movement} />,
  },
]

const fullName = ({ firstName, lastName }: Schemas['AudienceProspect']) =>
  [firstName, lastName].filter(Boolean).join(' ')

const ofPeople: Column<Schemas['AudienceProspect']>[] = [
  {
    name: 'Person',
    width: 'minmax(170px, 1.4fr)',
    isMain: true,
    cell: (person) => <Pair over={fullName(person)} under={person.location} />,
  },
  {
    name: 'Works as',
    width: 'minmax(170px, 1.4fr)',
    cell: ({ jobTitle, companyName }) => <Pair over={jobTitle} under={companyName} />,
  },
  {
    name: 'Last change',
    width: '110px',
    isMain: true,
    cell: ({ movement }) => <Moved movement={movement} />,
  },
]
