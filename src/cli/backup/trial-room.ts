import type { Config } from '../../config.ts'
import { freeBytes } from '../../store/disk-room.ts'
import { OperatorError } from '../context.ts'
import { byteText } from '../progress.ts'
import type { Manifest } from './manifest.ts'

const bytesPerMb = 1_000_000

/** The disk that a restore shares with a running service. */
export interface RestoreRoom {
  /** Throws OperatorError where the backup does not fit. Files of an archive lie there twice while each is put in its place. */
  require(manifest: Manifest, from: 'archive' | 'folder'): Promise<void>
  /** Throws OperatorError where what the service needs to go on is touched. */
  check(): Promise<void>
}

/** Room for a trial in the data directory, beside the reserve of the stores. */
export function trialRoom(
  { dataDir, ALMANAC_DISK_RESERVE_MB }: Pick<Config, 'dataDir' | 'ALMANAC_DISK_RESERVE_MB'>,
  free: (dir: string) => Promise<number> = freeBytes,
): RestoreRoom {
  const reserve = ALMANAC_DISK_RESERVE_MB * bytesPerMb
  return {
    async require({ files }, from) {
      const sizes = files.map(({ bytes }) => bytes)
      const unpacked = sizes.reduce((sum, bytes) => sum + bytes, 0)
      const largest = sizes.reduce((most, bytes) => Math.max(most, bytes), 0)
      const needed = unpacked + (from === 'archive' ? largest : 0)
      const left = await free(dataDir)
      if (needed + reserve > left)
        throw noRoom(
          `it needs ${byteText(needed)} beside the ${byteText(reserve)} of ALMANAC_DISK_RESERVE_MB, and ${byteText(left)} are free`,
        )
    },
    async check() {
      const left = await free(dataDir)
      if (left < reserve)
        throw noRoom(
          `${byteText(left)} are left, and ${byteText(reserve)} are reserved (ALMANAC_DISK_RESERVE_MB)`,
        )
    },
  }
}

export const noRoom = (why: string): OperatorError =>
  new OperatorError(`Not tried: no room, ${why}. Free some disk space, and try again.`)
