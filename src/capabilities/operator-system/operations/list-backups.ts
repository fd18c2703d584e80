import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { readFailedTrial, readLastBackup, readLastTrial } from '../../../store/last-backup.ts'
import { listAllBackups } from '../all-backups.ts'
import { backupFolder } from '../backups.ts'
import { operation, operatorTag } from '../slice.ts'

export const listBackups = operation({
  id: 'listBackups',
  route: 'GET /operator/v1/backups',
  tag: operatorTag,
  summary: 'List the backups made over the interface',
  describe:
    'Returns the archives that backup tasks made, of them `.scheduled` by the clock (ALMANAC_BACKUP_EVERY_HOURS), in the folder `backups` of the data directory and in the bucket of ALMANAC_BACKUP_TARGET, the newest first, and when any backup was whole last. They hold secrets and personal data; those of the folder lie on the same disk: copy them elsewhere. `bucketProblem` says why the bucket could not be listed, `failedTrial` why the last trial of a restore failed. `almanac restore` takes an `address`. For the operator of the installation.',
  input: z.object({}),
  output: z.object({
    folder: z.string(),
    lastAt: z.iso.datetime().nullable().describe('Of any backup of this data directory.'),
    lastTrialAt: z.iso.datetime().nullable().describe('When one was last restored for trial and found good.'),
    failedTrial: z
      .object({ at: z.iso.datetime(), problem: z.string() })
      .nullable()
      .describe('The last trial, where that failed.'),
    bucket: z.string().nullable().describe('Where those of the clock go; null: into the folder.'),
    bucketProblem: z.string().nullable(),
    backups: z.array(
      z.object({
        name: z.string(),
        bytes: z.int(),
        madeAt: z.iso.datetime(),
        address: z.string(),
        place: z.enum(['folder', 'bucket']),
        isOwn: z.boolean().describe('False of another installation that uses the same bucket.'),
      }),
    ),
  }),
  price: free(),
  limit: perMinute(60),
  access: 'operator',
  examples: [{ name: 'All', input: {} }],
  effect: 'reads',
  async handle({ deps: { backups: config } }) {
    const { dataDir, ALMANAC_BACKUP_TARGET: bucket = null } = config
    const [{ backups, bucketProblem }, lastAt, lastTrialAt, failed] = await Promise.all([
      listAllBackups(config),
      readLastBackup(dataDir),
      readLastTrial(dataDir),
      readFailedTrial(dataDir),
    ])
    return {
      folder: backupFolder(dataDir),
      lastAt: lastAt?.toISOString() ?? null,
      lastTrialAt: lastTrialAt?.toISOString() ?? null,
      failedTrial: failed === undefined ? null : { at: failed.at.toISOString(), problem: failed.problem },
      bucket,
      bucketProblem,
      backups: backups.map((each) => ({ ...each, madeAt: each.madeAt.toISOString() })),
    }
  },
})
