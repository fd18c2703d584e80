import { useQuery } from '@tanstack/react-query'
import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'

/** One balance for each subscription; the same answer that the foot of the navigation shows. */
export const useBalance = () =>
  useQuery({
    queryKey: ['balance'],
    queryFn: () => settle(api.GET('/v1/get-org-credits', {})),
    select: ({ output }) => output.balances,
  })
