import { parseMapping, type Mapping } from '../import/index.ts'
import type { DatasetChoice } from './dataset-rows.ts'
import { InvalidDataset, type Dataset, type DatasetMap } from './read-entry.ts'

/** The mapping of a data set with what the operator chose: rows elsewhere are left out before they are read further. */
export function chosenMapping({ name, entry }: Dataset, map: DatasetMap, choice: DatasetChoice): Mapping {
  const { country, latitude, longitude } = entry.where ?? {}
  const conditions: unknown[] = []
  if (choice.countries !== undefined) {
    if (country === undefined)
      throw new InvalidDataset(
        `${name} does not say where its rows have their country, so it takes no country`,
      )
    conditions.push({ of: country, in: [...choice.countries] })
  }
  if (choice.box !== undefined) {
    if (latitude === undefined)
      throw new InvalidDataset(`${name} does not say where its rows have coordinates, so it takes no box`)
    const [west, south, east, north] = choice.box
    conditions.push(...within(latitude, south, north), ...within(longitude, west, east))
  }
  if (conditions.length === 0) return map.mapping
  const own = map.content['where']
  const where = { all: own === undefined ? conditions : [own, ...conditions] }
  return parseMapping(JSON.stringify({ ...map.content, where }), map.file)
}

/** Throws InvalidDataset where a data set cannot be chosen from in this way. */
export function checkChoice(dataset: Dataset, choice: DatasetChoice): void {
  for (const map of dataset.maps) chosenMapping(dataset, map, choice)
}

const within = (of: unknown, least: number, most: number): unknown[] => [
  { of, at_least: { value: least } },
  { of, at_most: { value: most } },
]
