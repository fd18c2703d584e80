import type { Command } from 'commander'
import { listAllBackups } from '../../capabilities/operator-system/index.ts'
import type { Config } from '../../config.ts'
import { OperatorError } from '../context.ts'
import { byteText } from '../progress.ts'
import { table } from '../table.ts'

/** `almanac backups`: needs no store, so that it answers where nothing else is left of an installation. */
export function registerBackups(
  program: Command,
  context: { config(): Config; print(value: object | string): void },
): void {
  program
    .command('backups')
    .description(
      'list the backups made by the clock and over the interface, here and in ALMANAC_BACKUP_TARGET',
    )
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: true }) => {
      const { backups, bucketProblem } = await listAllBackups(context.config())
      if (json) context.print(backups.map((each) => ({ ...each, madeAt: each.madeAt.toISOString() })))
      else
        context.print(
          table(
            backups.map(({ madeAt, bytes, isOwn, address }) => ({
              made: madeAt.toISOString(),
              size: byteText(bytes),
              of: isOwn ? 'this installation' : 'another one',
              backup: address,
            })),
            'No backup was made by the clock or over the interface; `almanac backup TARGET` makes one anywhere.',
          ),
        )
      // What lies here is printed all the same.
      if (bucketProblem !== null) throw new OperatorError(bucketProblem)
    })
}
