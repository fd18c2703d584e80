import { buildAnAudience } from '../recipe.ts'
import { z } from 'zod'
import {
  JobAnswer,
  listedPrice,
  perMinute,
  type Call,
  type JobCredits,
  type LateJob,
} from '../../../operation/index.ts'
import { newBuildId } from '../builds.ts'
import { countMembers } from '../find-members.ts'
import { buildAudience as job, listPriceLines } from '../jobs/build-audience.ts'
import { maxMembers, type Audience } from '../list-kind.ts'
import { questionIn } from '../question.ts'
import { audienceId } from '../schema.ts'
import { operation, tag, type AudiencesDeps } from '../slice.ts'
import { readDirection } from '../state.ts'

/** The most a build can cost is only known once its matches were counted. */
const price: LateJob<unknown> = {
  describe: `${listedPrice('audienceCompany')} for each company and ${listedPrice('audienceProspect')} for each person found, at every build. The most a build can find is counted and set aside at the start; what is found is charged and the rest returned. A build that fails, or whose audience is deleted, is free.`,
  keys: ['audienceCompany', 'audienceProspect'],
  most: () => listPriceLines({ companies: maxMembers, people: maxMembers }),
}

export const buildAudience = operation({
  id: 'buildAudience',
  route: 'POST /v1/audiences/{audienceId}/build',
  tag,
  summary: 'Build an audience',
  tasks: ['fill an audience with search results'],
  describe:
    'Finds the companies and people of the audience in the background, most prominent first, except those on organization-wide exclusion lists, and replaces the members of the previous build. A rebuild shows who joined, left and stayed (getAudience, and movement of the member pages). Poll getAudienceStatus at most every 30 seconds until status is NORMAL or FAILED, or wait for the event audience.build_completed. A build never takes more than existed when it was started.',
  input: z.object({ audienceId }),
  output: z.object({ audienceId: z.string(), status: z.literal('BUILDING'), message: z.string() }),
  price: (p) => p.perJob({ late: price }),
  limit: perMinute(10),
  timeoutMs: 60_000,
  dryRun: false,
  follows: 'createAudience',
  fails: ['not-found', 'conflict', 'audience-building', 'audience-enriching', 'audience-without-search'],
  examples: [{ name: 'An audience', input: { audienceId: 'aud_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  effect: 'changes',
  isAgentTool: true,
  recipe: buildAnAudience,
  async handle({ input, call, deps }) {
    const { organizationId, keyId } = call
    const audience = await deps.audiences.require(organizationId, input.audienceId)
    await deps.audiences.requireOrder('build', { ...audience, organizationId })
    const { id } = audience
    const most = await countMost(deps, call, audience)
    const buildId = newBuildId(deps.clock)
    const started = await deps.jobs.start(job, call, {
      params: { buildId, audienceId: id, most },
      items: [null],
      charging: 'later',
      lines: listPriceLines(most),
      output: (taskId) => taskId,
    })
    const build = { organizationId, keyId, audience, buildId, taskId: started.output }
    const output = { audienceId: id, status: 'BUILDING' as const, message }
    call.advise('Poll getAudienceStatus at most every 30 seconds until status is NORMAL or FAILED.')
    return new JobAnswer({
      output,
      credits: describeCredits(most),
      async begin(tx, account) {
        await deps.builds.begin(tx, { ...build, startedAt: new Date(call.nowMs) })
        await started.begin?.(tx, account)
      },
      lines: started.lines,
    })
  },
})

const message = 'The audience is being built.'

/** The counts at the start, which bound the charge. */
async function countMost(
  deps: AudiencesDeps,
  { organizationId, nowMs, signal }: Call,
  { search, settings }: Audience,
): Promise<{ companies: number; people: number }> {
  const { maxCompanies, maxProspects } = settings
  const question = questionIn(search?.params ?? {})
  const most = { companies: maxCompanies, people: maxProspects }
  const { companies, people } = await countMembers(deps.search, {
    organizationId,
    nowMs,
    signal,
    question,
    direction: readDirection(settings),
    most,
  })
  return { companies, people }
}

const describeCredits = ({ companies, people }: { companies: number; people: number }): JobCredits => ({
  method: 'charging-later',
  message: `Set aside for up to ${companies} companies and ${people} people; what the build finds is charged when it ends, the rest is returned.`,
})
