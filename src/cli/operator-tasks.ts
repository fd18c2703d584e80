import type { TaskRunners } from '../capabilities/operator-system/index.ts'
import type { EntityKind } from '../corpus/kinds/index.ts'
import { removeSample } from '../corpus/sample-load/index.ts'
import { doubtfulScore, openIdentity } from '../corpus/write/index.ts'
import { backupRunners, type TaskParts } from './backup-tasks.ts'
import { checkLedger } from './commands/ledger.ts'
import { examine } from './commands/doctor.ts'
import type { CliContext } from './context.ts'
import { storesToExamine } from './machine.ts'
import { operate } from './operate.ts'

/** Pairs of records that a search for duplicates answers. */
const mostPairs = 200

/** How the tasks of operators are done: as the commands of the same name do it. */
export function taskRunners({ config, stores, clock }: TaskParts): TaskRunners {
  // What a command opens and closes is open here already, and stays open.
  const open = async () => ({ db: stores.db, clock, secret: stores.secret, close: async () => {} })
  const context: CliContext = { open, print: () => undefined }
  return {
    ...backupRunners({ config, stores, clock }),
    async doctor() {
      const nodeVersion = process.versions.node
      const checks = await examine({ ...storesToExamine, dataDir: () => config.dataDir, clock, nodeVersion })
      return { wrong: checks.filter(({ state }) => state === 'WRONG').length, checks }
    },
    'verify-ledger': () =>
      operate(context, async (operator) => {
        const checked = await checkLedger(operator)
        const wrong = checked.filter(({ discrepancies }) => discrepancies.length > 0)
        return { organizations: checked.length, wrong }
      }),
    'verify-audit': () =>
      operate(context, async ({ audit }) => {
        const chains: object[] = []
        for (const chain of await audit.chains()) chains.push(await audit.verify(chain))
        return { chains, wrong: chains.filter((chain) => 'bad' in chain).length }
      }),
    'remove-sample': async () => ({ removed: await removeSample(stores.corpus) }),
    async 'find-duplicates'({ records, leastScore }) {
      const kind = records as EntityKind
      const identity = openIdentity(stores.corpus)
      const pairs = await identity.possible(kind, { least: Number(leastScore), most: mostPairs })
      const doubtful = (await identity.leastSure(kind, mostPairs)).filter(
        ({ score }) => score <= doubtfulScore,
      )
      return {
        records,
        pairs,
        doubtful: doubtful.map(({ id, entityId, mergedId, score, evidence }) => ({
          mergeId: id,
          entityId,
          mergedId,
          score,
          evidence,
        })),
      }
    },
  }
}
