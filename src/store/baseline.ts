import { createHash } from 'node:crypto'

/** A migration file that stands for a chain of earlier ones, as its head says. */
export interface Baseline {
  /** The last file of the chain. */
  lastName: string
  /** Digest of the journal that the whole chain leaves (`digestJournal`). */
  journal: string
}

/** A line of a journal of migrations. */
export interface JournalEntry {
  name: string
  checksum: string
}

const head = /^-- Takes the place of .* to (\d{4}_[a-z0-9_]+\.sql) of .* journal ([0-9a-f]{64})\.$/m

/** The chain that a file of migrations takes the place of; undefined of all but the first file of a store. */
export function readBaseline(text: string): Baseline | undefined {
  const [, lastName, journal] = head.exec(text) ?? []
  return lastName === undefined || journal === undefined ? undefined : { lastName, journal }
}

/** Digest over the entries of a chain, in the order they were applied in. */
const digestJournal = (entries: readonly JournalEntry[]): string =>
  createHash('sha256')
    .update(entries.map(({ name, checksum }) => `${name} ${checksum}\n`).join(''))
    .digest('hex')

/**
 * How many of the first entries of a journal are the chain: 0 where it is not that of the chain, so a new database or one
 * that was taken over before. Throws where the journal ends before the chain does, or differs from it.
 */
export function countChain(
  entries: readonly JournalEntry[],
  { name, baseline }: { name: string; baseline: Baseline },
): number {
  const [first] = entries
  if (first === undefined || first.name === name) return 0
  const chain = entries.filter((entry) => entry.name <= baseline.lastName)
  if (digestJournal(chain) === baseline.journal) return chain.length
  const newest = chain.at(-1)?.name ?? first.name
  throw new Error(
    newest < baseline.lastName
      ? `the tables are those of an early version 0.1 (its last migration is ${newest}); start the last version 0.1, which goes to ${baseline.lastName}, once, and then this version`
      : `the migrations up to ${baseline.lastName} are not those of any version 0.1; restore a backup that version 0.1 made, or start with a new data directory`,
  )
}
