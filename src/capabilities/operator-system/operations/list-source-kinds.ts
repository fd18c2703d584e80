import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { discoverSourceKinds } from '../../../sources/index.ts'
import { operation, operatorTag } from '../slice.ts'

export const listSourceKinds = operation({
  id: 'listSourceKinds',
  route: 'GET /operator/v1/sources/kinds',
  tag: operatorTag,
  summary: 'List the kinds of outside sources',
  describe:
    'Returns what each kind of source is and the settings that its entry of the sources file takes, as a JSON schema. For the operator of the installation.',
  input: z.object({}),
  output: z.object({
    kinds: z.array(
      z.object({
        id: z.string(),
        summary: z.string(),
        secrets: z.array(z.string()).describe('Settings that are masked wherever they are shown.'),
        perSecond: z.number(),
        timeoutMs: z.number(),
        settings: z.record(z.string(), z.unknown()).describe('JSON schema.'),
      }),
    ),
  }),
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  examples: [{ name: 'All', input: {} }],
  effect: 'reads',
  async handle() {
    const kinds = await discoverSourceKinds()
    return {
      kinds: kinds.map(({ id, summary, secrets, perSecond, timeoutMs, settings }) => ({
        id,
        summary,
        secrets: [...secrets],
        perSecond,
        timeoutMs,
        settings: { ...z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' }) },
      })),
    }
  },
})
