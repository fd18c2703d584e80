import type { SearchCase } from './cases.ts'
import type { ExportedTable, TakeBatch } from './export-rows.ts'
import type { Position } from '../../src/corpus/search/index.ts'

/** A page as a baseline returns it. */
export interface BaselinePage {
  ids: string[]
  bodies: string[]
}

/** Another system holding the same rows. */
export interface Baseline {
  readonly name: string
  readonly version: string
  /** True when an earlier run loaded these very rows. */
  holds(marker: string): Promise<boolean>
  /** Empties it and takes tables one after another. */
  begin(): Promise<void>
  take(table: ExportedTable): TakeBatch
  /** Builds indexes and statistics once everything is in, and remembers what that was. */
  finish(marker: string): Promise<void>
  /** Statements are prepared when first asked and stay so. */
  count(question: SearchCase): Promise<number>
  page(question: SearchCase, options: { limit: number; after?: Position }): Promise<BaselinePage>
  close(): Promise<void>
}

/** Tables of a kind in both baselines. */
export const baselineTables = {
  companies: { rows: 'companies', bodies: 'company_bodies' },
  people: { rows: 'people', bodies: 'person_bodies' },
} as const
