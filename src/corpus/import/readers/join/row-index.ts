import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'

/** KiB of pages that the index holds in memory; the rest is on disk. */
const cacheKiB = 32 * 1024
/** Rows of one transaction. */
const rowsAtOnce = 20_000

/**
 * Rows by a key, on disk: written once, then read. The file has no name from the moment it is open, so that nothing of it
 * is left after a kill.
 */
export class RowIndex {
  readonly #database: DatabaseSync
  readonly #insert: StatementSync
  readonly #select: StatementSync
  #count = 0

  /** `folder`: where the file is; the folder for temporary files when absent. */
  constructor(folder: string = tmpdir()) {
    mkdirSync(folder, { recursive: true })
    const own = mkdtempSync(join(folder, 'almanac-join-'))
    try {
      this.#database = new DatabaseSync(join(own, 'rows'))
      // Nothing of it outlives the process, so nothing is made safe against a crash.
      for (const setting of ['journal_mode = OFF', 'synchronous = OFF', 'locking_mode = EXCLUSIVE'])
        this.#database.exec(`PRAGMA ${setting}`)
      this.#database.exec(`PRAGMA cache_size = -${cacheKiB}`)
      this.#database.exec(
        'CREATE TABLE entries (key TEXT, number INTEGER, entry TEXT, PRIMARY KEY (key, number)) WITHOUT ROWID',
      )
    } finally {
      rmSync(own, { recursive: true, force: true })
    }
    this.#database.exec('BEGIN')
    this.#insert = this.#database.prepare('INSERT INTO entries VALUES (?, ?, ?)')
    this.#select = this.#database.prepare('SELECT entry FROM entries WHERE key = ? ORDER BY number LIMIT ?')
  }

  add(key: string, row: unknown): void {
    this.#insert.run(key, ++this.#count, JSON.stringify(row))
    if (this.#count % rowsAtOnce === 0) this.#database.exec('COMMIT; BEGIN')
  }

  get isEmpty(): boolean {
    return this.#count === 0
  }

  /** The first rows of a key, in the order in which they came, and how many characters they are. */
  list(key: string, max: number): { rows: unknown[]; chars: number } {
    let chars = 0
    const rows = this.#select.all(key, max).map(({ entry }) => {
      chars += String(entry).length
      return JSON.parse(String(entry)) as unknown
    })
    return { rows, chars }
  }

  close(): void {
    this.#database.close()
  }
}
