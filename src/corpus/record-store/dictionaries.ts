import { openZstdFrames, type ZstdFrames } from '../../lib/zstd-frames.ts'
import { sql, type Postgres } from '../../store/postgres/index.ts'
import { entityKinds, kinds, sampleIndexes, sampleLines, type EntityKind } from '../kinds/index.ts'
import { createWorld } from '../sample/index.ts'

/** What records of a kind are compressed with: text they have in common. */
export interface Dictionary {
  number: number
  bytes: Buffer
}

/** The dictionary new records of each kind are compressed with. */
export type Dictionaries = Readonly<Record<EntityKind, Dictionary>>

/** The number of the dictionaries that new records are compressed with. */
const newestNumber = 2
/** Bytes of a dictionary: some synthetic records. One of 110 kB makes records 1 % smaller still. */
const dictionaryBytes = 64_000
/** The next one, 6, saves a tenth and takes two and a half times as long: 44 us for a person instead of 18. */
const level = 3
/** Shorter texts do not become shorter. */
const leastCharacters = 32

const frames = new WeakMap<Dictionary, ZstdFrames>()

function framesOf(dictionary: Dictionary): ZstdFrames {
  let found = frames.get(dictionary)
  if (found === undefined)
    frames.set(dictionary, (found = openZstdFrames({ dictionary: dictionary.bytes, level })))
  return found
}

/** Stored form of a JSON object. */
export function compress(text: string, dictionary: Dictionary): Buffer {
  return text.length < leastCharacters ? Buffer.from(text) : framesOf(dictionary).compress(text)
}

const brace = 0x7b

export function decompress(bytes: Buffer, dictionary: Dictionary): string {
  // No compressed text begins like an object.
  return bytes[0] === brace ? bytes.toString('utf8') : framesOf(dictionary).decompress(bytes)
}

/** Dictionaries of a database, by kind and number. */
export interface StoredDictionaries {
  /** The newest of each kind. */
  newest: Dictionaries
  of(kind: EntityKind, number: number): Dictionary
}

/** Reads the dictionaries of a database; makes those it has not got. */
export async function loadDictionaries(db: Postgres): Promise<StoredDictionaries> {
  let stored = await read(db)
  const missing = entityKinds.filter(
    (kind) => !stored.some((row) => row.kind === kind && row.number === newestNumber),
  )
  if (missing.length > 0) {
    for (const kind of missing)
      await db.query(sql`
        INSERT INTO corpus_dictionaries (kind, number, bytes) VALUES (${kind}, ${newestNumber}, ${syntheticText(kind)})
        ON CONFLICT DO NOTHING`)
    stored = await read(db)
  }
  const byName = new Map(stored.map((row) => [`${row.kind} ${row.number}`, row]))
  const newest = Object.fromEntries(stored.map((row) => [row.kind, row])) as unknown as Dictionaries
  return {
    newest,
    of(kind, number) {
      const found = byName.get(`${kind} ${number}`)
      if (found === undefined) throw new Error(`dictionary ${number} of ${kind} is missing`)
      return found
    },
  }
}

function read(db: Postgres): Promise<(Dictionary & { kind: EntityKind })[]> {
  return db.query(sql`SELECT kind, number, bytes FROM corpus_dictionaries ORDER BY kind, number`)
}

/** Some records of the sample as they are stored; what is nearest to the end is found cheapest. */
function syntheticText(name: EntityKind): Buffer {
  const world = createWorld({ seed: 1, companies: 300, people: 300, asOf: '2026-01-01' })
  const bodies: string[] = []
  let [beside, length] = ['', 0]
  const { sample } = kinds[name]
  const indexes = Math.min(300, sampleIndexes(sample, world))
  for (let index = 0; length < dictionaryBytes && index < indexes; index++) {
    for (const line of sampleLines(sample, world, index)) {
      const texts = storedTexts(name, line as Record<string, unknown>, bodies.length)
      if (bodies.length < besideOf) beside += `${texts.tracked}${texts.sealed}`
      bodies.push(texts.body)
      length += texts.body.length
    }
  }
  return Buffer.from(`${bodies.join('').slice(0, dictionaryBytes - beside.length)}${beside}`)
}

/** Records of which the dictionary has also what is stored beside the body. */
const besideOf = 4

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
