import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { operation, operatorTag } from '../slice.ts'

export const getCorpusFigures = operation({
  id: 'getCorpusFigures',
  route: 'GET /operator/v1/corpus',
  tag: operatorTag,
  summary: 'Count what is in the corpus',
  describe:
    'Returns how many records of each kind there are, when the last ones came, and what each source brought: rows are versions that it wrote, of which later ones supersede some. For the operator of the installation.',
  input: z.object({}),
  output: z.object({
    kinds: z.array(
      z.object({
        kind: z.string(),
        records: z.int(),
        publishedAt: z.iso.datetime().nullable(),
        sources: z.array(
          z.object({
            source: z.string(),
            rows: z.int(),
            firstAt: z.iso.datetime(),
            lastAt: z.iso.datetime(),
          }),
        ),
      }),
    ),
  }),
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  examples: [{ name: 'All', input: {} }],
  effect: 'reads',
  async handle({ deps }) {
    const kinds = await deps.figures.kinds()
    return {
      kinds: kinds.map(({ kind, records, publishedAt, sources }) => ({
        kind,
        records,
        publishedAt: publishedAt?.toISOString() ?? null,
        sources: sources.map(({ source, rows, firstAt, lastAt }) => ({
          source,
          rows,
          firstAt: firstAt.toISOString(),
          lastAt: lastAt.toISOString(),
        })),
      })),
    }
  },
})
