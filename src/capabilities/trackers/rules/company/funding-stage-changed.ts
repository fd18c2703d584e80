import { stageChange } from '../change-data.ts'
import { roundData, sampleRound } from '../compare/rounds.ts'
import { compareScalars } from '../compare/scalar.ts'
import { companyRule } from '../define-rule.ts'
import { makeOptionalList } from '../members.ts'

const stages = [
  'pre_seed',
  'seed',
  'series_a',
  'series_b',
  'series_c',
  'series_d',
  'series_e',
  'series_f',
  'series_g',
  'private_equity',
  'public',
  'acquired',
] as const

export const fundingStageChanged = companyRule({
  type: 'funding_stage_changed',
  readableName: 'Funding stage changed',
  description: 'The funding stage of the company changed. A stage that was unknown before is not a change.',
  useCase: 'Follow companies from seed to listing.',
  members: { toStages: makeOptionalList(stages, 'Stages reached; any if omitted.') },
  example: { toStages: ['series_a', 'series_b'] },
  change: stageChange,
  evaluate({ company: before }, { company: after }, { toStages }) {
    if (before.funding_stage === 'unknown' || after.funding_stage === 'unknown') return []
    const changes = compareScalars(before.funding_stage, after.funding_stage)
    if (toStages !== undefined && !(toStages as readonly unknown[]).includes(after.funding_stage)) return []
    const round = after.rounds?.find(({ round_type }) => round_type === after.funding_stage)
    return changes.map((change) => ({
      ...change,
      data: { ...change.data, currentRoundDetails: round === undefined ? null : roundData(round) },
      eventDate: round?.round_date ?? null,
    }))
  },
  summary: ([change]) =>
    `is at stage ${String((change.data as { current: unknown }).current).replaceAll('_', ' ')}`,
  sample({ toStages: [stage = 'series_a'] = [] }) {
    const before = stage === 'seed' ? 'pre_seed' : 'seed'
    return {
      before: { company: { funding_stage: before } },
      after: { company: { funding_stage: stage, rounds: [sampleRound(stage, 5_000_000)] } },
    }
  },
})
