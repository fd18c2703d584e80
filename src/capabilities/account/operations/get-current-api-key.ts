import { z } from 'zod'
import { Failure, free, perMinute } from '../../../operation/index.ts'
import { apiKeyView, viewOfKey } from '../key-view.ts'
import { keysTag, operation } from '../slice.ts'

export const getCurrentApiKey = operation({
  id: 'getCurrentApiKey',
  route: 'POST /v1/api-keys/current',
  tag: keysTag,
  summary: 'Inspect the key of this request',
  describe: 'Returns the record of the API key the request was made with.',
  input: z.object({}),
  output: apiKeyView,
  price: free('Inspecting the key is free.'),
  limit: perMinute(60),
  examples: [{ name: 'This key', input: {} }],
  effect: 'reads',
  async handle({ call, deps }) {
    const record = await deps.keys.getKey(call.organizationId, call.keyId)
    return record === undefined ? new Failure('unauthorized') : viewOfKey(record)
  },
})
