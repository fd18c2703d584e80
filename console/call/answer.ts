import { Refused, Unreachable } from '../../client/src/errors.ts'
import type { Answer as ClientAnswer } from '../../client/src/operation.ts'
import { readReply, type Inner, type Reply } from '../../client/src/wire.ts'

export { Refused, Unreachable }

/** What pages say of a failure. The client names the path of a fault; here it stands at its field (`refusedAt`). */
function sentenceOf(error: Refused): string {
  const { message, issues: [issue] = [] } = error.body
  const sentence = message ?? error.message
  // Whoever runs the service finds a fault by its request.
  const place = error.status >= 500 && error.requestId !== undefined ? `(${error.requestId})` : ''
  const added = issue === undefined || sentence.includes(issue.message) ? '' : issue.message
  return [sentence, added, place].filter((part) => part !== '').join(' ')
}

/** What was refused at a member or inside it, to be said at its field; undefined where nothing was. */
export function refusedAt(error: Error | null | undefined, path: string): string | undefined {
  if (!(error instanceof Refused)) return undefined
  const inside = (error.body.issues ?? []).filter(
    (issue) => issue.path === path || issue.path.startsWith(`${path}.`) || issue.path.startsWith(`${path}[`),
  )
  return inside.length === 0 ? undefined : inside.map(({ message }) => message).join(' ')
}

/** An answer, with what it cost. */
export interface Answer<T> extends Pick<ClientAnswer<T>, 'output' | 'isReplay'> {
  /** Credits; of a job that ended, what all of it cost. */
  charged: number
}

/** Waits for a call; throws Refused or Unreachable, in the words of pages. */
export async function settle<Body>(sent: Promise<Reply<Body>>): Promise<Answer<Inner<Body>>> {
  const { output, chargeInfo, isReplay } = await readReply(sent).catch((error: unknown) => {
    if (error instanceof Refused) error.message = sentenceOf(error)
    if (error instanceof Unreachable)
      error.message = 'The service cannot be reached. What is shown here stays; try again.'
    throw error
  })
  const charged = chargeInfo !== undefined && 'creditsCharged' in chargeInfo ? chargeInfo.creditsCharged : 0
  return { output, charged: isReplay ? 0 : charged, isReplay }
}
