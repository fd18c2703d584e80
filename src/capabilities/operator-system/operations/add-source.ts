import { z } from 'zod'
import { free, optional, perMinute } from '../../../operation/index.ts'
import { changeSources, sourceEntries } from '../change-sources.ts'
import { operation, operatorTag } from '../slice.ts'

const amount = z.number().min(0).max(1e6)
const days = z.number().min(0).max(3_650)

export const addSource = operation({
  id: 'addSource',
  route: 'POST /operator/v1/sources',
  tag: operatorTag,
  summary: 'Set up an outside source',
  describe:
    'Adds an entry at the end of the sources file (`ALMANAC_SOURCES`, else `sources.yaml` of the data directory), which is used from this answer on, by other processes within seconds. A secret may be `${ALMANAC_SOURCE_NAME}`, a variable of the environment of the service with that prefix, which then is nowhere in the file; other variables are refused, and so are files outside the folder `sources` beside the file. An entry that cannot be used is a 400 and changes nothing. What decides at the start whether there is a source (searches of several sources, job changes, towns) follows at the next start. For the operator of the installation; `almanac sources add` does the same on the machine.',
  input: z.object({
    source: z.string().min(1).max(63).describe('A kind of listSourceKinds.'),
    name: optional(z.string().min(1).max(63)).describe(
      'Its name in the provenance of answers; default: the kind.',
    ),
    settings: z.record(z.string().max(100), z.unknown()).describe('As `settings` of the kind says.'),
    capabilities: optional(z.array(z.string().min(1).max(63)).min(1).max(100)).describe(
      'What it is asked for; default: all it answers.',
    ),
    perSecond: optional(z.number().positive().max(1_000)),
    timeoutMs: optional(z.int().min(50).max(120_000)),
    cacheDays: optional(z.object({ found: days, notFound: days })),
    cost: optional(z.object({ perCall: optional(amount), perFound: optional(amount) })).describe(
      'Credits of your own account at the source.',
    ),
  }),
  output: z.object({ name: z.string(), entries: sourceEntries }),
  price: free(),
  limit: perMinute(30),
  access: 'operator',
  fails: ['sources-busy'],
  examples: [
    {
      name: 'A vendor',
      input: { source: 'hunter', settings: { key: '${ALMANAC_SOURCE_HUNTER_KEY}' }, cost: { perCall: 1 } },
    },
  ],
  effect: 'changes',
  async handle({ input, call, deps }) {
    const name = input.name ?? input.source
    return { name, ...(await changeSources(deps, call, { act: 'add', entry: input })) }
  },
})
