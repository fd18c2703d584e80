import type { Command } from 'commander'
import { INSTALLATION, type AuditRecord } from '../../platform/audit/index.ts'
import { countArgument } from '../arguments.ts'
import { OperatorError, type CliContext } from '../context.ts'
import { operate } from '../operate.ts'

const installation = 'installation'

/** `almanac audit list|verify` */
export function registerAudit(program: Command, context: CliContext): void {
  const audit = program.command('audit').description('who changed keys, billing, settings and privacy')

  audit
    .command('list')
    .description("print an organization's changes, oldest first, one line each")
    .argument('<organization>', `id of the organization, or ${installation}`)
    .option('--after <sequence>', 'start after this entry', countArgument)
    .option('--json', 'print one JSON document per line')
    .action(async (organization: string, options: { after?: number; json?: true }) => {
      await operate(context, async ({ audit: log }) => {
        const after = options.after ?? 0
        for await (const entry of log.list(findChain(organization), { after })) {
          context.print(options.json ? printable(entry) : line(entry))
        }
      })
    })

  audit
    .command('verify')
    .description('check that no entry was changed or removed; prints the first bad one')
    .argument('[organization]', `id of an organization, or ${installation}; default all`)
    .option('--expect <head>', 'a head printed earlier, which must still be part of the chain')
    .option('--json', 'print one JSON document per chain')
    .action(async (organization: string | undefined, options: { expect?: string; json?: true }) => {
      if (options.expect !== undefined && organization === undefined) {
        throw new OperatorError('--expect needs the organization the head belongs to')
      }
      const bad = await operate(context, async ({ audit: log }) => {
        const chains = organization === undefined ? await log.chains() : [findChain(organization)]
        let broken = 0
        for (const chain of chains) {
          const verification = await log.verify(chain, options.expect)
          if (verification.bad !== undefined) broken += 1
          const { entries, head } = verification
          const verdict =
            verification.bad === undefined
              ? `${entries} entries, head ${head}`
              : `entry ${verification.bad.sequence} is bad: ${verification.bad.reason}`
          context.print(
            options.json ? verification : `${chain === INSTALLATION ? installation : chain}: ${verdict}`,
          )
        }
        return broken
      })
      if (bad > 0) throw new OperatorError(`${bad} audit ${bad === 1 ? 'chain is' : 'chains are'} broken`)
    })
}

const findChain = (organization: string) => (organization === installation ? INSTALLATION : organization)

function line({ sequence, at, actor, address, action, subject, detail }: AuditRecord): string {
  const from = address === null ? '' : ` from ${address}`
  return `${sequence}  ${at.toISOString()}  ${actor}${from}  ${action}  ${subject}  ${JSON.stringify(detail)}`
}

function printable(entry: AuditRecord): object {
  const { previousHash, hash, ...readable } = entry
  return { ...readable, previousHash: previousHash.toString('hex'), hash: hash.toString('hex') }
}
