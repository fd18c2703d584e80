import { version } from '../../lib/version.ts'

/** How requests to publishers present themselves: the program, and whom to write to. */
export const agentOf = (contact: string | undefined): string =>
  `almanac/${version}${contact === undefined ? '' : ` (${contact})`}`
