import { expect, it } from 'vitest'
import { eventHeaders } from './signature.ts'

it('signs as the published example of Standard Webhooks does', () => {
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    body: '{"test": 2432232314}',
    atMs: 1_614_265_330_999,
    eventKey: 'test.sent',
  }
  const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
  expect(eventHeaders(message, [secret])).toEqual({
    'content-type': 'application/json',
    'webhook-event': 'test.sent',
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})
