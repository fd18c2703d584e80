import { InvalidArgumentError } from 'commander'
import { importKinds, type FileFormat, type ImportKind } from '../corpus/import/index.ts'
import { sampleNameRefusal, sampleSource } from '../corpus/records/index.ts'
import { countArgument } from './arguments.ts'

/** Options of `import` as they are typed. */
export interface ImportOptions {
  format?: 'native' | 'map' | 'pdl' | 'osm'
  map?: string
  fileFormat?: FileFormat
  member?: string
  source?: string
  asOf?: Date
  batch: number
  workers?: number
  rejects?: string
  dryRun?: true
  guess?: true
  names?: true
  mapOut?: string
}

export function sourceArgument(text: string): string {
  if (text === sampleSource) throw new InvalidArgumentError(sampleNameRefusal)
  return text
}

export function kindArgument(text: string): ImportKind {
  const kind = importKinds.find((each) => each === text)
  if (kind !== undefined) return kind
  throw new InvalidArgumentError(`expected one of ${importKinds.join(', ')}`)
}

export function batchArgument(text: string): number {
  const rows = countArgument(text)
  if (rows > 20_000) throw new InvalidArgumentError('expected at most 20000')
  return rows
}

/** The most the main thread and the stores can keep up with. */
export const maxWorkers = 8

export function workersArgument(text: string): number {
  if (!/^\d+$/.test(text) || Number(text) > 64) throw new InvalidArgumentError('expected 0 to 64')
  return Number(text)
}

export function dateArgument(text: string): Date {
  const date = new Date(text)
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(date.getTime())) {
    throw new InvalidArgumentError('expected a date (2025-05-13) or an instant')
  }
  return date
}
