import { selectUsage } from '../../platform/usage/index.ts'
import { defineSlice } from './slice.ts'

export const account = defineSlice({
  open: ({ db, platform, registry, installation, baseUrl, secret, realClock }) => ({
    deps: {
      ledger: platform.ledger,
      keys: platform.keys,
      limits: platform.limits,
      organizations: platform.organizations,
      requests: platform.requests,
      signUp: platform.signUp,
      hasMember: async (organizationId, id) =>
        (await platform.members.getMember(organizationId, id)) !== undefined,
      readUsage: (filter) => selectUsage(db, filter),
      registry,
      installation,
      baseUrl,
      secret,
      // Sandbox keys expire by real time, not by the clock of the sandbox.
      clock: realClock,
    },
  }),
})
