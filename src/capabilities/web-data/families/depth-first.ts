import type { PlatformReply } from '../../../corpus/records/index.ts'

type Answering = Pick<PlatformReply, 'reply_id' | 'parent_id'>

/**
 * Comments each followed by the answers to it, otherwise in the order they are given in. One whose comment is not among
 * them is where it stood; so does one of those that answer each other in a circle.
 */
export function depthFirst<R extends Answering>(replies: readonly R[]): R[] {
  const ids = new Set(replies.map(({ reply_id }) => reply_id))
  const answers = Map.groupBy(replies, ({ parent_id }) =>
    parent_id !== null && ids.has(parent_id) ? parent_id : '',
  )
  const ordered = new Set<R>()
  // By a stack, since answers may nest deeper than calls do.
  const follow = (first: R) => {
    const open = [first]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (ordered.has(next)) continue
      ordered.add(next)
      open.push(...(answers.get(next.reply_id) ?? []).toReversed())
    }
  }
  for (const reply of answers.get('') ?? []) follow(reply)
  for (const reply of replies) follow(reply)
  return [...ordered]
}
