import { useQuery } from '@tanstack/react-query'
import { settle } from './answer.ts'
import { api } from './client.ts'

/** Keys by id, for their names; revoked ones too, whose requests are still there. */
export const useKeyNames = () =>
  useQuery({
    queryKey: ['keys', 'all'],
    queryFn: () => settle(api.POST('/v1/api-keys', { body: { includeRevoked: true } })),
    select: ({ output }) => Object.fromEntries(output.apiKeys.map(({ id, name }) => [id, name])),
  })
