import { useQuery } from '@tanstack/react-query'
import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'
import { Facts } from '../../parts/facts.tsx'
import { Notice } from '../../parts/notice.tsx'
import { number } from '../../words.ts'
import { Trial } from './backup-trial.tsx'
import { instant, OperatorPage } from './frame.tsx'
import { words } from './system-words.ts'
import { Table } from './table.tsx'
import { TaskState } from './task-state.tsx'
import { useTask } from './tasks.ts'

/** Archives of everything: made, listed, compared with their digests, and restored as a trial. */
export function Page() {
  const make = useTask('backup')
  const verify = useTask('verify-backup')
  const trial = useTask('try-restore')
  const read = useQuery({
    // A finished backup is a new line of the list.
    queryKey: ['backups', make.newest?.state],
    queryFn: () => settle(api.GET('/operator/v1/backups', {})),
    placeholderData: (before) => before,
  })
  const settings = useQuery({
    queryKey: ['settings'],
    queryFn: () => settle(api.GET('/operator/v1/settings', {})),
  })
  const list = read.data?.output
  return (
    <OperatorPage
      title={words.backups}
      lead={words.backupsLead}
      command="almanac backup FILE"
      errors={[read.error, settings.error, make.error, verify.error, trial.error]}
      actions={
        <button type="button" className="primary" disabled={make.isUnderway} onClick={() => make.ask({})}>
          {words.backUp}
        </button>
      }
    >
      <TaskState task={make} />
      {list !== undefined && (
        <Facts
          facts={[
            [words.folder, <code key="folder">{list.folder}</code>],
            [words.bucket, list.bucket && <code key="bucket">{list.bucket}</code>],
            [words.lastWhole, instant(list.lastAt)],
            [words.lastTrial, instant(list.lastTrialAt)],
            [words.schedule, settings.data && scheduleOf(settings.data.output.settings)],
          ]}
        />
      )}
      {list?.bucketProblem && <Notice tone="bad">{list.bucketProblem}</Notice>}
      {list?.failedTrial && (
        <Notice tone="bad">
          {words.trialFailed} {list.failedTrial.problem}
        </Notice>
      )}
      {verify.isUnderway && <TaskState task={verify} />}
      {verify.newest?.problem && <Notice tone="bad">{verify.newest.problem}</Notice>}
      {verify.newest?.state === 'completed' && (
        <Notice>
          {words.whole} <code>{String(verify.result?.['name'] ?? '')}</code>
        </Notice>
      )}
      <Trial task={trial} />
      <p className="soft small">{words.trialText}</p>
      <Table
        label={words.backups}
        rows={list?.backups ?? []}
        keyOf={({ name }) => name}
        empty={words.noBackups}
        isReading={list === undefined}
        columns={[
          { name: words.archive, cell: (row) => <Archive {...row} /> },
          { name: words.size, cell: ({ bytes }) => `${number(Math.ceil(bytes / 1e6))} MB`, isNumber: true },
          { name: words.made, cell: ({ madeAt }) => instant(madeAt) },
          {
            name: words.verify,
            cell: ({ name }) => <Start name={name} act={words.verify} task={verify} />,
          },
          {
            name: words.trial,
            cell: ({ name }) => <Start name={name} act={words.trial} task={trial} />,
          },
        ]}
      />
    </OperatorPage>
  )
}

/** The clock's archives carry it in their names. */
const Archive = ({ name, place, isOwn }: { name: string; place: string; isOwn: boolean }) => (
  <>
    <code>{name}</code> {name.endsWith('.scheduled.tar.gz') && <span className="tag">{words.scheduled}</span>}{' '}
    {place === 'bucket' && <span className="tag">{words.bucket}</span>}{' '}
    {!isOwn && <span className="tag">{words.ofOther}</span>}
  </>
)

function Start({ name, act, task }: { name: string; act: string; task: ReturnType<typeof useTask> }) {
  return (
    <button
      type="button"
      className="link"
      disabled={task.isUnderway}
      onClick={() => task.ask({ backup: name })}
    >
      {act}
      <span className="hidden">{name}</span>
    </button>
  )
}

function scheduleOf(settings: Readonly<Record<string, unknown>>): string {
  const hours = settings['ALMANAC_BACKUP_EVERY_HOURS']
  if (typeof hours !== 'number') return words.noSchedule
  return `${words.every} ${number(hours)} ${words.hours} ${String(settings['ALMANAC_BACKUP_KEEP'])}`
}
