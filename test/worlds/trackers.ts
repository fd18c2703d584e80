import { testAlmanac } from '../support/harness.ts'
import { operatorToken } from './subjects.ts'
import { nextNoon, world } from './world.ts'

/** A service whose files write companies and people of their own, each under names nobody else has; webhooks reach this machine. */
export const trackersWorld = world(
  () =>
    testAlmanac({
      sandbox: true,
      settings: { ALMANAC_OUTBOUND_LOOPBACK: 'true', ALMANAC_OPERATOR_TOKEN: operatorToken },
    }),
  nextNoon,
)
