import { z } from 'zod'
import type { AddedDataset, DatasetEntry, Publication } from '../../corpus/datasets/index.ts'

export const datasetName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,59}$/, 'Expected the name of a data set.')
  .describe('Name of a data set: `ror`.')

export const licenceView = z.object({
  id: z.string().describe('SPDX id, or the name of the licence.'),
  address: z.string().nullable(),
  attribution: z.string().describe('The sentence that names the source.'),
  asksAttribution: z.boolean().describe('Whether what is made of the data has to carry the sentence.'),
  shareAlike: z.boolean(),
  nonCommercial: z.boolean(),
})

export const buildLicence = (licence: DatasetEntry['licence']): z.output<typeof licenceView> => ({
  id: licence.id,
  address: licence.address ?? null,
  attribution: licence.attribution,
  asksAttribution: licence.asks_attribution,
  shareAlike: licence.share_alike,
  nonCommercial: licence.non_commercial,
})

export const addedView = z.object({
  state: z
    .enum(['wanted', 'loading', 'ready', 'leaving'])
    .describe('`wanted`: an update was asked for; `leaving`: it is being removed.'),
  addedAt: z.string(),
  publishedAt: z.string().nullable().describe('Day of the publication that was loaded last.'),
  lookedAt: z.string().nullable(),
  dueAt: z
    .string()
    .nullable()
    .describe(
      'When the publisher is asked next; null where a file was given and nobody has asked for an update.',
    ),
  problem: z.string().nullable().describe('Why the last update changed nothing.'),
  records: z.record(z.string(), z.int()).describe('Records it speaks of, by kind.'),
})

const text = (date: Date | null | undefined): string | null => date?.toISOString() ?? null

export function buildAdded(
  { state, addedAt, lookedAt, dueAt, problem }: AddedDataset,
  publications: readonly Publication[],
): z.output<typeof addedView> {
  const loaded = publications.find((each) => each.state === 'loaded')
  return {
    state: publications[0]?.state === 'loading' && state !== 'leaving' ? 'loading' : state,
    addedAt: addedAt.toISOString(),
    publishedAt: text(loaded?.publishedAt),
    lookedAt: text(lookedAt),
    dueAt: text(dueAt),
    problem,
    records: { ...loaded?.counts.records },
  }
}

export const stateAnswer = z.object({
  name: datasetName,
  state: z.enum(['wanted', 'leaving']).describe('The work begins within a minute, in the background.'),
})
