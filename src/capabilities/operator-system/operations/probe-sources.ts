import { z } from 'zod'
import { Failure, free, optional, perMinute } from '../../../operation/index.ts'
import { INSTALLATION, readOperatorOrigin } from '../../../platform/audit/index.ts'
import { readEntries, sourceName } from '../change-sources.ts'
import { operatorSystemFailures } from '../failures.ts'
import { operation, operatorTag, type OperatorSystemDeps } from '../slice.ts'

export const probeSources = operation({
  id: 'probeSources',
  route: 'POST /operator/v1/sources/probe',
  tag: operatorTag,
  summary: 'Call each outside source once, or one',
  describe:
    'Makes one call to each source, or to the one that `name` says, whatever is cached and whether it failed before, and returns what came of it. It may cost credits of your own accounts at the sources. For the operator of the installation; `almanac doctor sources` and `almanac sources test` do the same on the machine.',
  input: z.object({ name: optional(sourceName) }),
  output: z.object({
    sources: z.array(
      z.object({
        name: z.string(),
        kind: z.string(),
        capability: z.string().describe('What it was asked.'),
        outcome: z.string(),
        ms: z.number(),
        reason: z.string().describe('Why it failed; empty when it did not.'),
      }),
    ),
  }),
  price: free(),
  limit: perMinute(5),
  access: 'operator',
  timeoutMs: 120_000,
  fails: ['not-found', 'source-paused'],
  repeatable: true,
  examples: [{ name: 'All', input: {} }],
  effect: 'changes',
  async handle({ input: { name }, call, deps }) {
    const { sources, audit, db } = deps
    const probed = await sources.probe(call.signal, name)
    if (name !== undefined && probed.length === 0) return refuseProbe(deps, name)
    const entry = { organizationId: INSTALLATION, by: readOperatorOrigin(call), action: 'sources.tested' }
    await db.transact((tx) =>
      audit.append(tx, { ...entry, subject: name ?? 'sources', detail: { sources: probed.length } }),
    )
    return {
      sources: probed.map(({ source, kind, capability, outcome, ms, reason }) => ({
        name: source,
        kind,
        capability,
        outcome,
        ms,
        reason,
      })),
    }
  },
})

/** Why a source that was named was not called. */
async function refuseProbe(deps: Pick<OperatorSystemDeps, 'sources'>, name: string): Promise<Failure> {
  const { entries } = await readEntries(deps)
  const isPaused = entries.some((each) => (each['name'] ?? each['source']) === name)
  return isPaused ? operatorSystemFailures.of('source-paused') : new Failure('not-found')
}
