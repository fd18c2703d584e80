import type { EnrichmentItems } from './enrichment-order.ts'

/** Every stage that clients know; stages without work of their own here are never shown. */
export const enrichmentStages = [
  'NOT_STARTED',
  'STARTED',
  'RUNNING_SALES_NAV',
  'RUNNING_LIVE_ENRICH',
  'RESUBMITTING_AUDIENCE',
  'CLEANING_NAMES',
  'FETCHING_CONTACT_DETAILS',
  'VALIDATING_CONTACT_DETAILS',
  'EXPORTING_CSV',
  'DONE',
  'FAILED',
] as const
export type EnrichmentStage = (typeof enrichmentStages)[number]

/** The progress of an enrichment's job. */
export interface EnrichmentProgress {
  state: 'queued' | 'running' | 'completed' | 'failed' | 'canceled'
  /** Items that ended. */
  completed: number
  /** Whether its items have been planned. */
  isPlanned: boolean
}

export interface StageView {
  currentStage: EnrichmentStage
  progressPercent: number
  stepsCompleted: EnrichmentStage[]
  currentStep: EnrichmentStage | null
  stepsRemaining: EnrichmentStage[]
}

/** The stage of an enrichment. It only moves forward, because finished items stay finished. */
export function findStage(
  items: EnrichmentItems,
  { state, completed, isPlanned }: EnrichmentProgress,
): StageView {
  const steps = listSteps(items)
  const names = steps.map(({ step }) => step)
  if (state === 'completed')
    return {
      currentStage: 'DONE',
      progressPercent: 100,
      stepsCompleted: names,
      currentStep: null,
      stepsRemaining: [],
    }
  const done = steps.filter(({ until }) => completed >= until).length
  const stepsCompleted = names.slice(0, done)
  const total = steps.at(-1)?.until ?? 0
  const progressPercent = total === 0 ? 0 : Math.min(99, Math.floor((100 * completed) / total))
  if (state === 'failed' || state === 'canceled')
    return {
      currentStage: 'FAILED',
      progressPercent,
      stepsCompleted,
      currentStep: null,
      stepsRemaining: names.slice(done),
    }
  const waits = state === 'queued' || !isPlanned
  if (waits) {
    const currentStage = state === 'queued' ? 'NOT_STARTED' : 'STARTED'
    return {
      currentStage,
      progressPercent,
      stepsCompleted,
      currentStep: null,
      stepsRemaining: names.slice(done),
    }
  }
  return {
    // After the last item the job is about to end, so the stage does not change any more.
    currentStage: names[done] ?? names.at(-1) ?? 'STARTED',
    progressPercent,
    stepsCompleted,
    currentStep: names[done] ?? null,
    stepsRemaining: names.slice(done + 1),
  }
}

/** The steps of an enrichment, each with the index of the first item after it. */
function listSteps({ liveCompanyItems, liveProspectItems, contactItems }: EnrichmentItems) {
  const live = liveCompanyItems + liveProspectItems
  const steps: { step: EnrichmentStage; until: number }[] = []
  if (live > 0) steps.push({ step: 'RUNNING_LIVE_ENRICH', until: live })
  if (contactItems > 0) steps.push({ step: 'FETCHING_CONTACT_DETAILS', until: live + contactItems })
  return steps
}
