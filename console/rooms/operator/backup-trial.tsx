import { Facts } from '../../parts/facts.tsx'
import { Notice } from '../../parts/notice.tsx'
import { number } from '../../words.ts'
import { instant } from './frame.tsx'
import { words } from './system-words.ts'
import { TaskState } from './task-state.tsx'
import type { useTask } from './tasks.ts'

/** What came of the last trial of a restore: how many records and organizations the archive brings back. */
export function Trial({ task }: { task: ReturnType<typeof useTask> }) {
  const { newest, result, isUnderway } = task
  if (newest === undefined && !isUnderway) return null
  const records = Object.entries((result?.['records'] ?? {}) as Record<string, number>)
  return (
    <section className="panel" aria-label={words.trial}>
      <h2 className="first">{words.trial}</h2>
      <TaskState task={task} />
      {!isUnderway && newest?.state === 'completed' && result !== undefined && (
        <>
          <Notice>
            {words.trialGood} <code>{String(result['name'])}</code>
          </Notice>
          <Facts
            facts={[
              [words.made, instant(String(result['madeAt']))],
              [words.organizations, number(Number(result['organizations']))],
              [words.records, records.map(([kind, amount]) => `${number(amount)} ${kind}`).join(', ')],
              [words.files, number(Number(result['files']))],
            ]}
          />
        </>
      )}
    </section>
  )
}
