import { countRows, FileWithoutRows, fileFormats, UnreadableFile, type FileFormat } from '../import/index.ts'
import type { PublicationForm } from './entry-schema.ts'
import { DatasetRefused } from './failures.ts'
import type { Dataset } from './read-entry.ts'

export interface CountOrder {
  of: PublicationForm
  dataset: Dataset
  scratch?: string | undefined
  signal?: AbortSignal | undefined
}

export const formatOf = ({ format }: PublicationForm): FileFormat | undefined =>
  fileFormats.find((each) => each === format)

/**
 * The rows of a file of a publication, up to one more than the most that its entry expects. Throws DatasetRefused where it
 * cannot be read to its end.
 */
export async function countFile(file: string, { of, dataset, scratch, signal }: CountOrder): Promise<number> {
  const select = dataset.maps[0]?.mapping.select
  try {
    return await countRows(file, { format: formatOf(of), select, scratch, most: of.rows.most, signal })
  } catch (error) {
    // After the last row a publisher answers a page without any.
    if (error instanceof FileWithoutRows && of.pages !== undefined) return 0
    if (!(error instanceof UnreadableFile)) throw error
    throw new DatasetRefused(`${file}: ${error.message}. Nothing was changed`, { cause: error })
  }
}
