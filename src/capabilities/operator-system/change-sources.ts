import { z } from 'zod'
import { Failure, outsideId, type Call } from '../../operation/index.ts'
import { INSTALLATION, readOperatorOrigin } from '../../platform/audit/index.ts'
import { discoverSourceKinds, maskSources, SourcesRefused, type SourcesEdit } from '../../sources/index.ts'
import { operatorSystemFailures } from './failures.ts'
import type { OperatorSystemDeps } from './slice.ts'

export const sourceName = outsideId(z.string().min(1).max(63)).describe(
  'Name of a source, as listSources shows it.',
)

/** The sources file as operators see it. */
export const sourceEntries = z
  .array(z.record(z.string(), z.unknown()))
  .describe('All entries of the file in its order, secrets masked.')

type Entries = z.output<typeof sourceEntries>

export async function readEntries({ sources }: Pick<OperatorSystemDeps, 'sources'>): Promise<{
  file: string | null
  entries: Entries
}> {
  const document = await sources.readDocument()
  if (document === undefined) return { file: null, entries: [] }
  const entries = maskSources(document.template, await discoverSourceKinds()) as Entries
  return { file: document.file, entries }
}

const actions = {
  add: 'source.added',
  remove: 'source.removed',
  pause: 'source.paused',
  resume: 'source.resumed',
  order: 'sources.ordered',
} as const

/**
 * Changes the sources file as `almanac sources` does, and tells the audit, which has the entry as it is shown: masked.
 * Throws the failure for what is refused.
 */
export async function changeSources(
  deps: Pick<OperatorSystemDeps, 'sources' | 'audit' | 'db'>,
  call: Call,
  edit: SourcesEdit,
): Promise<{ entries: Entries }> {
  try {
    await deps.sources.change(edit, { isRemote: true })
  } catch (error) {
    throw error instanceof SourcesRefused ? failureOf(error) : error
  }
  const { entries } = await readEntries(deps)
  const subject = subjectOf(edit)
  const entry = entries.find((each) => (each['name'] ?? each['source']) === subject)
  const detail = { ...(edit.act === 'order' && { names: edit.names }), ...(edit.act === 'add' && { entry }) }
  await deps.db.transact((tx) =>
    deps.audit.append(tx, {
      organizationId: INSTALLATION,
      by: readOperatorOrigin(call),
      action: actions[edit.act],
      subject,
      detail,
    }),
  )
  return { entries }
}

function subjectOf(edit: SourcesEdit): string {
  if (edit.act === 'order') return 'sources'
  return edit.act === 'add' ? (edit.entry.name ?? edit.entry.source) : edit.name
}

function failureOf({ reason, path, message }: SourcesRefused): Failure {
  if (reason === 'unknown') return new Failure('not-found')
  if (reason === 'busy') return operatorSystemFailures.of('sources-busy')
  return new Failure('invalid-request', { issues: [{ path, message, code: 'custom' }] })
}
