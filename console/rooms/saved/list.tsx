import './saved.css'
import { Link } from '@tanstack/react-router'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { usePages } from '../../call/pages.ts'
import { dayText } from '../../days.ts'
import { Grid, Pair, type Column } from '../../parts/grid.tsx'
import { PageFrame } from '../../parts/page.tsx'
import { count, credits, number } from '../../words.ts'
import { movedIn } from './operations.ts'
import { states, words } from './words.ts'

type Item = Schemas['ListSavedSearchResponse']['output']['savedSearches'][number]

/** All saved searches, the newest first. */
export function Page() {
  const read = usePages(
    ['saved-searches'],
    (cursor) => settle(api.POST('/v1/saved-search/list', { body: { ...(cursor !== null && { cursor }) } })),
    (output) => output.savedSearches,
  )
  return (
    <PageFrame isWhole title={words.title} lead={words.lead} errors={[read.error]}>
      {read.error === null && (
        <Grid
          label={words.title}
          rows={read.rows}
          columns={columns}
          leastWidthPx={800}
          onEnd={read.readMore}
          empty={read.isPending ? words.reading : <Nothing />}
        />
      )}
    </PageFrame>
  )
}

const Nothing = () => (
  <>
    <p>{words.none}</p>
    <div className="row centred">
      <Link to="/people" className="button">
        {words.toPeople}
      </Link>
      <Link to="/companies" className="button">
        {words.toCompanies}
      </Link>
    </div>
  </>
)

const findings = ({ companyCount, profileCount }: Item) =>
  [
    companyCount > 0 && count(companyCount, 'company', 'companies'),
    profileCount > 0 && count(profileCount, 'person', 'people'),
  ]
    .filter(Boolean)
    .join(', ')

/** How the newest run ended, and who moved in it. */
function LastRun({ lastRun: run }: Item) {
  if (run === null) return <span className="soft">{words.noRuns}</span>
  const { text, tone, mark } = states[run.status] ?? { text: run.status, tone: '', mark: '' }
  const { joined, returned, departed } = movedIn(run)
  const moved = [
    joined + returned > 0 && `+${number(joined + returned)}`,
    departed > 0 && `−${number(departed)}`,
    credits(run.creditsCharged),
    run.completedAt && dayText(run.completedAt),
  ]
  return (
    <Pair
      over={
        <span className={`tag ${tone}`}>
          <span aria-hidden="true">{mark} </span>
          {text}
        </span>
      }
      under={run.status === 'COMPLETED' && moved.filter(Boolean).join(' · ')}
    />
  )
}

const columns: Column<Item>[] = [
  {
    name: words.columns.name,
    width: 'minmax(180px, 2fr)',
    isMain: true,
    cell: ({ id, name }) => (
      <Link className="over" to="/saved/$id" params={{ id }}>
        {name}
      </Link>
    ),
  },
  {
    name: words.columns.every,
    width: 'minmax(120px, 1fr)',
    isMain: true,
    cell: ({ isActive, spawnFrequencyDays }) =>
      isActive ? (
        <span>
          {words.every} {count(spawnFrequencyDays, 'day')}
        </span>
      ) : (
        <span className="tag">{words.paused}</span>
      ),
  },
  { name: words.columns.last, width: 'minmax(210px, 1.3fr)', cell: LastRun },
  { name: words.columns.found, width: 'minmax(150px, 1fr)', cell: (item) => <span>{findings(item)}</span> },
  {
    name: words.columns.next,
    width: '120px',
    cell: ({ estimatedDateOfNextSpawn: next }) => <span>{next && dayText(next)}</span>,
  },
  {
    name: words.columns.made,
    width: '120px',
    cell: ({ createdAt }) => <span>{dayText(createdAt)}</span>,
  },
]
