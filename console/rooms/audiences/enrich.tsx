import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'
import { useContactPrice } from '../../call/contact-price.ts'
import { IfMay } from '../../call/if-may.tsx'
import { renewCredits, useCredits, useIsSandbox } from '../../call/queries.ts'
import { Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PriceButton } from '../../parts/price-button.tsx'
import { count, credits, number } from '../../words.ts'
import { isBuilding, isBuilt, useAct, type Audience } from './operations.ts'
import { words } from './words.ts'

type Step = keyof typeof words.steps
const steps = Object.keys(words.steps) as Step[]

const requestOf = (audienceId: string, choice: readonly Step[], most: number) => ({
  params: { path: { audienceId } },
  body: {
    maxProspectsToEnrich: most,
    enrichmentType: {
      getWorkEmails: choice.includes('workEmail'),
      getPersonalEmails: choice.includes('personalEmail'),
      getPhoneNumbers: choice.includes('phone'),
    },
    runContactEnrichment: choice.some((step) => !step.startsWith('live')),
    runCompanyLiveEnrichment: choice.includes('liveCompany'),
    runProfileLiveEnrichment: choice.includes('liveProspect'),
    runProfileSalesNav: false,
  },
})

const isOfSomebody = (step: Step, { companiesCount, prospectsCount }: Audience) =>
  (step === 'liveCompany' ? companiesCount : prospectsCount) > 0

/** What can be got for whoever is in the audience: a switch and a price each, and one button for all that is chosen. */
export function Enrich({ audience }: { audience: Audience }) {
  const { audienceId } = audience
  const size = Math.max(audience.prospectsCount, audience.companiesCount)
  const offered = steps.filter((step) => isOfSomebody(step, audience))
  const [chosen, setChoice] = useState<readonly Step[]>(offered.slice(0, 1))
  // The last of those whom a step is about may have been taken out since.
  const choice = chosen.filter((step) => offered.includes(step))
  const [wanted, setWanted] = useState<number>()
  const most = Math.max(1, Math.min(wanted ?? size, Math.max(1, size)))
  const request = requestOf(audienceId, choice, most)
  const isReady = isBuilt(audience) && !isBuilding(audience)
  const estimate = useQuery({
    queryKey: ['audience-price', request, audience.buildingFinishedAt],
    enabled: isReady && choice.length > 0,
    placeholderData: keepPreviousData,
    queryFn: () => settle(api.POST('/v1/audiences/{audienceId}/enrichment/estimate', request)),
  })
  const start = useAct(audienceId, (maxCredits: number) =>
    settle(
      api.POST('/v1/audiences/{audienceId}/enrich', {
        ...request,
        params: { ...request.params, header: { 'X-Max-Credits': maxCredits } },
      }),
    ),
  )
  const each = useContactPrice({
    workEmail: choice.includes('workEmail'),
    personalEmail: choice.includes('personalEmail'),
    phone: choice.includes('phone'),
  })
  const toggle = (step: Step) =>
    setChoice(choice.includes(step) ? choice.filter((other) => other !== step) : [...choice, step])
  if (!isReady) return <p className="soft">{isBuilding(audience) ? words.leave : words.notBuilt}</p>
  const price = estimate.data?.output
  // What was paid for lately is set aside, too, until the enrichment ends.
  const ceiling =
    price === undefined || each === undefined
      ? undefined
      : price.totalCredits - price.breakdown.waterfall.credits + each * price.prospects
  return (
    <>
      {estimate.error && <Notice tone="bad">{estimate.error.message}</Notice>}
      {start.error && <Notice tone="bad">{start.error.message}</Notice>}
      {audience.enrichmentStartedAt !== null && <Status audienceId={audienceId} />}
      <p className="lead">{words.enrichLead}</p>
      <Field label={words.enrichMost}>
        <input
          className="short"
          type="number"
          min={1}
          max={size}
          value={most}
          onChange={(event) => setWanted(Math.round(event.target.valueAsNumber || 1))}
        />
      </Field>
      <Prices
        steps={offered}
        choice={choice}
        onToggle={toggle}
        breakdown={price?.breakdown}
        total={price?.totalCredits}
      />
      <IfMay act="work">
        <Pay
          size={price}
          total={choice.length === 0 ? undefined : price?.totalCredits}
          ceiling={ceiling}
          isBusy={start.isPending || estimate.isFetching}
          onPay={(maxCredits) => start.mutate(maxCredits)}
        />
      </IfMay>
    </>
  )
}

interface Breakdown {
  liveCompany: { credits: number }
  liveProspect: { credits: number }
  waterfall: { discount: number; operations: Record<'workEmail' | 'personalEmail' | 'phone', number> }
}

