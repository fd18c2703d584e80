import { defineSlice } from './slice.ts'

export const operatorAccounts = defineSlice({
  open: ({ platform, registry, secret, db, realClock }) => ({
    deps: {
      clock: realClock,
      db,
      audit: platform.audit,
      keys: platform.keys,
      ledger: platform.ledger,
      organizations: platform.organizations,
      limits: platform.limits,
      subscriptions: platform.subscriptions,
      requests: platform.requests,
      registry,
      secret,
    },
  }),
  sandbox: 'same',
})
