import type { Events } from '../../platform/events/index.ts'
import type { Mail, MailMessage } from '../../platform/mail/index.ts'
import { shownAddress, type DisabledEndpoint, type DisabledNotice } from '../../platform/webhooks/index.ts'
import { webhookEndpointDisabled } from './events.ts'

/** Tells an organization by an event and by mail that an endpoint is sent nothing any more. */
export function disabledNotice({
  events,
  mail,
  baseUrl,
  recipients,
}: {
  events: Events
  mail: Mail
  baseUrl: string
  recipients(organizationId: string): Promise<string[]>
}): DisabledNotice {
  return {
    async tell(tx, { id: endpointId, organizationId, kind, url, disabledReason, failingSince, updatedAt }) {
      // An endpoint that was disabled on request needs no notice: its owner knows.
      if (disabledReason === 'asked') return
      await events.append(tx, webhookEndpointDisabled, {
        organizationId,
        data: {
          endpointId,
          url: kind === 'mail' ? 'mailto:' : shownAddress({ kind, url }),
          reason: disabledReason,
          failingSince: failingSince?.toISOString() ?? null,
          disabledAt: updatedAt.toISOString(),
        },
      })
    },
    async write(endpoint) {
      for (const to of await recipients(endpoint.organizationId))
        await mail.send({ to, ...message(endpoint, baseUrl) })
    },
  }
}

function message(
  { id, kind, url, disabledReason }: DisabledEndpoint,
  baseUrl: string,
): Omit<MailMessage, 'to'> {
  const why =
    disabledReason === 'gone'
      ? 'It answered 410, which means that the receiver is gone.'
      : 'Everything sent to it has failed for five days.'
  return {
    subject: 'A webhook endpoint was disabled',
    paragraphs: [
      `Nothing is sent to ${kind === 'mail' ? 'a digest by mail' : new URL(url).host} (endpoint ${id}) any more. ${why}`,
      'Waiting deliveries are kept for 30 days. When the receiver works again, enable the endpoint with updateWebhookEndpoint, and replay failed deliveries with replayWebhookDeliveries.',
    ],
    link: { label: 'updateWebhookEndpoint', url: `${baseUrl}/ai-docs/updateWebhookEndpoint.md` },
  }
}
