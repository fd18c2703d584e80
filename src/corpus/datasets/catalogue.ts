import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readDataset, type Dataset } from './read-entry.ts'

/** The data sets that come with the program. */
export const shippedFolder = join(import.meta.dirname, '../../../datasets')

/** All data sets of a folder, by name. Throws InvalidDataset. */
export async function readCatalogue(folder = shippedFolder): Promise<Dataset[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((each) => each.isDirectory()).map(({ name }) => name)
  return Promise.all(names.toSorted().map((name) => readDataset(join(folder, name))))
}

/** The shipped data sets that a word names: one, or those of a group (`starter`). None where nothing is called so. */
export async function findShipped(word: string, folder = shippedFolder): Promise<Dataset[]> {
  const datasets = await readCatalogue(folder)
  const byName = datasets.filter(({ name }) => name === word)
  return byName.length > 0
    ? byName
    : datasets.filter(({ entry }) => (entry.groups as readonly string[]).includes(word))
}
