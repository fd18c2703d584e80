import type { FormatName } from './formats/index.ts'

/** What an export of an audience is told, and keeps. */
export interface AudienceExportGiven {
  audienceId: string
  audienceName: string
  /** Of the audience's members: the same people whatever is built meanwhile. */
  version: number
  format: FormatName
  /** Leaves out people without an address or a number to write to. */
  onlyWithContacts: boolean
  /** Day it was begun, ISO 8601. */
  asOf: string
}

/** `growing-saas-companies`, from whatever somebody called their audience. */
export function fileNameOf({ audienceName }: AudienceExportGiven, what: 'companies' | 'prospects'): string {
  const name = audienceName
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  // Long enough to be told apart, short enough for any file system, in whole characters.
  const short = [...name].slice(0, 60).join('')
  return short === '' ? what : `${short}-${what}`
}
