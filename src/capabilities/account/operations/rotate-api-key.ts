import { z } from 'zod'
import { readOrigin } from '../../../platform/audit/index.ts'
import { Failure, free, perMinute, withDefault } from '../../../operation/index.ts'
import { findForeignExcess } from '../../../platform/keys/index.ts'
import { accountFailures } from '../failures.ts'
import { defaultOverlapMinutes, maxOverlapMinutes } from '../key-settings.ts'
import { findTarget, keyTarget } from '../key-target.ts'
import { newApiKeyView, viewOfKey } from '../key-view.ts'
import { keysTag, operation } from '../slice.ts'

export const rotateApiKey = operation({
  id: 'rotateApiKey',
  route: 'POST /v1/api-keys/rotate',
  tag: keysTag,
  summary: 'Give an API key a new secret',
  tasks: ['key rotation, renew the secret of a key'],
  describe:
    'Makes a new secret for a key and shows it once, in this answer. Id, settings, limit and usage stay, and both secrets together spend no more than one. The one before works for `overlapMinutes` more, an even older one stops at once. The new secret is handed to the caller, so a key that can do more than the key of this request answers 403; with a key that has a credit limit only that key itself is rotated. Console sessions that the key was exchanged for end at once. With the secret before, and in such a session, it answers 403. 409 for a revoked key.',
  input: z.object({
    keyId: keyTarget,
    overlapMinutes: withDefault(
      z.number().int().min(0).max(maxOverlapMinutes),
      defaultOverlapMinutes,
    ).describe('How long the secret before goes on working; 0 ends it at once.'),
  }),
  output: newApiKeyView
    .extend({ previousValidUntil: z.iso.datetime().describe('Until when the secret before works.') })
    .meta({ id: 'RotatedApiKey' }),
  price: free('Rotating a key is free.'),
  limit: perMinute(60),
  fails: ['not-found', 'key-revoked', 'beyond-this-key'],
  examples: [{ name: 'This key, with a day to switch', input: {} }],
  effect: 'changes',
  answersSecret: true,
  async handle({ input, call, deps }) {
    const { organizationId } = call
    const target = await findTarget(deps, call, input.keyId)
    if (target instanceof Failure) return target
    const asking = await deps.keys.getKey(organizationId, call.keyId)
    if (asking === undefined) return new Failure('unauthorized')
    if (findForeignExcess(target, asking) !== undefined) return accountFailures.of('beyond-this-key')
    const overlapMs = input.overlapMinutes * 60_000
    const rotated = await deps.keys.rotateKey(organizationId, target.id, { overlapMs, by: readOrigin(call) })
    if (rotated === undefined) return accountFailures.of('key-revoked')
    const { record, rawKey } = rotated
    const previousValidUntil = (record.previousExpiresAt ?? new Date(call.nowMs)).toISOString()
    return { ...viewOfKey(record), key: rawKey, previousValidUntil }
  },
})
