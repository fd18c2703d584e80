import { testAlmanac } from '../support/harness.ts'
import { baseUrl } from '../support/surfaces/agent-sign-in.ts'
import { nextNoon, world } from './world.ts'

/** The service at an address of its own, where agents sign in. */
export const signInsWorld = world(() => testAlmanac({ baseUrl }), nextNoon)
