import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { readEntries, sourceEntries } from '../change-sources.ts'
import { operation, operatorTag } from '../slice.ts'

export const listSources = operation({
  id: 'listSources',
  route: 'GET /operator/v1/sources',
  tag: operatorTag,
  summary: 'List the outside sources and how they fare',
  describe:
    'Returns the sources in the order of the sources file, with how often each found something, nothing, or failed since the start of this process, how long its calls take, what they cost of your own accounts, whether it is being left alone, and the file with its secrets masked. For the operator of the installation.',
  input: z.object({}),
  output: z.object({
    file: z.string().nullable(),
    sources: z.array(
      z.object({
        name: z.string(),
        kind: z.string(),
        capabilities: z.array(z.string()),
        isPaused: z
          .boolean()
          .describe('It failed repeatedly or asked to be left alone, and is not called now.'),
        attempts: z.record(z.string(), z.int()).describe('By outcome.'),
        p95Ms: z.number().nullable().describe('Of its latest 200 calls.'),
        spent: z.number().describe('Credits of your own account at the source, as its costs are set.'),
      }),
    ),
    entries: sourceEntries,
  }),
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  examples: [{ name: 'All', input: {} }],
  effect: 'reads',
  async handle({ call, deps }) {
    const { file, entries } = await readEntries(deps)
    return {
      file: entries.length === 0 ? null : file,
      sources: deps.sources.states(call.nowMs).map(({ source, isOpen, attempts, capabilities, ...rest }) => ({
        ...rest,
        name: source,
        capabilities: [...capabilities],
        isPaused: isOpen,
        attempts: { ...attempts },
      })),
      entries,
    }
  },
})
