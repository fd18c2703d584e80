import { sha256Hex } from '../../lib/stable-json.ts'
import { invalidMember, type Call } from '../../operation/index.ts'
import type { LanguageDeps } from './slice.ts'
import { understand, quoteUnread, type Understood } from './understand.ts'

/** Share of the words that say something which must be understood for a search to be what was asked. */
const minUnderstood = 1 / 3

/**
 * Reads a question that is to be searched by. Words without a filter are reported; a question of which most is not understood would
 * be another search than the one asked for, and is refused at `path`.
 */
export async function readToSearch(
  deps: LanguageDeps,
  call: Call,
  query: string,
  path: string,
): Promise<Understood> {
  const read = await understand(deps, call, query)
  requireUnderstood(read, path)
  if (read.notUnderstood.length > 0)
    tellUnread(call, path, `Not understood, and in no filter: ${quoteUnread(read)}.`)
  for (const notice of read.notices) call.advise(notice)
  return read
}

/** Names a question by its words. */
export const toWordsId = (question: string) => sha256Hex(question).slice(0, 22)

/** Told, or refused where the caller is strict. */
function tellUnread(call: Call, path: string, message: string): void {
  if (call.isStrict === true) throw invalidMember(path, message, 'not_understood')
  call.warn(path, message)
}

function requireUnderstood(read: Understood, path: string): void {
  if (read.companySearchParams === undefined && read.profileSearchParams === undefined)
    throw invalidMember(
      path,
      'Nothing in the question is a filter of companies or people; name a place, an industry, a title, a size …',
      'not_understood',
    )
  const length = (parts: readonly { text: string }[]) => parts.reduce((sum, { text }) => sum + text.length, 0)
  const [readLength, unknown] = [length(read.spans), length(read.notUnderstood)]
  if (readLength / (readLength + unknown) < minUnderstood)
    throw invalidMember(
      path,
      `Most of the question is not understood: ${quoteUnread(read)}. nlpSearchParse shows how it is read.`,
      'not_understood',
    )
}
