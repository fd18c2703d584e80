import { refuseOtherContent, UnreadableList } from '../../tables/index.ts'
import { UnreadableFile } from './row.ts'

/** Throws UnreadableFile for content that holds no rows: nothing at all, or something else than text. */
export function refuseNoRows(head: Buffer): void {
  try {
    refuseOtherContent(head)
  } catch (cause) {
    if (!(cause instanceof UnreadableList)) throw cause
    const message = cause.message.replace(/\.$/, '')
    throw new UnreadableFile(`${message.charAt(0).toLowerCase()}${message.slice(1)}`, { cause })
  }
}

/** Throws UnreadableFile for one object spread over lines, which is neither JSON lines nor an array. */
export function refuseOneObject(head: Buffer): void {
  const [firstLine = ''] = head.toString('utf8').trimStart().split('\n', 1)
  if (/^\{\s*$/.test(firstLine) || /^\{\s*"[^"]*"\s*:\s*(?:[[{]\s*)?$/.test(firstLine))
    throw new UnreadableFile(
      'the file is one JSON object over several lines: expected one object a line, or an array of them',
    )
}
