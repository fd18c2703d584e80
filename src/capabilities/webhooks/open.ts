import { disabledNotice } from './disabled-notice.ts'
import { defineSlice } from './slice.ts'

export const webhooks = defineSlice({
  // Receivers of sandbox organizations are as real as others.
  sandbox: 'same',
  open({ db, clock, platform, registry, secret, baseUrl }) {
    const { webhooks, events, lists, outbound, mail, signUp } = platform
    webhooks.whenDisabled(disabledNotice({ events, mail, baseUrl, recipients: (id) => signUp.membersOf(id) }))
    return { deps: { db, clock, webhooks, events, catalogue: registry.events, lists, outbound, secret } }
  },
})
