import { z } from 'zod'
import { Failure, free, perMinute } from '../../../operation/index.ts'
import { answerExport } from '../export-answer.ts'
import { exportId, exportView } from '../schema.ts'
import { operation } from '../slice.ts'

export const getExport = operation({
  id: 'getExport',
  route: 'GET /v1/exports/{exportId}',
  tag: 'Additions',
  summary: 'Read an export',
  tasks: ['is the export ready, link to download it'],
  describe:
    'Returns the progress of an export and, once it is completed, a link to its file. The link works without a key for at most a day; the file is stored for seven days, or less if somebody in it asks to be forgotten. Exports are shown for forty days.',
  input: z.object({ exportId }),
  output: exportView,
  price: free('Polls are free.'),
  limit: perMinute(120),
  follows: 'exportCompanies',
  fails: ['not-found'],
  examples: [{ name: 'An export', input: { exportId: 'exp_01kf3wz3a0s6n4yq8b2c7d5e9g' } }],
  effect: 'reads',
  isAgentTool: true,
  async handle({ input, call, deps }) {
    const view = await deps.exports.find(call.organizationId, input.exportId)
    if (view === undefined) return new Failure('not-found')
    return answerExport(view, view.downloadUrl === null ? null : await deps.findAttribution())
  },
})
