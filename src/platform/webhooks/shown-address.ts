import { isChatAddress, maskedAddress } from '../../lib/chat-address.ts'
import type { WebhookEndpoint } from './endpoint-rows.ts'

/** The address of an endpoint for all to see: of a chat without the part that lets anybody write there. */
export function shownAddress({ kind, url }: Pick<WebhookEndpoint, 'kind' | 'url'>): string {
  const isSecret = kind === 'slack' || kind === 'teams' || isChatAddress(url)
  return isSecret ? maskedAddress(url) : url
}
