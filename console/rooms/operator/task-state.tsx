import { Notice } from '../../parts/notice.tsx'
import { instant } from './frame.tsx'
import { words } from './system-words.ts'
import type { useTask } from './tasks.ts'

/** How far a task is, when it was done, or why it was not. */
export function TaskState({ task: { newest, isUnderway } }: { task: ReturnType<typeof useTask> }) {
  if (isUnderway)
    return (
      <div role="status">
        <progress aria-label={words.underway} />
        <p>{words.underway}</p>
      </div>
    )
  if (newest === undefined) return <p className="soft">{words.notYet}</p>
  return (
    <>
      {newest.problem !== null && <Notice tone="bad">{newest.problem}</Notice>}
      <p className="soft small">
        {words.lastDone}: {instant(newest.endedAt)}
      </p>
    </>
  )
}
