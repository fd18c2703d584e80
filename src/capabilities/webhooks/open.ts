import { plainText } from '../../platform/webhooks/index.ts'
import { digestSchedule } from './digest-schedule.ts'
import { disabledNotice } from './disabled-notice.ts'
import { defineSlice } from './slice.ts'

export const webhooks = defineSlice({
  // Receivers of sandbox organizations are as real as others.
  sandbox: 'same',
  open({ db, clock, platform, registry, secret, baseUrl }) {
    const { webhooks, events, lists, outbound, mail, members } = platform
    const { schedules } = platform
    const listMembers = (organizationId: string) => members.listAddresses(organizationId)
    webhooks.whenDisabled(disabledNotice({ events, mail, baseUrl, recipients: listMembers }))
    const eventsByKey = new Map(registry.events.map((event) => [event.key, event]))
    webhooks.tellPeople({
      mail,
      listMembers,
      describeEvent({ eventKey, body }) {
        const data = JSON.parse(body) as object
        return eventsByKey.get(eventKey)?.words?.(data as never) ?? plainText(eventKey, data)
      },
      baseUrl,
    })
    const catalogue = registry.events
    return {
      deps: { db, clock, webhooks, events, catalogue, lists, outbound, schedules, listMembers, secret },
      schedules: [digestSchedule(webhooks)],
    }
  },
})