function Prices(table: {
  steps: readonly Step[]
  choice: readonly Step[]
  onToggle(step: Step): void
  breakdown: Breakdown | undefined
  total: number | undefined
}) {
  const { choice, breakdown } = table
  const priceOf = (step: Step) => {
    if (breakdown === undefined) return '…'
    if (step === 'liveCompany' || step === 'liveProspect') return credits(breakdown[step].credits)
    return credits(breakdown.waterfall.operations[step])
  }
  const discount = breakdown?.waterfall.discount ?? 0
  return (
    <table className="amounts">
      <thead>
        <tr>
          <th scope="col">{words.what}</th>
          <th scope="col" className="figure">
            {words.price}
          </th>
        </tr>
      </thead>
      <tbody>
        {table.steps.map((step) => (
          <tr key={step}>
            <td>
              <label className="row">
                <input
                  type="checkbox"
                  checked={choice.includes(step)}
                  onChange={() => table.onToggle(step)}
                />
                {words.steps[step]}
              </label>
            </td>
            <td className="figure">{choice.includes(step) ? priceOf(step) : '–'}</td>
          </tr>
        ))}
        {discount > 0 && (
          <tr>
            <td>{words.together}</td>
            <td className="figure">−{credits(discount)}</td>
          </tr>
        )}
        <tr>
          <th scope="row">{words.total}</th>
          <td className="figure">
            <strong>{choice.length === 0 ? '–' : credits(table.total ?? 0)}</strong>
          </td>
        </tr>
      </tbody>
    </table>
  )
}

function Pay(pay: {
  size: { prospects: number; companies: number } | undefined
  total: number | undefined
  ceiling: number | undefined
  isBusy: boolean
  onPay(maxCredits: number): void
}) {
  const left = useCredits().data ?? 0
  const isSandbox = useIsSandbox()
  const { total, ceiling, size = { prospects: 0, companies: 0 } } = pay
  if (total === undefined) return <p className="soft">{words.chooseOne}</p>
  if (size.prospects + size.companies === 0) return <p className="soft">{words.nothingToGet}</p>
  const isShort = ceiling !== undefined && ceiling > left
  const text = ceiling !== undefined && ceiling > total ? words.setAside : words.atMost
  const price = ceiling === 0 ? words.noCost : `${text} ${ceiling === undefined ? '…' : credits(ceiling)}`
  return (
    <div className="row">
      <PriceButton
        isPrimary
        price={isSandbox ? words.free : price}
        isDisabled={pay.isBusy || isShort || ceiling === undefined}
        onClick={() => pay.onPay(ceiling ?? 0)}
      >
        {words.enrich} {size.prospects > 0 && count(size.prospects, 'person', 'people')}
      </PriceButton>
      {text === words.setAside && <span className="soft small">{words.setAsideHint}</span>}
      {isShort && <Notice tone="doubt">{words.tooFew}</Notice>}
    </div>
  )
}

/** How far the newest enrichment is. */
function Status({ audienceId }: { audienceId: string }) {
  const read = useQuery({
    queryKey: ['audience', audienceId, 'enrichment'],
    queryFn: () =>
      settle(api.GET('/v1/audiences/{audienceId}/enrichment/status', { params: { path: { audienceId } } })),
    refetchInterval: ({ state }) =>
      state.data && !['DONE', 'FAILED'].includes(state.data.output.currentStage) ? 3_000 : false,
  })
  const client = useQueryClient()
  const isOver = ['DONE', 'FAILED'].includes(read.data?.output.currentStage ?? '')
  useEffect(() => {
    if (!isOver) return
    // What was delivered costs nothing again, and the rest of what was set aside is back.
    void renewCredits()
    void client.invalidateQueries({ queryKey: ['audience-price'] })
  }, [client, isOver])
  if (read.error) return <Notice tone="bad">{read.error.message}</Notice>
  if (!read.data) return null
  const { currentStage, progressPercent, delivered, unavailable, creditsCharged } = read.data.output
  if (currentStage === 'FAILED') return <Notice tone="bad">{words.enrichFailed}</Notice>
  if (currentStage !== 'DONE')
    return (
      <div className="row">
        <progress max={100} value={progressPercent} aria-label={words.enriching} />
        <span className="soft">
          {words.enriching} {progressPercent}% · {words.leave}
        </span>
      </div>
    )
  const refetched = delivered.companies + delivered.prospects
  const facts = [
    `${count(delivered.contacts, 'person', 'people')} ${words.delivered}`,
    refetched > 0 && `${number(refetched)} ${words.refetched}`,
    unavailable > 0 && `${number(unavailable)} ${words.unavailable}`,
    creditsCharged !== null && `${credits(creditsCharged)} ${words.charged}`,
  ].filter(Boolean)
  return (
    <Notice>
      <strong>{words.enriched}</strong> {facts.join(' · ')}
    </Notice>
  )
}
