import './signals.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'
import { usePages } from '../../call/pages.ts'
import { WhyNot } from '../../call/if-may.tsx'
import { timeText } from '../../days.ts'
import { Notice } from '../../parts/notice.tsx'
import { PageFrame } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { Actions } from './list-actions.tsx'
import { Members } from './list-members.tsx'
import { Rules } from './list-rules.tsx'
import { Settings } from './list-settings.tsx'
import { useRules } from './rules.ts'
import { SignalsGrid } from './signals-grid.tsx'
import { readList, type Watchlist } from './watchlists.ts'
import { addedText, everyDays, members, words } from './words.ts'

type Tab = keyof typeof words.tabs

const pollMs = 2_000

/** One watchlist: what it told, who is in it, by which rules. */
export function Page() {
  const { list: id } = useParams({ from: '/trackers/$list' })
  const address = useSearch({ from: '/trackers/$list' })
  const { added, unknown } = address
  // Null while nothing is checked; else when the list was checked last before the check that was begun.
  const checking = useMutation({ mutationFn: async (before: string | null) => ({ before }) })
  const list = useQuery({
    queryKey: ['watchlist', id],
    queryFn: () => readList(id),
    staleTime: 0,
    refetchInterval({ state: { data: read } }) {
      const isChecked = checking.data !== undefined && read?.lastRefreshedAt === checking.data.before
      // Whom a search finds is known a moment after the list is made.
      const isFinding = read?.isDynamic === true && read.count === 0 && read.lastRefreshedAt === null
      return isChecked || isFinding ? pollMs : false
    },
  })
  if (list.data === undefined) return <PageFrame title={words.list} errors={[list.error]} />
  const watched = list.data
  const isChecking = checking.data !== undefined && watched.lastRefreshedAt === checking.data.before
  const tab = tabOf(address['tab'])
  return (
    <PageFrame
      isWhole={tab === 'signals' || tab === 'members'}
      crumb={<Link to="/trackers">{words.lists}</Link>}
      title={watched.name}
      actions={
        <Actions
          list={watched}
          isChecking={isChecking}
          onCheck={() => checking.mutate(watched.lastRefreshedAt)}
        />
      }
      errors={[list.error]}
    >
      <WhyNot act="work" />
      <p className="soft">{stateText(watched)}</p>
      {added !== undefined && (
        <Notice {...(unknown !== '0' && { tone: 'doubt' as const })}>
          {addedText(watched.kind, { added: Number(added), unknown: Number(unknown ?? 0) })}
        </Notice>
      )}
      <Tabs
        label={words.list}
        current={tab}
        tabs={tabs.map((name) => ({
          name,
          text: words.tabs[name],
          search: { tab: name === 'signals' ? undefined : name },
        }))}
      />
      <div className="watch-body">
        {tab === 'signals' && <Signals list={watched} isChecking={isChecking} />}
        {tab === 'members' && <Members list={watched} />}
        {tab === 'rules' && <Rules list={watched} />}
        {tab === 'settings' && <Settings list={watched} />}
      </div>
    </PageFrame>
  )
}

const tabs = Object.keys(words.tabs) as Tab[]
const tabOf = (text: string | undefined): Tab => tabs.find((tab) => tab === text) ?? 'signals'

function stateText({ kind, count, days, nextRefreshAt, lastRefreshedAt, isArchived }: Watchlist): string {
  const last = `${words.last}: ${lastRefreshedAt === null ? words.never : timeText(lastRefreshedAt)}`
  const next = nextRefreshAt === null ? words.paused : `${words.next}: ${timeText(nextRefreshAt)}`
  const state = isArchived ? words.archived : next
  return [members(kind, count), everyDays(days), last, state].join(' · ')
}

const busyMs = 3_000

function Signals({ list, isChecking }: { list: Watchlist; isChecking: boolean }) {
  const go = useNavigate()
  const address = useSearch({ from: '/trackers/$list' })
  const rules = useRules()
  const names = new Map((rules.data ?? []).map(({ name, readableName }) => [name, readableName]))
  const signals = usePages(
    // A check that ended may have told something.
    ['signals', 'of list', list.id, list.lastRefreshedAt],
    (cursor) => {
      const query = { listId: [list.id], ...(cursor !== null && { cursor }) }
      return settle(api.GET('/v1/tracker/signals', { params: { query } }))
    },
    (output) => output.signals,
  )
  // Signals of a check appear while it goes on.
  useQuery({
    queryKey: ['signals', 'while checking', list.id],
    queryFn: () => signals.refetch().then(() => null),
    refetchInterval: busyMs,
    enabled: isChecking,
  })
  if (signals.error) return <Notice tone="bad">{signals.error.message}</Notice>
  return (
    <SignalsGrid
      signals={signals.rows}
      names={names}
      empty={signals.isPending ? words.reading : words.noListSignals}
      open={address['open']}
      onOpen={(open) =>
        void go({ to: '/trackers/$list', params: { list: list.id }, search: { ...address, open } })
      }
      onEnd={signals.readMore}
    />
  )
}
