import { readFile } from 'node:fs/promises'
import { zstdDecompressSync } from 'node:zlib'
import { openZstdFrames, type ZstdFrames } from '../../lib/zstd-frames.ts'
import { sql, type Postgres } from '../../store/postgres/index.ts'
import { entityKinds, type EntityKind } from '../kinds/index.ts'

/** The dictionary of a kind for compression: text its records have in common. */
export interface Dictionary {
  number: number
  bytes: Buffer
}

/** The dictionary new records of each kind are compressed with. */
export type Dictionaries = Readonly<Record<EntityKind, Dictionary>>

/** The number of the dictionaries that new records are compressed with. */
const newestNumber = 2
/** The next one, 6, saves a tenth and takes two and a half times as long: 44 us for a person instead of 18. */
const level = 3
/** Shorter texts do not become shorter. */
const minCharacters = 32

const frames = new WeakMap<Dictionary, ZstdFrames>()

function findFrames(dictionary: Dictionary): ZstdFrames {
  let decoder = frames.get(dictionary)
  if (decoder === undefined)
    frames.set(dictionary, (decoder = openZstdFrames({ dictionary: dictionary.bytes, level })))
  return decoder
}

/** Stored form of a JSON object. */
export function compress(text: string, dictionary: Dictionary): Buffer {
  return text.length < minCharacters ? Buffer.from(text) : findFrames(dictionary).compress(text)
}

const brace = 0x7b

export function decompress(bytes: Buffer, dictionary: Dictionary): string {
  // No compressed text begins like an object.
  return bytes[0] === brace ? bytes.toString('utf8') : findFrames(dictionary).decompress(bytes)
}

/** Dictionaries of a database, by kind and number. */
export interface StoredDictionaries {
  /** The newest of each kind. */
  newest: Dictionaries
  of(kind: EntityKind, number: number): Dictionary
}

/** Reads the dictionaries of a database, and adds those that are missing there. */
export async function loadDictionaries(db: Postgres): Promise<StoredDictionaries> {
  let stored = await read(db)
  const missing = entityKinds.filter(
    (kind) => !stored.some((row) => row.kind === kind && row.number === newestNumber),
  )
  if (missing.length > 0) {
    for (const kind of missing)
      await db.query(sql`
        INSERT INTO corpus_dictionaries (kind, number, bytes) VALUES (${kind}, ${newestNumber}, ${await readFrozen(kind)})
        ON CONFLICT DO NOTHING`)
    stored = await read(db)
  }
  const byName = new Map(stored.map((row) => [`${row.kind} ${row.number}`, row]))
  const newest = {} as Record<EntityKind, Dictionary>
  for (const row of stored) newest[row.kind] = row
  return {
    newest,
    of(kind, number) {
      const dictionary = byName.get(`${kind} ${number}`)
      if (dictionary === undefined) throw new Error(`dictionary ${number} of ${kind} is missing`)
      return dictionary
    },
  }
}

function read(db: Postgres): Promise<(Dictionary & { kind: EntityKind })[]> {
  return db.query(sql`SELECT kind, number, bytes FROM corpus_dictionaries ORDER BY kind, number`)
}

const folder = new URL('../../../data/dictionaries/', import.meta.url)

/**
 * The frozen text of a dictionary, from which `scripts/freeze-dictionaries.ts` made the file once. Records of every
 * installation are compressed with these bytes, so a file is never changed: another text is a file with the next number.
 */
export async function readFrozen(kind: EntityKind): Promise<Buffer> {
  return zstdDecompressSync(await readFile(new URL(`${kind}-${newestNumber}.zst`, folder)))
}
