import { DatasetRefused } from './failures.ts'
import type { DatasetChoice } from './dataset-rows.ts'
import type { Dataset } from './read-entry.ts'

/** Measured on two cores: rows of a register with names, place and ids, noted and written (docs/decisions/0044). */
const rowsPerSecond = 2_000
/** In both stores, with what is noted for removal. */
const bytesPerRow = 3_000

/** What adding a data set takes; sizes are those that its entry expects. */
export interface DatasetPlan {
  rows: { least: number; most: number }
  downloadBytes: { least: number; most: number }
  diskBytes: number
  loadSeconds: number
}

export function planDataset({ entry }: Dataset, { limit }: DatasetChoice): DatasetPlan {
  const { rows, bytes } = entry.full
  const least = Math.min(rows.least, limit ?? rows.least)
  const most = Math.min(rows.most, limit ?? rows.most)
  // What the entry expects at least is about what is there; the most only bounds it.
  return {
    rows: { least, most },
    downloadBytes: bytes,
    diskBytes: least * bytesPerRow,
    loadSeconds: Math.ceil(least / rowsPerSecond),
  }
}

export interface Permissions {
  /** Share-alike and non-commercial sets may be loaded (ALMANAC_MARKED_DATASETS). */
  marked: boolean
  /** The operator asked for personal data and was shown the notice. */
  personalData: boolean
}

/** Throws DatasetRefused where a data set may not be loaded as this installation is set up. */
export function requirePermission({ name, entry }: Dataset, { marked, personalData }: Permissions): void {
  const { share_alike: shareAlike, non_commercial: nonCommercial, id } = entry.licence
  if (!marked && (shareAlike || nonCommercial)) {
    const demands = [
      ...(nonCommercial ? ['forbids commercial use'] : []),
      ...(shareAlike ? ['binds what is made of it to the same licence'] : []),
    ]
    throw new DatasetRefused(
      `${name}: its licence (${id}) ${demands.join(' and ')}, and answers of this service are charged. ` +
        'Where you may use it all the same, set ALMANAC_MARKED_DATASETS=true',
    )
  }
  if (entry.personal_data !== false && !personalData)
    throw new DatasetRefused(
      `${name} holds personal data, so it is off until you ask for it with --personal-data. ${entry.personal_data.notice}`,
    )
}
