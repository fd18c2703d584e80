import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readCatalogue, shippedFolder } from '../../src/corpus/datasets/index.ts'
import { explainFile } from '../../src/corpus/import/index.ts'

const datasets = await readCatalogue()
const observedAt = new Date('2026-11-27T00:00:00Z')

test('every folder is a data set, and a starter group exists', async () => {
  const folders = await readdir(shippedFolder)
  expect(datasets.map(({ name }) => name)).toEqual(folders.toSorted())
  expect(datasets.filter(({ entry }) => entry.groups.includes('starter')).length).toBeGreaterThan(0)
})

describe.each(datasets.map((dataset) => [dataset.name, dataset] as const))('%s', (name, dataset) => {
  const { entry, maps, folder } = dataset

  test('its sample makes as many records as the entry says, and rejects none', async () => {
    for (const { mapping } of maps) {
      const file = join(folder, entry.sample.file)
      const report = await explainFile({ kind: mapping.kind, file, mapping, observedAt })
      expect(report.problem).toBeUndefined()
      expect(report.rejected).toBe(0)
      expect(report.rows).toBe(entry.sample.rows)
      expect(report.rows - report.leftOut).toBe(entry.sample.records)
    }
  })

  test('its README names the publisher, the licence, what it was tried on and the check', async () => {
    const readme = await readFile(join(folder, 'README.md'), 'utf8')
    expect(readme).toMatch(new RegExp(`^# ${name}\n`))
    for (const text of [entry.licence.id, entry.homepage, `almanac data check ${name}`])
      expect(readme).toContain(text)
    expect(readme).toMatch(/[Tt]ried on samples of \d{4}/)
  })

  test('is asked over https alone, and what asks for attribution has a sentence that names the publisher', () => {
    const forms = entry.delta === undefined ? [entry.full] : [entry.full, entry.delta]
    for (const { addresses, checksums } of forms)
      for (const address of [...addresses, ...(checksums === undefined ? [] : [checksums])])
        expect(new URL(address).protocol).toBe('https:')
    expect(entry.licence.attribution).toMatch(/\.$/)
  })

  test('can be checked at its publisher, and what has to be said with its data has an address of the terms', () => {
    const forms = entry.delta === undefined ? [entry.full] : [entry.full, entry.delta]
    // Anything may be packed in a container, so its first bytes do not tell that it is what the mapping reads.
    for (const form of forms) expect(form.signs?.length ?? 0, `${name}: no signs`).toBeGreaterThan(0)
    expect(entry.licence.address).toMatch(/^https:/)
    expect(entry.licence.attribution.length).toBeGreaterThan(10)
  })

  test('personal data carry a notice that tells of removal', () => {
    const isOfPeople = maps.some(({ mapping }) => mapping.kind === 'people')
    expect(entry.personal_data !== false).toBe(isOfPeople)
    if (entry.personal_data !== false) expect(entry.personal_data.notice).toMatch(/almanac suppress/)
  })
})
