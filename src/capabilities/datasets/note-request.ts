import type { Call } from '../../operation/index.ts'
import { INSTALLATION, readOperatorOrigin } from '../../platform/audit/index.ts'
import type { DatasetsDeps } from './slice.ts'

/** Notes in the audit of the installation what an operator asked for. */
export async function noteRequest(
  { audit, db }: DatasetsDeps,
  call: Call,
  { action, name }: { action: 'dataset.added' | 'dataset.updated' | 'dataset.removed'; name: string },
): Promise<void> {
  const by = readOperatorOrigin(call)
  await db.transact((tx) => audit.append(tx, { organizationId: INSTALLATION, by, action, subject: name }))
}
