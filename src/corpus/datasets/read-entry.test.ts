import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shippedFolder } from './catalogue.ts'
import { InvalidDataset, readDataset } from './read-entry.ts'

let folder = ''
beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'almanac-datasets-')), 'ror')
  await cp(join(shippedFolder, 'ror'), folder, { recursive: true })
})
afterAll(() => rm(join(folder, '..'), { recursive: true, force: true }))

/** The mistakes that reading answers when the entry is changed so. */
async function mistakes(change: (text: string) => string, file = 'dataset.yaml'): Promise<string> {
  const path = join(folder, file)
  const text = await readFile(path, 'utf8')
  await writeFile(path, change(text))
  try {
    return await readDataset(folder).then(
      () => '',
      (error: unknown) => {
        expect(error).toBeInstanceOf(InvalidDataset)
        return (error as Error).message
      },
    )
  } finally {
    await writeFile(path, text)
  }
}

test('a folder of an operator is read like a shipped one', async () => {
  const { name, entry, maps } = await readDataset(folder)
  expect([name, entry.publisher, maps.length]).toEqual(['ror', 'Research Organization Registry (ROR)', 1])
})

test('each mistake of an entry is told with its file, line and path', async () => {
  const text = await mistakes((entry) =>
    entry.replace('least: 90000', 'least: 900000').replace('rhythm: monthly', 'rhythm: hourly'),
  )
  expect(text).toMatch(/dataset\.yaml:\d+: rhythm: /)
  expect(text).toMatch(/dataset\.yaml:\d+: full\.rows: least must not be above most/)
})

test.each([
  ['an unknown member', (entry: string) => `${entry}colour: red\n`, /colour/],
  [
    'an address with a password',
    (entry: string) => entry.replace('https://zenodo.org', 'https://a:b@zenodo.org'),
    /full\.addresses\.0: must not hold/,
  ],
  [
    'an address with a period of another name',
    (entry: string) => entry.replace(/addresses: .*/, 'addresses: ["https://zenodo.org/{week}"]'),
    /full\.addresses\.0: \{week\} is no part of a day/,
  ],
  ['no YAML', (entry: string) => `${entry}a: [\n`, /dataset\.yaml:\d+: /],
  [
    'a file that is missing',
    (entry: string) => entry.replace('sample.json', 'other.json'),
    /no such file \(sample\.file\)/,
  ],
  [
    'half of a box',
    (entry: string) => entry.replace(/, longitude: [^}]*/, ' '),
    /where: latitude and longitude/,
  ],
])('%s is refused', async (_, change, message) => {
  expect(await mistakes(change)).toMatch(message)
})

test('a mapping that does not compile, or names another source, is refused with its file', async () => {
  expect(await mistakes((map) => map.replace('source: ror', 'source: other'), 'companies.yaml')).toMatch(
    /companies\.yaml: source must be ror/,
  )
  expect(
    await mistakes(
      (map) => map.replace('[{ lookup: statuses }]', '[{ looksup: statuses }]'),
      'companies.yaml',
    ),
  ).toMatch(/companies\.yaml:\d+: /)
})
