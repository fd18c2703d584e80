import type { FormatName } from './formats/index.ts'

/** Parameters of an export of an audience, stored with it. */
export interface AudienceExportParameters {
  audienceId: string
  audienceName: string
  /** Version of the audience's members, which a build meanwhile does not change. */
  version: number
  format: FormatName
  /** Leaves out people without an address or a number to write to. */
  onlyWithContacts: boolean
  /** Day it began, ISO 8601. */
  asOf: string
}

/** Where the rows of an export without an audience come from. */
export type RowSource =
  /** `hash` is that of the search: one that somebody was taken out of since would find others, so it finds nobody. */
  | { from: 'search'; search: object; hash: string }
  /** The records that the rows of a list were matched to. */
  | { from: 'enrich_run' | 'tracker_list' | 'exclusion_list'; id: string }

/** What an export is made of, and how many rows that is at most. */
export interface CountedSource {
  source: RowSource
  /** For the name of the file. */
  name: string
  rows: number
  /** Whether its rows are charged. */
  isPaid: boolean
}

/** Parameters of such an export, stored with it. */
export interface SourceExportParameters {
  source: RowSource
  /** For the name of the file. */
  name: string
  format: FormatName | 'JOB_POSTING_GENERIC_CSV'
  /** Whether its rows are charged: those of a run were paid for. */
  isPaid: boolean
  /** Day it began, ISO 8601. */
  asOf: string
}

/** A file name such as `growing-saas-companies`, made from a name that a client gave. */
export function makeFileName(givenName: string, what: 'companies' | 'prospects' | 'jobs'): string {
  const name = givenName
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  // Long enough to be distinct, short enough for any file system, and cut between whole characters.
  const short = [...name].slice(0, 60).join('')
  return short === '' ? what : `${short}-${what}`
}
