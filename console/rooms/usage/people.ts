import { useQuery } from '@tanstack/react-query'
import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'

/** People of the organization by id, as they sign in. */
export const useMemberNames = (enabled = true) =>
  useQuery({
    queryKey: ['members'],
    queryFn: () => settle(api.GET('/v1/organization/members', {})),
    enabled,
    select: ({ output }) =>
      Object.fromEntries(output.members.map(({ memberId, email }) => [memberId, email])),
  })
