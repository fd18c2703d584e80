import { hash } from 'node:crypto'
import type { AddedDataset } from './dataset-rows.ts'

/** The text that goes with files made of the corpus, and the digest that names it. */
export interface Attribution {
  id: string
  text: string
}

/**
 * What data sets ask to be said wherever their data go. Which of them a file really holds is not looked up, so all that ask
 * are named. Undefined where none asks.
 */
export function buildAttribution(datasets: readonly AddedDataset[]): Attribution | undefined {
  const asking = datasets.filter(({ entry, state }) => entry.licence.asks_attribution && state !== 'leaving')
  if (asking.length === 0) return undefined
  const lines = asking.map(({ entry: { title, homepage, licence } }) => {
    const terms = licence.address === undefined ? licence.id : `${licence.id}, ${licence.address}`
    return `${licence.attribution}\n  ${title}, ${homepage} (${terms})\n`
  })
  const text = `This file may hold data of these sources, which ask to be named with it.\n\n${lines.join('\n')}`
  return { id: hash('sha256', text, 'hex'), text }
}

export const attributionPath = '/attributions'

/** Address of the text that has to go with files made of the corpus; null where no data set asks for one. */
export async function findAttribution(
  datasets: { attribution(): Promise<Attribution | undefined> },
  baseUrl: string,
): Promise<string | null> {
  const attribution = await datasets.attribution()
  return attribution === undefined
    ? null
    : `${baseUrl.replace(/\/$/, '')}${attributionPath}/${attribution.id}`
}

/** The text by its id; undefined once the data sets that ask are others. */
export async function readAttribution(
  datasets: { attribution(): Promise<Attribution | undefined> },
  id: string,
): Promise<{ mediaType: string; body: Uint8Array } | undefined> {
  const attribution = await datasets.attribution()
  if (attribution?.id !== id) return undefined
  return { mediaType: 'text/plain; charset=utf-8', body: Buffer.from(attribution.text) }
}
