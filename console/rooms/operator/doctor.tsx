import { Notice } from '../../parts/notice.tsx'
import { OperatorPage } from './frame.tsx'
import { words } from './system-words.ts'
import { Table } from './table.tsx'
import { TaskState } from './task-state.tsx'
import { useTask } from './tasks.ts'

interface Check {
  check: string
  state: 'ok' | 'WRONG'
  found: string
}

/** Is all well? Three checks, each of which can be asked for again. */
export function Page() {
  const doctor = useTask('doctor')
  const ledger = useTask('verify-ledger')
  const audit = useTask('verify-audit')
  const checks = (doctor.result?.['checks'] ?? []) as Check[]
  return (
    <OperatorPage
      title={words.doctor}
      lead={words.doctorLead}
      command="almanac doctor"
      errors={[doctor.error, ledger.error, audit.error]}
      actions={
        <button type="button" className="primary" disabled={doctor.isUnderway} onClick={() => doctor.ask({})}>
          {words.examine}
        </button>
      }
    >
      <TaskState task={doctor} />
      {checks.length > 0 && (
        <Table
          label={words.doctor}
          rows={checks}
          keyOf={({ check }) => check}
          empty={words.none}
          columns={[
            { name: words.check, cell: ({ check }) => check },
            {
              name: words.state,
              cell: ({ state }) => (
                <span className={`tag ${state === 'ok' ? 'good' : 'bad'}`}>
                  {state === 'ok' ? words.ok : words.wrong}
                </span>
              ),
            },
            { name: words.finding, cell: ({ found }) => found },
          ]}
        />
      )}
      <div className="cards">
        <Verify task={ledger} name={words.verifyLedger} isGood={isEmpty} good={words.ledgerOk} />
        <Verify task={audit} name={words.verifyAudit} isGood={isZero} good={words.auditOk} />
      </div>
    </OperatorPage>
  )
}

type Result = Record<string, unknown>
const isEmpty = ({ wrong }: Result) => Array.isArray(wrong) && wrong.length === 0
const isZero = ({ wrong }: Result) => wrong === 0

function Verify(part: {
  task: ReturnType<typeof useTask>
  name: string
  good: string
  isGood(result: Result): boolean
}) {
  const { task, name, good } = part
  const { result } = task
  return (
    <section className="panel" aria-label={name}>
      <button type="button" disabled={task.isUnderway} onClick={() => task.ask({})}>
        {name}
      </button>
      <TaskState task={task} />
      {result !== undefined && part.isGood(result) && <Notice>{good}</Notice>}
      {result !== undefined && !part.isGood(result) && (
        <Notice tone="bad">{JSON.stringify(result['wrong'])}</Notice>
      )}
    </section>
  )
}
