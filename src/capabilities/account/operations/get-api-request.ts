import { z } from 'zod'
import { Failure, free, perMinute, resourceId } from '../../../operation/index.ts'
import { requestView, viewOfRequest } from '../request-view.ts'
import { keysTag, operation } from '../slice.ts'

export const getApiRequest = operation({
  id: 'getApiRequest',
  route: 'GET /v1/api-requests/{requestId}',
  tag: keysTag,
  summary: 'Read a past API request',
  tasks: ['what was this request, by its X-Request-Id'],
  describe:
    'Returns one request of the organization in the last seven days by its id, as listApiRequests does. Answers are not stored; getLedger with the same requestId shows what was charged.',
  input: z.object({ requestId: resourceId('request', { prefix: 'req', most: 200 }) }),
  output: requestView,
  price: free('Reading a request is free.'),
  limit: perMinute(120),
  follows: 'listApiRequests',
  fails: ['not-found'],
  examples: [{ name: 'A request', input: { requestId: 'req_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  effect: 'reads',
  async handle({ input: { requestId: id }, call, deps }) {
    await deps.requests.flush()
    const [logged] = await deps.requests.listRequests({ organizationId: call.organizationId, id, most: 1 })
    if (logged === undefined) return new Failure('not-found')
    return viewOfRequest(deps, logged, await deps.keys.nameActors([logged.keyId]))
  },
})
