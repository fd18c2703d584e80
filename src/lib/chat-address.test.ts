import { expect, test } from 'vitest'
import { isChatAddress, maskChatAddresses, maskedAddress } from './chat-address.ts'

test.each([
  [
    'https://hooks.slack.com/services/T00000000/B00000000/SeCrEtSeCrEtSeCrEtSeCrEt',
    'https://hooks.slack.com/…CrEt',
  ],
  ['https://discord.com/api/webhooks/123456789012345678/SeCrEt-SeCrEt', 'https://discord.com/…CrEt'],
  ['https://discordapp.com/api/v10/webhooks/1234567890/SeCrEtSeCrEt', 'https://discordapp.com/…CrEt'],
  [
    'https://acme.webhook.office.com/webhookb2/SeCrEt@1/IncomingWebhook/2/3',
    'https://acme.webhook.office.com/…/2/3',
  ],
  [
    'https://prod-1.westeurope.logic.azure.com:443/workflows/1/triggers/manual?sig=SeCrEt',
    'https://prod-1.westeurope.logic.azure.com/…CrEt',
  ],
  ['https://chat.googleapis.com/v1/spaces/A/messages?key=SeCrEt', 'https://chat.googleapis.com/…CrEt'],
  ['https://api.telegram.org/bot123456:SeCrEtSeCrEtSeCrEt/sendMessage', 'https://api.telegram.org/…sage'],
  ['HTTPS://HOOKS.SLACK.COM/services/T0/B0/x', 'https://hooks.slack.com/…'],
])('an address of a chat is shown without what lets in: %s', (url, shown) => {
  expect(isChatAddress(url)).toBe(true)
  expect(maskedAddress(url)).toBe(shown)
  expect(maskChatAddresses(`post to ${url}, "${url}"`)).not.toMatch(/SeCrEt|T0\/B0/)
})

test.each([
  'https://receiver.example/hooks.slack.com/x',
  'https://discord.com/channels/1',
  'mailto:a@b.example',
  '',
])('%j is none', (url) => expect(isChatAddress(url)).toBe(false))
