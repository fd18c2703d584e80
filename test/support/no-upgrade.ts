import { frozenClock } from '../../src/lib/clock.ts'
import type { UpgradeContext } from '../../src/cli/commands/doctor-upgrade.ts'

/** For tests of `doctor` that examine no upgrade. */
export const noUpgrade: UpgradeContext = {
  clock: frozenClock(),
  config: () => {
    throw new Error('no upgrade is examined here')
  },
  findService: async () => undefined,
  openUnchanged: () => Promise.reject(new Error('no upgrade is examined here')),
}
