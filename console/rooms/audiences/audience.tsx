import './audiences.css'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { IfMay, WhyNot } from '../../call/if-may.tsx'
import { useMay } from '../../call/queries.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageFrame } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { count, number } from '../../words.ts'
import { Build } from './build.tsx'
import { Changes } from './changes.tsx'
import { Enrich } from './enrich.tsx'
import { Export } from './export.tsx'
import {
  cloneAudience,
  deleteAudience,
  isBuilding,
  leaveOut,
  useAct,
  useAudience,
  type Audience,
} from './operations.ts'
import { Companies, People } from './members.tsx'
import { Rename } from './rename.tsx'
import { State } from './state.tsx'
import { words } from './words.ts'

type Tab = keyof typeof words.tabs
const tabNames = Object.keys(words.tabs) as Tab[]

const parts: Record<Tab, (part: { audience: Audience }) => React.ReactNode> = {
  companies: Companies,
  people: People,
  changes: Changes,
  build: Build,
  enrich: EnrichIfMay,
  export: Export,
}

/** Getting more of somebody costs credits and changes the audience. */
function EnrichIfMay({ audience }: { audience: Audience }) {
  return useMay('work') ? <Enrich audience={audience} /> : <p className="soft">{words.mayNotEnrich}</p>
}

/** One audience: who is in it, what it looks for, and what is done with it. */
export function Page() {
  const { id } = useParams({ from: '/audiences/$id' })
  const { tab } = useSearch({ from: '/audiences/$id' })
  const { audience, error } = useAudience(id)
  const acts = useActs(id)
  const crumb = <Link to="/audiences">{words.title}</Link>
  if (audience === undefined) return <PageFrame title={words.title} crumb={crumb} errors={[error]} />
  const chosen = tabNames.find((name) => name === tab) ?? firstTab(audience)
  const Part = parts[chosen]
  return (
    <PageFrame
      isWhole
      crumb={crumb}
      title={audience.name}
      errors={[error, ...acts.errors]}
      actions={
        <IfMay act="work">
          <Acts audience={audience} acts={acts} />
        </IfMay>
      }
    >
      <WhyNot act="work" />
      <Progress audience={audience} />
      {acts.left !== undefined && (
        <Notice>
          {words.leftOut} {number(acts.left)}
        </Notice>
      )}
      <Tabs
        label={words.parts}
        current={chosen}
        tabs={tabNames.map((name) => ({
          name,
          text: (
            <>
              {words.tabs[name]}
              {name === 'companies' && <span className="tag">{number(audience.companiesCount)}</span>}
              {name === 'people' && <span className="tag">{number(audience.prospectsCount)}</span>}
            </>
          ),
          search: { tab: name },
        }))}
      >
        <span className="push">
          <State status={audience.status} />
        </span>
      </Tabs>
      <div className="tab-body">
        <Part audience={audience} />
      </div>
    </PageFrame>
  )
}

/** Where somebody finds what there is. */
function firstTab({ companiesCount, prospectsCount, status }: Audience): Tab {
  if (companiesCount > 0) return 'companies'
  if (prospectsCount > 0) return 'people'
  return status === 'DRAFT' ? 'build' : 'companies'
}

function useActs(id: string) {
  const go = useNavigate()
  const copy = useAct(id, (name: string) => cloneAudience(id, name))
  const remove = useAct(id, () => deleteAudience(id))
  const leave = useAct(id, (audience: Audience) => leaveOut(id, audience))
  return {
    errors: [copy.error, remove.error, leave.error],
    left: leave.data,
    isBusy: copy.isPending || remove.isPending || leave.isPending,
    leave: (audience: Audience) => leave.mutate(audience),
    copy: (name: string) =>
      copy.mutate(name, {
        onSuccess: ({ output }) => go({ to: '/audiences/$id', params: { id: output.audienceId } }),
      }),
    remove: () => remove.mutate(undefined, { onSuccess: () => go({ to: '/audiences' }) }),
  }
}

function Acts({ audience, acts }: { audience: Audience; acts: ReturnType<typeof useActs> }) {
  const [question, ask] = useState<'leave' | 'remove'>()
  const isEmpty = audience.companiesCount + audience.prospectsCount === 0
  const kind = audience.companiesCount > 0 ? 'company' : 'person'
  const close = () => ask(undefined)
  return (
    <>
      {!isEmpty && (
        // The page of a new watchlist is told whom by its address.
        <a className="button" href={`/console/trackers/new?kind=${kind}&audience=${audience.audienceId}`}>
          {words.watch}
        </a>
      )}
      <Rename audience={audience} />
      <button
        type="button"
        disabled={acts.isBusy || isBuilding(audience)}
        onClick={() => acts.copy(`${audience.name} (${words.copyOf})`)}
      >
        {words.copy}
      </button>
      <button type="button" disabled={acts.isBusy || isEmpty} onClick={() => ask('leave')}>
        {words.leaveOut}
      </button>
      <button type="button" disabled={acts.isBusy} onClick={() => ask('remove')}>
        {words.remove}
      </button>
      {question === 'leave' && (
        <Confirm
          title={words.leaveOutTitle}
          words={{ yes: words.yesLeaveOut, no: words.no }}
          onYes={() => {
            acts.leave(audience)
            close()
          }}
          onNo={close}
        >
          <p>{words.leaveOutText}</p>
          <p>
            <strong>
              {count(audience.companiesCount, 'company', 'companies')},{' '}
              {count(audience.prospectsCount, 'person', 'people')}
            </strong>
          </p>
        </Confirm>
      )}
      {question === 'remove' && (
        <Confirm
          title={words.removeTitle}
          words={{ yes: words.yesDelete, no: words.no }}
          isBusy={acts.isBusy}
          onYes={acts.remove}
          onNo={close}
        >
          <p>{words.removeText}</p>
        </Confirm>
      )}
    </>
  )
}

function Progress({ audience }: { audience: Audience }) {
  if (audience.status === 'FAILED')
    return (
      <Notice tone="bad">
        {words.buildFailed} {audience.buildError}
      </Notice>
    )
  if (!isBuilding(audience)) return null
  return (
    <div className="row">
      <progress max={100} value={audience.progressPercent} aria-label={words.building} />
      <span className="soft">
        {audience.progressPercent}% · {words.leave}
      </span>
    </div>
  )
}
