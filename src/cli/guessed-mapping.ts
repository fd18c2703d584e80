import { readFile, writeFile } from 'node:fs/promises'
import {
  guessedKinds,
  guessMapping,
  knowsNoMember,
  parseMapping,
  type FileFormat,
  type ImportKind,
  type Mapping,
} from '../corpus/import/index.ts'
import { OperatorError } from './context.ts'
import type { ProgressOutput } from './progress.ts'
import { table } from './table.ts'

export interface GuessOptions {
  kind: ImportKind
  file: string
  source: string
  fileFormat: FileFormat | undefined
  /** Pattern of the members of an archive that hold the rows. */
  member: string | undefined
  /** Rows with a name but no identifier become records as well. */
  names: boolean
  /** Where the mapping is written. */
  mapOut: string
  output: ProgressOutput
}

/** Guesses a mapping, shows and writes it, and returns it ready for use. An existing mapping file is kept. */
export async function guessedMapping(options: GuessOptions): Promise<Mapping> {
  const { file, source, fileFormat, member, mapOut, output } = options
  const kind = guessedKinds.find((each) => each === options.kind)
  if (kind === undefined) throw new OperatorError(`--guess works for ${guessedKinds.join(' and ')} only`)
  if (file === '-')
    throw new OperatorError('--guess reads the file twice, so it cannot be the standard input')
  const guess = await guessMapping(file, { kind, source, format: fileFormat, member })
  const { columns, yaml } = guess
  const rows = columns.map(({ column, meaning, example }) => ({
    column,
    'used as': meaning ?? '(not used)',
    example: example.length > 40 ? `${example.slice(0, 39)}…` : example,
  }))
  output.write(`${table(rows, 'The file has no columns.')}\n`)
  const unread = nestedNote(guess.nested)
  if (columns.every(({ meaning }) => meaning === undefined))
    throw new OperatorError(
      `none of the columns of ${file} could be guessed; ${unread}write a mapping (docs/guide/import.md)`,
    )
  // These records describe themselves in members that no guess reads, so nothing is promised about them.
  if (unread !== '' && !guess.isIdentified && !guess.isNamed)
    throw new OperatorError(
      `no column of ${file} holds a name or identifier of a record; ${unread}write a mapping (docs/guide/import.md)`,
    )
  if (unread !== '') output.write(`Not read: ${unread}a mapping can read them.\n`)
  if (!guess.isIdentified) output.write(`${unidentifiedNote(guess.isNamed && !options.names)}\n`)
  const text = `# Guessed from the columns of ${file}: please review.\n${yaml}`
  const stands = await readFile(mapOut, 'utf8').catch(() => undefined)
  if (stands !== undefined && stands !== text)
    throw new OperatorError(
      `${mapOut} exists with different content: use it with --map, or name another file with --map-out`,
    )
  await writeFile(mapOut, text)
  output.write(`Mapping written to ${mapOut}\n`)
  return parseMapping(text, mapOut)
}

const maxNestedColumns = 10

/** `"emails", "jobs" hold objects or lists: `; empty when no member does. */
function nestedNote(nested: readonly string[]): string {
  if (nested.length === 0) return ''
  const names = nested.slice(0, maxNestedColumns).map((name) => JSON.stringify(name))
  const more = nested.length > maxNestedColumns ? ` and ${nested.length - maxNestedColumns} more` : ''
  return `${names.join(', ')}${more} ${nested.length === 1 ? 'holds' : 'hold'} objects or lists: `
}

const unidentifiedNote = (mayBeNamed: boolean) =>
  `No column identifies records (a domain, profile, e-mail address, phone number or id)${
    mayBeNamed ? '; --names identifies rows by their names' : ''
  }.`

/** Throws when almost no row of a file in Almanac's own form has a known member, because all of it would be rejected. */
export async function refuseForeignColumns(
  kind: ImportKind,
  file: string,
  { fileFormat, member }: { fileFormat?: FileFormat | undefined; member?: string | undefined },
): Promise<void> {
  if (file === '-') return
  const members = await knowsNoMember(kind, file, { format: fileFormat, member })
  if (members === undefined) return
  const names = members.slice(0, 6).map((member) => JSON.stringify(member))
  const canGuess = guessedKinds.some((each) => each === kind)
  throw new OperatorError(
    `${file}: ${names.join(', ')}${members.length > names.length ? ', …' : ''} are not members of ${kind} records; ${
      canGuess ? 'add --guess to have the columns guessed, or' : 'give'
    } --map FILE (docs/guide/import.md)`,
  )
}
