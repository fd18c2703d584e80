import { useState } from 'react'
import { IfMay } from '../../call/if-may.tsx'
import { useCountries } from '../../call/countries.ts'
import { useCredits, useIsSandbox, usePrice } from '../../call/queries.ts'
import { readConditions } from '../../conditions.ts'
import { Conditions } from '../../parts/conditions.tsx'
import { Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PriceButton } from '../../parts/price-button.tsx'
import { count, credits } from '../../words.ts'
import { AddCondition, type Params } from './add-condition.tsx'
import { build, isBuilding, saveSearch, useAct, type Audience, type Search, type Side } from './operations.ts'
import { words } from './words.ts'

const members = { companies: 'companySearchParams', people: 'prospectSearchParams' } as const
const limits = { companies: 'maxCompanies', people: 'maxProspects' } as const
const sides = ['companies', 'people'] as const

const searchOf = ({
  companySearchParams,
  prospectSearchParams,
  maxCompanies,
  maxProspects,
}: Audience): Search => ({ companySearchParams, prospectSearchParams, maxCompanies, maxProspects })

/** What the audience looks for, how many that would be, free, and the build at the price of that count. */
export function Build({ audience }: { audience: Audience }) {
  const { audienceId } = audience
  const [search, setSearch] = useState(() => searchOf(audience))
  const counted = useAct(audienceId, (wanted: Search) => saveSearch(audienceId, wanted))
  const started = useAct(audienceId, (maxCredits: number) => build(audienceId, maxCredits))
  const isCurrent = counted.variables === search && counted.data !== undefined
  const change = (part: Partial<Search>) => setSearch({ ...search, ...part })
  const isBusy = isBuilding(audience)
  const isNothing = search.companySearchParams === null && search.prospectSearchParams === null
  return (
    <>
      {[counted.error, started.error].map(
        (error) =>
          error && (
            <Notice key={error.message} tone="bad">
              {error.message}
            </Notice>
          ),
      )}
      {audience.needsBuild && audience.status === 'NORMAL' && !isNothing && (
        <Notice>{words.needsBuild}</Notice>
      )}
      <div className="sides">
        {sides.map((side) => (
          <Looked
            key={side}
            side={side}
            params={search[members[side]] as Params | null}
            most={search[limits[side]]}
            onParams={(params) => change({ [members[side]]: params })}
            onMost={(most) => change({ [limits[side]]: most })}
          />
        ))}
      </div>
      <IfMay act="work">
        <div className="row">
          <button
            type="button"
            className={isCurrent ? '' : 'primary'}
            disabled={counted.isPending || isBusy || isNothing}
            onClick={() => counted.mutate(search)}
          >
            {counted.isPending ? words.counting : words.count}
          </button>
          {isCurrent ? (
            <BuildButton
              estimate={counted.data.output.estimate}
              isBusy={isBusy || started.isPending}
              onBuild={(maxCredits) => started.mutate(maxCredits)}
            />
          ) : (
            <span className="soft small">{words.countHint}</span>
          )}
        </div>
      </IfMay>
      <p className="soft small">{words.buildAgainHint}</p>
    </>
  )
}

function Looked(part: {
  side: Side
  params: Params | null
  most: number
  onParams(params: Params | null): void
  onMost(most: number): void
}) {
  const { side, params } = part
  const countries = useCountries()
  const drop = (param: string) =>
    part.onParams(Object.fromEntries(Object.entries(params ?? {}).filter(([name]) => name !== param)))
  return (
    <section className="panel" aria-label={words.tabs[side]}>
      <label className="row">
        <input
          type="checkbox"
          checked={params !== null}
          onChange={() => part.onParams(params === null ? {} : null)}
        />
        <strong>{words.looksFor[side]}</strong>
      </label>
      {params === null ? (
        <p className="soft">{words.notSearched}</p>
      ) : (
        <>
          <Conditions
            conditions={readConditions(params, countries)}
            none={words.anything}
            remove={words.removeCondition}
            onRemove={drop}
          />
          <AddCondition side={side} params={params} onChange={part.onParams} />
          <Field label={words.most[side]}>
            <input
              type="number"
              min={1}
              value={part.most}
              onChange={(event) => part.onMost(Math.max(1, Math.round(event.target.valueAsNumber || 1)))}
            />
          </Field>
        </>
      )}
    </section>
  )
}

function BuildButton(part: {
  estimate: { companies: number; prospects: number }
  isBusy: boolean
  onBuild(maxCredits: number): void
}) {
  const { companies, prospects } = part.estimate
  const ofCompany = usePrice('audienceCompany')
  const ofPerson = usePrice('audienceProspect')
  const left = useCredits().data ?? 0
  const isSandbox = useIsSandbox()
  const price =
    ofCompany === undefined || ofPerson === undefined
      ? undefined
      : ofCompany * companies + ofPerson * prospects
  const isShort = price !== undefined && price > left
  return (
    <>
      <strong aria-live="polite">
        {words.wouldFind} {count(companies, 'company', 'companies')}, {count(prospects, 'person', 'people')}
      </strong>
      <PriceButton
        isPrimary
        price={isSandbox ? words.free : credits(price ?? 0)}
        isDisabled={part.isBusy || price === undefined || isShort || companies + prospects === 0}
        onClick={() => part.onBuild(price ?? 0)}
      >
        {words.build}
      </PriceButton>
      {isShort && <Notice tone="doubt">{words.tooFew}</Notice>}
    </>
  )
}
