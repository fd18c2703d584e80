import { basename, matchesGlob } from 'node:path/posix'
import { UnreadableFile } from '../row.ts'

/** A file in an archive. Its chunks are read, or left, before the next member is asked for. */
export interface Member {
  name: string
  chunks: AsyncIterable<Buffer>
}

/** An archive whose members are read one after the other, as often as they are asked for. */
export interface Archive {
  /** Its names are read without reading all of it. */
  isListed?: boolean
  /** The members of these names, in the archive's order; nothing else is unpacked. */
  members(isWanted: (name: string) => boolean): AsyncGenerator<Member>
}

/** An archive that is itself damaged or refused: nothing after this place can be trusted. */
export class UnreadableArchive extends UnreadableFile {}

/**
 * Whether a member has such a name: `*.csv`, `data/*.xml`, `**` for any folders; upper and lower case alike. A pattern
 * without a slash is that of the name alone, in whatever folder it lies.
 */
export function memberPattern(pattern: string): (name: string) => boolean {
  const wanted = pattern.toLowerCase()
  const hasFolder = wanted.includes('/')
  const isPlain = !/[*?[\]{}]/.test(wanted)
  return (name) => {
    const path = name.toLowerCase()
    const text = hasFolder ? path : basename(path)
    return isPlain ? text === wanted : matchesGlob(text, wanted)
  }
}

const besides =
  /(?:^|\/)(?:__macosx\/|\.|readme|license|licence|notice|metadata\b|schema\b)|\.(?:md|pdf|html?|sha\d*|md5)$/i

/** What a packer or a publisher puts beside the data is no member with rows. */
export const isBeside = (name: string): boolean => name.endsWith('/') || besides.test(name)
