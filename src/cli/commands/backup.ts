import type { Command } from 'commander'
import type { Config } from '../../config.ts'
import type { Clock } from '../../lib/clock.ts'
import { openLedger } from '../../platform/ledger/index.ts'
import { openOrganizations } from '../../platform/organizations/index.ts'
import { openAudit } from '../../platform/audit/index.ts'
import { openKeys } from '../../platform/keys/index.ts'
import type { Stores } from '../../stores.ts'
import { publishedCommits, recordsAt } from '../backup/corpus-counts.ts'
import type { Manifest } from '../backup/manifest.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { takeBackup } from '../backup/take-backup.ts'
import { OperatorError } from '../context.ts'
import { interruptSignal } from '../stop-signal.ts'
import { byteText, showProgress, type ProgressOutput } from '../progress.ts'

/** What `backup` and `restore` need of the machine. */
export interface BackupContext {
  config(): Config
  /** The stores, joined beside a running server or opened for the command, which closes them. */
  openStores(): Promise<Stores>
  clock: Clock
  print(value: object | string): void
  progress: ProgressOutput
}

const ownTools = {
  postgres:
    'Postgres runs on the server of DATABASE_URL and is not in this backup: dump it with its own tools (pg_dump --format=custom) while no import is running.',
  records:
    'Records are on the server of RECORDS_URL and not in this backup: dump it with its own tools (pg_dump --format=custom) while no import is running.',
  clickhouse:
    'ClickHouse runs on the server of CLICKHOUSE_URL and is not in this backup: use its BACKUP DATABASE while no import is running.',
  files:
    'Files are in the bucket of ALMANAC_S3_BUCKET and not in this backup. Exports and repaired lists can be made again; to keep them, copy the bucket with its own tools.',
}

/** `almanac backup TARGET` */
export function registerBackup(program: Command, context: BackupContext): void {
  program
    .command('backup')
    .description(
      'copy everything of this installation while it runs: accounts, credits, corpus, files, secret',
    )
    .argument('<target>', 'a new folder, or an archive when it ends in .tar, .tar.gz or .tgz')
    .action((target: string) =>
      interruptible(context, 'backup', async (signal, progress) => {
        const config = context.config()
        const stores = await context.openStores()
        try {
          const { manifest, bytes } = await takeBackup({
            config,
            stores,
            target,
            signal,
            nowMs: context.clock.now(),
            onProgress: (done) =>
              progress.update({
                share: undefined,
                rows: done.files,
                bytes: done.bytes,
              }),
          })
          context.print(`${target}: ${manifest.files.length} files, ${byteText(bytes)}; ${records(manifest)}`)
          for (const store of manifest.notCovered) context.print(ownTools[store])
          context.print(
            'The backup contains secret.key and personal data: keep it where only you can read it.',
          )
        } finally {
          await stores.close()
        }
      }),
    )
}

/** `almanac restore BACKUP` */
export function registerRestore(program: Command, context: BackupContext): void {
  program
    .command('restore')
    .description('restore a backup into the empty data directory of the settings, and check it')
    .argument('<backup>', 'a folder or an archive that `almanac backup` made')
    .action((source: string) =>
      interruptible(context, 'restore', async (signal, progress) => {
        const config = context.config()
        const manifest = await restoreBackup({
          config,
          source,
          signal,
          onProgress: ({ share, files, bytes }) =>
            progress.update({
              share,
              rows: files,
              bytes,
            }),
        })
        const problem = await check(context, manifest)
        context.print(
          `restored to ${config.dataDir}, as of ${manifest.madeAt}; ${records(manifest)}; ${problem}`,
        )
      }),
    )
}

type ProgressLine = ReturnType<typeof showProgress>

async function interruptible(
  context: BackupContext,
  title: string,
  work: (signal: AbortSignal, progress: ProgressLine) => Promise<void>,
): Promise<void> {
  const interrupt = interruptSignal(() => context.print('Stopping; removing the files copied so far.'))
  const progress = showProgress(title, context.progress, context.clock, 'files')
  try {
    await work(interrupt.signal, {
      ...progress,
      update: (state) => progress.update(state),
    })
  } catch (error) {
    if (interrupt.signal.aborted) throw new OperatorError('Interrupted. Repeat the command to start again.')
    if (['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw new OperatorError('Not enough disk space; the files copied so far were removed.', {
        cause: error,
      })
    throw error
  } finally {
    progress.stop()
    interrupt.dispose()
  }
}

function records({ corpus }: Manifest): string {
  const filled = Object.entries(corpus).filter(([, { records: count }]) => count > 0)
  if (filled.length === 0) return 'an empty corpus'
  return filled.map(([kind, { records: count }]) => `${count.toLocaleString('en')} ${kind}`).join(', ')
}

/** Opens the restored stores. The restore is good when they start, show the same records, and the ledger adds up. */
async function check(context: BackupContext, manifest: Manifest): Promise<string> {
  const stores = await context.openStores()
  try {
    const now = await recordsAt(stores, await publishedCommits(stores))
    for (const [kind, { published, records: expected }] of Object.entries(manifest.corpus)) {
      if (now[kind]?.published !== published || now[kind].records !== expected)
        throw new OperatorError(
          `The restored corpus shows ${now[kind]?.records} ${kind} at commit ${now[kind]?.published}, not ${expected} at ${published}.`,
        )
    }
    return await everyBalance(stores, context.clock)
  } finally {
    await stores.close()
  }
}

async function everyBalance({ db, secret }: Stores, clock: Clock): Promise<string> {
  const ledger = openLedger({ db, clock, process: { instanceId: 'restore', bootId: 'restore' } })
  const keys = openKeys({ db, clock, secret, audit: openAudit({ db, clock, secret }) })
  const all = await openOrganizations({ db, clock, keys, ledger }).listOrganizations()
  for (const { id } of all)
    if ((await ledger.reconcile(id)).length > 0)
      throw new OperatorError(`The restored balances of ${id} do not match their entries.`)
  return `${all.length} ${all.length === 1 ? 'organization' : 'organizations'}, every balance is the sum of its entries`
}
