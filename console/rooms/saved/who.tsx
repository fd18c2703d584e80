import { useSearch } from '@tanstack/react-router'
import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'
import { usePages } from '../../call/pages.ts'
import { DrawerHead } from '../../parts/drawer-head.tsx'
import { More } from '../../parts/more.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import type { Movement } from './operations.ts'
import { words } from './words.ts'

const movements = Object.keys(words.movements) as Movement[]

/** Who came, went or stayed in one run. */
export function Who({
  runId,
  hasCompanies,
  hasPeople,
}: {
  runId: string
  hasCompanies: boolean
  hasPeople: boolean
}) {
  const { who } = useSearch({ from: '/saved/$id' })
  const movement = movements.find((name) => name === who) ?? 'joined'
  return (
    <>
      <DrawerHead title={words.whoCame} close={words.close} />
      <Tabs
        label={words.who}
        isReplacing
        current={movement}
        tabs={movements.map((name) => ({
          name,
          text: words.movements[name],
          search: { run: runId, who: name },
        }))}
      />
      {hasCompanies && <Companies runId={runId} movement={movement} />}
      {hasPeople && <People runId={runId} movement={movement} />}
    </>
  )
}

const bodyOf = (savedSearchRunId: string, movement: Movement, cursor: string | null) => ({
  savedSearchRunId,
  statuses: [movement],
  pageSize: 50,
  ...(cursor !== null && { cursor }),
})

function Companies({ runId, movement }: { runId: string; movement: Movement }) {
  const read = usePages(
    ['saved', 'who', 'companies', runId, movement],
    (cursor) => settle(api.POST('/v1/saved-search/run/companies', { body: bodyOf(runId, movement, cursor) })),
    (output) => output.companies,
  )
  return (
    <Rows
      {...read}
      title={words.companies}
      rows={read.rows.map(({ company }) => ({
        over: company.preferred_name,
        under: [company.domains?.[0], company.location_consensus?.formatted_address],
      }))}
    />
  )
}

function People({ runId, movement }: { runId: string; movement: Movement }) {
  const read = usePages(
    ['saved', 'who', 'people', runId, movement],
    (cursor) => settle(api.POST('/v1/saved-search/run/profiles', { body: bodyOf(runId, movement, cursor) })),
    (output) => output.profiles,
  )
  return (
    <Rows
      {...read}
      title={words.people}
      rows={read.rows.map(({ profile }) => ({
        over: profile.name,
        under: [profile.current_job?.title, profile.current_job?.company_name],
      }))}
    />
  )
}

function Rows(part: {
  title: string
  rows: { over: string | null; under: (string | null | undefined)[] }[]
  error: Error | null
  isPending: boolean
  hasMore: boolean
  readMore(): void
}) {
  if (part.error) return <Notice tone="bad">{part.error.message}</Notice>
  return (
    <section>
      <h3>{part.title}</h3>
      {part.rows.length === 0 && <p className="soft">{part.isPending ? words.readingRows : words.nobody}</p>}
      <ul className="who-came">
        {part.rows.map(({ over, under }, place) => (
          // Rows stand in the order of the run, which never changes.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place}>
            <strong>{over}</strong>
            <div className="soft small">{under.filter(Boolean).join(' · ')}</div>
          </li>
        ))}
      </ul>
      <More pages={part}>{words.older}</More>
    </section>
  )
}
