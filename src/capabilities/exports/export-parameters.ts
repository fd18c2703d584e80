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

/** A file name such as `growing-saas-companies`, made from the audience's name. */
export function makeFileName(
  { audienceName }: AudienceExportParameters,
  what: 'companies' | 'prospects',
): string {
  const name = audienceName
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  // Long enough to be distinct, short enough for any file system, and cut between whole characters.
  const short = [...name].slice(0, 60).join('')
  return short === '' ? what : `${short}-${what}`
}
