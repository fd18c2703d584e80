/**
 * Writes the compression dictionary of kinds that have none yet, from made-up records of their sample:
 * `npx node scripts/freeze-dictionaries.ts`. A file that is there stays as it is, since stored records are compressed
 * with its bytes.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { constants, zstdCompressSync } from 'node:zlib'
import { entityKinds, kinds, type EntityKind } from '../src/corpus/kinds/index.ts'
import { countSampleIndexes, createWorld, makeSampleLines } from '../src/corpus/sample/index.ts'

/** The number of the dictionaries that new records are compressed with, as in `src/corpus/record-store/dictionaries.ts`. */
const newestNumber = 2
/** One of 110 kB makes records 1 % smaller still. */
const dictionaryBytes = 64_000
/** Records of which the dictionary has also what is stored beside the body. */
const recordsWithRest = 4
const maxRecords = 300

/** Some records of the sample as they are stored; zstd refers most cheaply to the end of the text. */
function makeText(kind: EntityKind): Buffer {
  const world = createWorld({ seed: 1, companies: maxRecords, people: maxRecords, asOf: '2026-01-01' })
  const bodies: string[] = []
  let [rest, length] = ['', 0]
  const indexes = Math.min(maxRecords, countSampleIndexes(kind, world))
  for (let index = 0; length < dictionaryBytes && index < indexes; index++) {
    for (const line of makeSampleLines(kind, world, index)) {
      const texts = storedTexts(kind, line as Record<string, unknown>, bodies.length)
      if (bodies.length < recordsWithRest) rest += `${texts.tracked}${texts.sealed}`
      bodies.push(texts.body)
      length += texts.body.length
    }
  }
  return Buffer.from(`${bodies.join('').slice(0, dictionaryBytes - rest.length)}${rest}`)
}

function storedTexts(name: EntityKind, line: Record<string, unknown>, index: number) {
  const kind = kinds[name]
  const { members, emails, phoneNumbers, externalIds } = kind.split(line)
  const from = { source: 'native', observedAt: '2026-01-01T00:00:00.000Z', confidence: 1 }
  const named = index === 0 ? [{ ...from, members: Object.keys(members) }] : []
  const provenance = [{ ...from, members: [] }, ...named]
  const record = kind.complete(members, String(index + 1))
  return {
    body: JSON.stringify(record),
    tracked: JSON.stringify(kind.tracked(record)),
    sealed: JSON.stringify({ emails, phoneNumbers, externalIds, provenance, links: ['0'] }),
  }
}

for (const kind of entityKinds) {
  const file = new URL(`../data/dictionaries/${kind}-${newestNumber}.zst`, import.meta.url)
  if (existsSync(file)) continue
  const params = { [constants.ZSTD_c_compressionLevel]: 19 }
  writeFileSync(file, zstdCompressSync(makeText(kind), { params }))
}
