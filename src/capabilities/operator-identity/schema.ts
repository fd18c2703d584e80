import { z } from 'zod'
import { entityKinds, type EntityKind } from '../../corpus/kinds/index.ts'
import { IdentityRefused } from '../../corpus/write/index.ts'
import { invalidMember, outsideId, type Call } from '../../operation/index.ts'
import { INSTALLATION, readOperatorOrigin } from '../../platform/audit/index.ts'
import type { OperatorIdentityDeps } from './slice.ts'
import type { MergeSummary } from './summary.ts'

export const kind = z.enum(entityKinds as [EntityKind, ...EntityKind[]])

export const entityName = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .describe('Entity id, slug, domain, e-mail address, or a token such as `org:77` or `ext:crm/9`.')

export const mergeNumber = outsideId(
  z.string().regex(/^\d{1,18}$/, 'Expected the number of a merge.'),
).describe('Number of a merge, as explainEntity and listMerges have it.')

export const mergeView = z.object({
  mergeId: z.string(),
  entityId: z.string().describe('The entity that remained.'),
  mergedId: z.string().nullable().describe('The one merged into it; null: a line of a file.'),
  madeAt: z.iso.datetime(),
  actor: z.string().describe('`import:SOURCE` or `operator:NAME`.'),
  score: z.number().describe('How much spoke for it, 0 to 1.'),
  evidence: z.array(z.string()),
  changed: z.array(z.string()).describe('Members that it changed.'),
  undoneAt: z.iso.datetime().nullable(),
  undoneBy: z.string().nullable(),
})

export const viewOfMerge = (merge: MergeSummary): z.output<typeof mergeView> => ({
  mergeId: merge.id,
  entityId: merge.entityId,
  mergedId: merge.mergedId,
  madeAt: merge.madeAt.toISOString(),
  actor: merge.actor,
  score: merge.score,
  evidence: [...merge.evidence],
  changed: merge.changed,
  undoneAt: merge.undoneAt?.toISOString() ?? null,
  undoneBy: merge.undoneBy,
})

/** Works on identities; what is refused becomes a 400 that names the member. */
export async function refusing<T>(member: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof IdentityRefused) throw invalidMember(member, error.message, 'not_allowed')
    throw error
  }
}

/** Notes a decision in the audit of the installation, after it: the merge log has it in its own transaction. */
export async function noteDecision(
  { audit, db }: OperatorIdentityDeps,
  call: Call,
  entry: { action: string; subject: string; detail: Record<string, unknown> },
): Promise<void> {
  const by = readOperatorOrigin(call)
  await db.transact((tx) => audit.append(tx, { organizationId: INSTALLATION, by, ...entry }))
}
