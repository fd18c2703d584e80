import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { billingTag, operation } from '../slice.ts'

export const getMetrics = operation({
  id: 'getMetrics',
  route: 'GET /metrics',
  tag: billingTag,
  summary: 'Read metrics for Prometheus',
  describe:
    "For the operator of the installation: what this process has done since it started, in Prometheus text format. Answers by operation and status, a histogram of their durations, credits charged, the delay of the event loop, memory, connections of the pool and which stores answer; and what is waiting now: jobs by kind with the age of the oldest, webhooks that are due, sources that fail or are paused, commits not yet searchable, free disk and the age of the last backup. Labels name no organization. Takes the operator's token (`ALMANAC_OPERATOR_TOKEN`) as a bearer token.",
  input: z.object({}),
  output: z.object({
    contentType: z.string().describe('Media type of the answer.'),
    body: z.string().describe('The answer itself: it is sent as text, without the envelope.'),
  }),
  price: free('Metrics are free.'),
  limit: perMinute(120),
  access: 'operator',
  examples: [{ name: 'Metrics', input: {} }],
  effect: 'reads',
  media: { types: ['text/plain'], always: true, render: (output) => output },
  handle: ({ deps }) => deps.installation.telemetry.text(),
})
