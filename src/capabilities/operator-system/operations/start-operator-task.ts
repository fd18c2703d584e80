import { z } from 'zod'
import { free, invalidMember, optional, perMinute } from '../../../operation/index.ts'
import { readOperatorOrigin } from '../../../platform/audit/index.ts'
import { backupName } from '../all-backups.ts'
import { taskKind, taskView, viewOfTask } from '../schema.ts'
import { operation, operatorTag } from '../slice.ts'
import type { TaskKind } from '../task-rows.ts'

export const startOperatorTask = operation({
  id: 'startOperatorTask',
  route: 'POST /operator/v1/tasks',
  tag: operatorTag,
  summary: 'Ask for long work on the installation',
  describe:
    'Begins work in the background, in a process of its own with low priority, one after the other: `backup` copies everything into the folder `backups` of the data directory, `verify-backup` compares an archive of listBackups with its digests (`backup`), `try-restore` restores one beside the service, opens it, compares records and balances, and removes it again (`backup`), `doctor` checks the installation, `verify-ledger` compares every balance with its entries, `verify-audit` follows every chain, `remove-sample` takes the made-up records out, `find-duplicates` looks for records that may be one (`records`). One of the kind that has yet to end is answered instead. For the operator of the installation; `almanac backup`, `backup --check`, `backup --try-restore`, `doctor`, `ledger verify`, `audit verify`, `sample remove` and `identity possible` do the same on the machine.',
  input: z.object({
    kind: taskKind,
    backup: optional(z.string().regex(backupName, 'Expected a name of listBackups.')).describe(
      'Of verify-backup and try-restore: its name.',
    ),
    records: optional(z.enum(['companies', 'people'])).describe(
      'Of find-duplicates: which; default companies.',
    ),
    leastScore: optional(z.number().min(0).max(1)).describe(
      'Of find-duplicates: least evidence; default 0.8.',
    ),
  }),
  output: z.object({ task: taskView, isNew: z.boolean() }),
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  repeatable: true,
  examples: [{ name: 'Check everything', input: { kind: 'doctor' } }],
  effect: 'changes',
  async handle({ input: { kind, ...members }, call, deps }) {
    const choice = readChoice(kind, members)
    const { task, isNew } = await deps.tasks.ask(kind, choice, readOperatorOrigin(call))
    return { task: viewOfTask(task), isNew }
  },
})

interface TaskMembers {
  backup?: string | undefined
  records?: 'companies' | 'people' | undefined
  leastScore?: number | undefined
}

/** What a kind of task is asked to do. Throws a 400 where it does not say. */
function readChoice(kind: TaskKind, { backup, records, leastScore }: TaskMembers): Record<string, unknown> {
  if (kind === 'find-duplicates') return { records: records ?? 'companies', leastScore: leastScore ?? 0.8 }
  if (kind !== 'verify-backup' && kind !== 'try-restore') return {}
  if (backup === undefined) throw invalidMember('backup', 'Expected the name of a backup.', 'required')
  return { backup }
}
