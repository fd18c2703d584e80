import './saved.css'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { IfMay, WhyNot } from '../../call/if-may.tsx'
import type { Schemas } from '../../call/client.ts'
import { useCountries } from '../../call/countries.ts'
import { useCredits, useIsSandbox, useMay } from '../../call/queries.ts'
import { readConditions } from '../../conditions.ts'
import { dayText, timeText } from '../../days.ts'
import { Conditions } from '../../parts/conditions.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageFrame } from '../../parts/page.tsx'
import { PriceButton } from '../../parts/price-button.tsx'
import { count, credits } from '../../words.ts'
import { ChangeSaved } from './change.tsx'
import {
  acts,
  conditionsOf,
  useAct,
  useForecast,
  useMostCredits,
  useSaved,
  type Saved,
} from './operations.ts'
import { Runs } from './runs.tsx'
import { words } from './words.ts'

/** One saved search: what it looks for, when it runs, and who came and went each time. */
export function Page() {
  const { id } = useParams({ from: '/saved/$id' })
  const { saved, error } = useSaved(id)
  const crumb = <Link to="/saved">{words.title}</Link>
  if (saved === undefined) return <PageFrame title={words.title} crumb={crumb} errors={[error]} />
  return <SavedSearch key={id} saved={saved} crumb={crumb} error={error} />
}

function SavedSearch({ saved, crumb, error }: { saved: Saved; crumb: React.ReactNode; error: Error | null }) {
  const { id } = saved
  const go = useNavigate()
  const [isConfirming, ask] = useState(false)
  const update = useAct(id, (change: Parameters<typeof acts.update>[1]) => acts.update(id, change))
  const skip = useAct(id, (isSkipping: boolean) => (isSkipping ? acts.skip(id) : acts.unskip(id)))
  const run = useAct(id, (maxCredits: number) => acts.run(id, maxCredits))
  const remove = useAct(id, () => acts.remove(id))
  return (
    <PageFrame
      title={saved.name}
      crumb={crumb}
      errors={[error, update.error, skip.error, run.error, remove.error]}
      actions={
        <IfMay act="work">
          {/* The page of a new watchlist is told whom by its address. */}
          <a
            className="button"
            href={`/console/trackers/new?kind=${saved.type === 'company_only' ? 'company' : 'person'}&saved=${id}`}
          >
            {words.watch}
          </a>
          <button type="button" onClick={() => update.mutate({ isActive: !saved.isActive })}>
            {saved.isActive ? words.pause : words.resume}
          </button>
          <button type="button" onClick={() => ask(true)}>
            {words.remove}
          </button>
          <Run saved={saved} isBusy={run.isPending} onRun={(maxCredits) => run.mutate(maxCredits)} />
        </IfMay>
      }
    >
      <WhyNot act="work" />
      <div className="saved">
        <section className="panel">
          <Schedule saved={saved} isBusy={skip.isPending} onSkip={(isSkipping) => skip.mutate(isSkipping)} />
          {skip.data !== undefined && <NextRun until={skip.data.output.skipUntil} />}
          <h2>{words.looksFor}</h2>
          <SearchText saved={saved} />
          <IfMay act="work">
            <ChangeSaved
              key={JSON.stringify([
                saved.name,
                saved.spawnFrequencyDays,
                saved.maxCompanies,
                saved.maxProfiles,
              ])}
              saved={saved}
              isBusy={update.isPending}
              onChange={(change) => update.mutate(change)}
            />
          </IfMay>
        </section>
        <Runs
          id={id}
          hasCompanies={saved.type !== 'prospect_only'}
          hasPeople={saved.type !== 'company_only'}
        />
      </div>
      {isConfirming && (
        <Confirm
          title={words.removeTitle}
          words={{ yes: words.yesDelete, no: words.no }}
          isBusy={remove.isPending}
          onYes={() => remove.mutate(undefined, { onSuccess: () => go({ to: '/saved' }) })}
          onNo={() => ask(false)}
        >
          <p>{words.removeText}</p>
        </Confirm>
      )}
    </PageFrame>
  )
}

function Run({ saved, isBusy, onRun }: { saved: Saved; isBusy: boolean; onRun(maxCredits: number): void }) {
  const { most, error } = useMostCredits(saved)
  const left = useCredits().data ?? 0
  const isSandbox = useIsSandbox()
  const price = most === undefined ? '…' : `${words.atMost} ${credits(most)}`
  return (
    <>
      <PriceButton
        isPrimary
        price={isSandbox ? words.free : price}
        isDisabled={isBusy || most === undefined}
        onClick={() => onRun(most ?? 0)}
      >
        {words.run}
      </PriceButton>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {!isSandbox && most !== undefined && most > left && <Notice tone="doubt">{words.tooFew}</Notice>}
    </>
  )
}

function Schedule(part: { saved: Saved; isBusy: boolean; onSkip(isSkipping: boolean): void }) {
  const { id, isActive, spawnFrequencyDays, estimatedDateOfNextSpawn: next } = part.saved
  const { forecast, error } = useForecast(id)
  const isWorker = useMay('work')
  return (
    <>
      {error && <Notice tone="bad">{error.message}</Notice>}
      <Facts
        facts={[
          [
            words.columns.every,
            isActive ? `${words.every} ${count(spawnFrequencyDays, 'day')}` : words.paused,
          ],
          [words.nextRun, next && timeText(next)],
          [words.cost, forecast && <Forecast {...forecast} />],
        ]}
      />
      {isActive && isWorker && (
        <div className="row">
          <button type="button" disabled={part.isBusy} onClick={() => part.onSkip(true)}>
            {words.skip}
          </button>
          <button type="button" disabled={part.isBusy} onClick={() => part.onSkip(false)}>
            {words.unskip}
          </button>
        </div>
      )}
    </>
  )
}

/** What a month costs by the schedule, as the runs so far let expect. */
function Forecast({
  creditsPerMonth,
  runsCounted,
}: Pick<Schemas['ForecastSavedSearchResponse']['output'], 'creditsPerMonth' | 'runsCounted'>) {
  if (creditsPerMonth === null) return <span className="soft">{words.notKnown}</span>
  return (
    <span title={words.aMonthHint(count(runsCounted, 'run'))}>{words.aMonth(credits(creditsPerMonth))}</span>
  )
}

const NextRun = ({ until }: { until: string | null }) => (
  <Notice>{until === null ? words.notSkipped : `${words.skipped} ${dayText(until)}.`}</Notice>
)

/** The conditions of each side, and the search that shows who fits them now. */
function SearchText({ saved }: { saved: Saved }) {
  const countries = useCountries()
  const companyParams = conditionsOf(saved.companySearchParams)
  const searchParams = conditionsOf(saved.profileSearchParams)
  const hasPeople = saved.type !== 'company_only'
  const more = JSON.stringify(hasPeople ? { searchParams, companyParams } : { searchParams: companyParams })
  return (
    <>
      {saved.companySearchParams !== null && (
        <>
          <h3>{words.companies}</h3>
          <Conditions conditions={readConditions(companyParams, countries)} none={words.anybody} />
        </>
      )}
      {hasPeople && (
        <>
          <h3>{words.people}</h3>
          <Conditions conditions={readConditions(searchParams, countries)} none={words.anybody} />
        </>
      )}
      <p>
        <Link to={hasPeople ? '/people' : '/companies'} search={{ more }}>
          {words.openSearch}
        </Link>
      </p>
    </>
  )
}
