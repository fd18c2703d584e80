import { buildAnAudience } from '../recipe.ts'
import { z } from 'zod'
import {
  JobAnswer,
  listedPrice,
  perMinute,
  type JobCredits,
  type LateJob,
  type PriceCall,
} from '../../../operation/index.ts'
import { newBuildId } from '../builds.ts'
import { expectMembers, listMemberLines } from '../cost-members.ts'
import { countMembers, type BuildQuestion } from '../find-members.ts'
import { buildAudience as job } from '../jobs/build-audience.ts'
import { maxMembers, type Audience } from '../list-kind.ts'
import { questionIn } from '../question.ts'
import { audienceId } from '../schema.ts'
import { operation, tag, type AudiencesDeps } from '../slice.ts'
import { readDirection } from '../state.ts'

/** The most a build can cost is only known once its matches were counted. */
const price: LateJob<{ audienceId: string }, AudiencesDeps> = {
  describe: `${listedPrice('audienceCompany')} for each company and ${listedPrice('audienceProspect')} for each person found, unless your organization paid for them within 30 days (ALMANAC_RECORD_REREAD_DAYS): with a build, by adding them by hand, with an exported file, or as a whole record. The most a build can find is counted and set aside at the start; what is found is charged and the rest returned. membersPaidBefore of getAudienceStatus counts what cost nothing, and expectedCredits of a dry run leaves it out. A build that fails, or whose audience is deleted, is free.`,
  keys: ['audienceCompany', 'audienceProspect'],
  most: () => listMemberLines({ companies: maxMembers, people: maxMembers }),
  async read(input, deps, call) {
    const { organizationId } = call
    const audience = await deps.audiences.require(organizationId, input.audienceId)
    await deps.audiences.requireOrder('build', { ...audience, organizationId })
    const question = questionOf(call, audience)
    const { companies, people } = await countMembers(deps.search, question)
    const most = { companies, people }
    return { most: listMemberLines(most), expected: await expectMembers(deps, { ...question, most }) }
  },
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
    const { companies, people } = await countMembers(deps.search, questionOf(call, audience))
    const most = { companies, people }
    const buildId = newBuildId(deps.clock)
    const started = await deps.jobs.start(job, call, {
      params: { buildId, audienceId: id, most },
      items: [null],
      charging: 'later',
      lines: listMemberLines(most),
      output: (taskId) => taskId,
    })
    const build = { organizationId, keyId, audience, buildId, taskId: started.output }
    const output = { audienceId: id, status: 'BUILDING' as const, message }
    call.advise('Poll getAudienceStatus at most every 30 seconds until status is NORMAL or FAILED.')
    return new JobAnswer({
      output,
      credits: describeCredits(most, deps.recordReads),
      async begin(tx, account) {
        await deps.builds.begin(tx, { ...build, startedAt: new Date(call.nowMs) })
        await started.begin?.(tx, account)
      },
      lines: started.lines,
    })
  },
})

const message = 'The audience is being built.'

/** What a build looks for: the counts at the start bound the charge. */
function questionOf(
  { organizationId, nowMs, signal }: PriceCall,
  { search, settings }: Audience,
): Omit<BuildQuestion, 'onProgress'> {
  const { maxCompanies, maxProspects } = settings
  return {
    organizationId,
    nowMs,
    signal,
    question: questionIn(search?.params ?? {}),
    direction: readDirection(settings),
    most: { companies: maxCompanies, people: maxProspects },
  }
}

function describeCredits(
  { companies, people }: { companies: number; people: number },
  { windowDays }: AudiencesDeps['recordReads'],
): JobCredits {
  const free = windowDays === 0 ? '' : `, but for whom you paid within ${windowDays} days`
  return {
    method: 'charging-later',
    message: `Set aside for up to ${companies} companies and ${people} people; what the build finds is charged when it ends${free}, and the rest is returned.`,
  }
}
