import type {
  AddedDataset,
  AddressCheck,
  Dataset,
  DatasetEntry,
  DatasetPlan,
  LoadOutcome,
  Publication,
  PublicationCounts,
} from '../corpus/datasets/index.ts'
import { byteText, durationText } from './progress.ts'
import { instant } from './table.ts'

const count = (value: number) => value.toLocaleString('en')

/** What a licence asks of those who use the data, in a few words. */
function demands({ share_alike, non_commercial, asks_attribution }: DatasetEntry['licence']): string {
  const words = [
    ...(asks_attribution ? ['attribution'] : []),
    ...(share_alike ? ['share-alike'] : []),
    ...(non_commercial ? ['non-commercial'] : []),
  ]
  return words.join(', ')
}

export function listRow(
  name: string,
  { title, licence, rhythm }: Pick<DatasetEntry, 'title' | 'licence' | 'rhythm'>,
  added: readonly AddedDataset[],
) {
  const state = added.find((each) => each.name === name)?.state
  return { name, title, licence: licence.id, asks: demands(licence) || '-', rhythm, state: state ?? '-' }
}

/** What a data set is, for people. */
export function datasetLines({ name, entry, maps, folder }: Dataset): string[] {
  const { licence, full, delta, personal_data: personal } = entry
  const asks = demands(licence)
  return [
    `${name}: ${entry.title}`,
    `  from       ${entry.publisher}, ${entry.homepage}`,
    `  brings     ${entry.brings}`,
    `  records    ${[...new Set(maps.map(({ mapping }) => mapping.kind))].join(', ')}`,
    `  licence    ${licence.id}${asks === '' ? '' : ` (asks: ${asks})`}. ${licence.attribution}`,
    ...(personal === false ? [] : [`  personal   ${personal.notice}`]),
    `  published  ${entry.rhythm}${delta === undefined ? '' : ', changes alone too'}: ${full.addresses.join(', ')}`,
    `  expected   ${count(full.rows.least)} to ${count(full.rows.most)} rows, ${byteText(full.bytes.least)} to ${byteText(full.bytes.most)}`,
    `  folder     ${folder}`,
    `  ${entry.tried}`,
  ]
}

export function planLines(dataset: Dataset, plan: DatasetPlan): string[] {
  const { name, entry } = dataset
  const asks = demands(entry.licence)
  return [
    `${name}: ${entry.title}. ${entry.brings}`,
    `  licence ${entry.licence.id}${asks === '' ? '' : ` (asks: ${asks})`}; from ${plan.rows.least === plan.rows.most ? '' : `${count(plan.rows.least)} to `}${count(plan.rows.most)} rows; ` +
      `download at least ${byteText(plan.downloadBytes.least)}; disk about ${byteText(plan.diskBytes)}; loads in about ${durationText(plan.loadSeconds)}`,
  ]
}

export function addedLines(added: AddedDataset | undefined, publications: readonly Publication[]): string[] {
  if (added === undefined) return ['  not added']
  return [
    `  added      ${instant(added.addedAt)}, next look ${added.dueAt === null ? 'by hand' : instant(added.dueAt)}`,
    ...(added.problem === null ? [] : [`  problem    ${added.problem}`]),
    ...publications.map(
      ({ number, form, state, publishedAt, bytes, counts }) =>
        `  ${number}. ${form} of ${instant(publishedAt)}, ${byteText(bytes)}: ${state}${counts.rows === undefined ? '' : `, ${countsText(counts)}`}`,
    ),
  ]
}

function countsText(counts: Partial<PublicationCounts>): string {
  const parts = (['created', 'changed', 'unchanged', 'ended', 'rejected', 'leftOut'] as const).flatMap(
    (name) => {
      const value = counts[name] ?? 0
      const words = name === 'leftOut' ? 'left out' : name
      return value > 0 || name === 'created' || name === 'changed' ? [`${count(value)} ${words}`] : []
    },
  )
  return parts.join(', ')
}

export function outcomeText(outcome: LoadOutcome): string {
  switch (outcome.state) {
    case 'same':
      return 'nothing new was published'
    case 'older':
      return 'a later publication is loaded already'
    case 'interrupted':
      return `interrupted after ${count(outcome.counts.rows)} rows. Repeat the command to go on`
    case 'loaded':
      return [`${count(outcome.counts.rows)} rows: ${countsText(outcome.counts)}`, ...outcome.notes].join(
        '\n  ',
      )
  }
}

export const checkRow = (name: string, { address, state, detail }: AddressCheck) => ({
  name,
  state,
  detail,
  address,
})

export function statusRow(
  { name, state, dueAt, problem }: AddedDataset,
  publications: readonly Publication[],
) {
  const newest = publications.find((each) => each.state === 'loaded')
  const isLoading = publications[0]?.state === 'loading'
  const records = Object.values(newest?.counts.records ?? {}).reduce((sum, each) => sum + each, 0)
  return {
    name,
    state: isLoading ? 'loading' : state,
    published: instant(newest?.publishedAt ?? null),
    records,
    // Nothing is fetched before somebody asks for it.
    next: dueAt === null && state === 'ready' ? 'by hand' : instant(dueAt),
    problem: problem ?? '-',
  }
}
