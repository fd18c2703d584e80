import { z } from 'zod'
import { free, perMinute, resourceId } from '../../../operation/index.ts'
import { enrichList, rowCounts, statsOfRun } from '../../enrich/index.ts'
import { beginFilled } from '../begin-filled.ts'
import { audienceFailures } from '../failures.ts'
import { audienceName, filledAudience } from '../schema.ts'
import { operation } from '../slice.ts'

export const createAudienceFromList = operation({
  id: 'createAudienceFromList',
  route: 'POST /v1/audiences/create-from-list',
  tag: 'Additions',
  summary: 'Create an audience from a list',
  tasks: ['make an audience out of a list'],
  describe:
    "Creates an audience of the companies or people that the rows of a list were matched to: upload the list with uploadEnrichList (CSV, Excel, JSON lines), look its rows up with startEnrichList, and when pollEnrichList says done pass its runId. Each record is in the audience once, however many rows name it; the report counts the rows by outcome, and the run's list shows each match. Free: the run already charged for its matches. Poll getAudienceStatus until it is NORMAL, or wait for the event audience.build_completed.",
  input: z.object({
    name: audienceName.describe('Its name.'),
    runId: resourceId('run', { madeBy: 'startEnrichList', prefix: 'task' }).describe(
      'A run of startEnrichList of the last 30 days.',
    ),
  }),
  output: filledAudience
    .extend({
      report: z
        .object({
          rowCount: z.int().describe('Rows that are not blank: matched, unsure, notFound and unreadable.'),
          ...rowCounts,
          matched: z.int().describe('Rows whose company or person is in the audience.'),
          unsure: z.int().describe('Rows with a likely match only: not in the audience.'),
        })
        .describe('The rows of the list by outcome.'),
    })
    .meta({ id: 'AudienceFromList' }),
  price: free('The run already charged for its matches.'),
  limit: perMinute(10),
  follows: 'startEnrichList',
  fails: ['not-found', 'too-many-audiences', 'list-not-looked-up', 'list-without-matches'],
  examples: [
    { name: 'A list of accounts', input: { name: 'Accounts', runId: 'task_01kf0example0000000000000000' } },
  ],
  effect: 'changes',
  async handle({ input: { name, runId }, call, deps }) {
    const job = await deps.jobs.find(enrichList, call, runId)
    if (!job.done) throw audienceFailures.of('list-not-looked-up')
    const stats = await statsOfRun(deps.db, job)
    if (stats === null || stats.matched === 0) throw audienceFailures.of('list-without-matches')
    const kind = job.params.kind === 'companies' ? 'company' : 'person'
    const made = await beginFilled(deps, call, {
      name,
      creationMethod: kind === 'company' ? 'COMPANY_UPLOAD' : 'PROSPECT_UPLOAD',
      source: { from: 'list', runId: job.id, kind },
    })
    return { ...made, report: { rowCount: job.params.list.rowCount - stats.blank, ...stats } }
  },
})
