import './signals.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IfMay, WhyNot } from '../../call/if-may.tsx'
import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'
import { timeText } from '../../days.ts'
import { Grid, Pair, type Column } from '../../parts/grid.tsx'
import { PageFrame } from '../../parts/page.tsx'
import { credits, number } from '../../words.ts'
import { readLists, type Watchlist } from './watchlists.ts'
import { aMonth, everyDays, members, words } from './words.ts'

/** All watchlists, with what they will cost. */
export function Page() {
  const lists = useQuery({ queryKey: ['watchlists'], queryFn: readLists, staleTime: 0 })
  const overview = useOverview()
  const monthly = overview.data?.summary.estimatedMonthlyCredits
  return (
    <PageFrame
      isWhole
      title={words.lists}
      lead={words.listsLead}
      actions={
        <>
          {monthly !== undefined && monthly > 0 && <span className="soft">{aMonth(Math.ceil(monthly))}</span>}
          <IfMay act="work">
            <Link to="/trackers/new" className="button primary">
              {words.newList}
            </Link>
          </IfMay>
        </>
      }
      errors={[lists.error, overview.error]}
    >
      <WhyNot act="work" />
      <Grid
        label={words.lists}
        rows={lists.data ?? []}
        columns={columnsOf(overview.costs)}
        leastWidthPx={760}
        empty={lists.isPending ? words.reading : words.noLists}
      />
    </PageFrame>
  )
}

/** The forecast of all lists, and credits a month by list. */
function useOverview() {
  const { data, error } = useQuery({
    queryKey: ['watchlists', 'overview'],
    queryFn: () => settle(api.GET('/v1/tracker/overview', {})),
    select: ({ output }) => output,
    staleTime: 0,
  })
  const all = [...(data?.companyLists ?? []), ...(data?.personLists ?? [])]
  const costs = new Map(
    all.map(({ id, isActive, estimatedCreditsPerRefresh: each, refreshIntervalDays: days }) => [
      id,
      isActive ? Math.ceil((each * 30) / days) : 0,
    ]),
  )
  return { data, error, costs }
}

const columnsOf = (costs: ReadonlyMap<string, number>): readonly Column<Watchlist>[] => [
  {
    name: words.list,
    width: 'minmax(180px, 2fr)',
    isMain: true,
    cell: (list) => (
      <Pair
        over={
          <Link to="/trackers/$list" params={{ list: list.id }} search={{}}>
            {list.name}
          </Link>
        }
        under={`${members(list.kind, list.count)}, ${everyDays(list.days)}`}
      />
    ),
  },
  {
    name: words.rules,
    width: '90px',
    isNumber: true,
    cell: ({ rules }) => <Pair over={number(rules.length)} />,
  },
  {
    name: words.next,
    width: 'minmax(140px, 1fr)',
    cell: ({ nextRefreshAt, lastRefreshedAt }) => (
      <Pair
        over={nextRefreshAt === null ? words.paused : timeText(nextRefreshAt)}
        under={`${words.last}: ${lastRefreshedAt === null ? words.never : timeText(lastRefreshedAt)}`}
      />
    ),
  },
  {
    name: words.forecast,
    width: '130px',
    isNumber: true,
    cell: ({ id }) => <Pair over={costs.has(id) ? credits(costs.get(id) ?? 0) : '…'} />,
  },
  {
    name: words.state,
    width: '100px',
    isMain: true,
    cell: ({ isActive }) => (
      <Pair
        over={
          <span className={`tag ${isActive ? 'good' : 'doubt'}`}>
            {isActive ? words.active : words.paused}
          </span>
        }
      />
    ),
  },
]
