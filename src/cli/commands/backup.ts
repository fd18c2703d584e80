import type { Command } from 'commander'
import type { Config } from '../../config.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { Stores } from '../../stores.ts'
import { checkRestored } from '../backup/check-restored.ts'
import { isDiskFull } from '../backup/failures.ts'
import type { Manifest } from '../backup/manifest.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { takeBackup } from '../backup/take-backup.ts'
import { tryRestore } from '../backup/try-restore.ts'
import { verifyBackup } from '../backup/verify-backup.ts'
import { OperatorError } from '../context.ts'
import { interruptSignal } from '../stop-signal.ts'
import { byteText, showProgress, type ProgressOutput } from '../progress.ts'

/** What `backup` and `restore` need of the machine. */
export interface BackupContext {
  config(): Config
  /** The stores, joined beside a running server or opened for the command, which closes them. */
  openStores(): Promise<Stores>
  clock: Clock
  log: Log
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
    .argument(
      '<target>',
      'a new folder, or an archive when it ends in .tar, .tar.gz or .tgz, also s3://BUCKET/NAME.tar.gz',
    )
    .option('--check', 'write nothing: compare a backup that is there with its digests')
    .option(
      '--try-restore',
      'restore a backup that is there beside the service, compare it, and remove it again',
    )
    .action((target: string, { check: isCheck, tryRestore: isTrial }: BackupOptions) =>
      interruptible(context, 'backup', async (signal, progress) => {
        if (isTrial) return tryOne(context, target, { signal, progress })
        if (isCheck) {
          const { files, madeAt } = await verifyBackup(target, signal, context.config())
          return context.print(`${target}: ${files.length} files as they were backed up at ${madeAt}`)
        }
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

interface BackupOptions {
  check?: true
  tryRestore?: true
}

async function tryOne(
  context: BackupContext,
  source: string,
  { signal, progress }: { signal: AbortSignal; progress: ProgressLine },
): Promise<void> {
  const { clock, log } = context
  const { manifest, organizations } = await tryRestore({
    config: context.config(),
    source,
    clock,
    log,
    signal,
    onProgress: ({ share, files, bytes }) => progress.update({ share, rows: files, bytes }),
  })
  context.print(
    `${source}: restored as of ${manifest.madeAt} and removed again; ${records(manifest)}; ${balances(organizations)}`,
  )
}

/** `almanac restore BACKUP` */
export function registerRestore(program: Command, context: BackupContext): void {
  program
    .command('restore')
    .description('restore a backup into the empty data directory of the settings, and check it')
    .argument('<backup>', 'a folder or an archive that `almanac backup` made, also s3://BUCKET/NAME.tar.gz')
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
    if (isDiskFull(error))
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

/** Opens the restored stores and compares them with the manifest. */
async function check(context: BackupContext, manifest: Manifest): Promise<string> {
  const stores = await context.openStores()
  try {
    return balances(await checkRestored(stores, manifest, context.clock))
  } finally {
    await stores.close()
  }
}

const balances = (organizations: number) =>
  `${organizations} ${organizations === 1 ? 'organization' : 'organizations'}, every balance is the sum of its entries`
