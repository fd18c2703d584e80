import { expect, it } from 'vitest'
import { chatFault } from './chat-answers.ts'

it.each(['', 'ok', 'OK\n', '1', 'true', '{"ok":true}', '{"success":true}', '{}', 'Accepted'])(
  'a chat that answers 2xx and %j took the message',
  (text) => expect(chatFault(text)).toBe(undefined),
)

it.each([
  [
    'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId tcid=1,server=x',
    'HTTP 429',
    true,
  ],
  ['Microsoft Teams endpoint returned HTTP error 413 with ContextId tcid=0', 'HTTP 413', false],
  ['Webhook message delivery failed with error: Ann Example is no member', 'delivery failed', false],
  ['Bad payload received by generic incoming webhook.', 'delivery failed', false],
  ['channel_is_archived', 'channel_is_archived', false],
  ['no_service', 'no_service', false],
  ['rate_limited', 'rate_limited', true],
  ['{"ok":false,"error":"invalid_blocks"}', 'invalid_blocks', false],
  ['{"ok":false,"error":"Ann Example left"}', 'delivery failed', false],
  ['{"error":{"code":"x"}}', 'delivery failed', false],
  ['<!DOCTYPE html><title>Sign in</title>', 'a page', false],
])('%j says that it did not', (text, detail, asksForTime) =>
  expect(chatFault(text)).toEqual({ detail, asksForTime }),
)
