import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Refused, type Answer } from '../../call/answer.ts'
import { renewCredits } from '../../call/queries.ts'

interface PaidRead<T> {
  data: Answer<T> | undefined
  /** Whether it has to be paid for; false while that is found out. */
  isUnpaid: boolean
  isReading: boolean
  error: Error | null
  pay(maxCredits: number): void
}

/**
 * Something that costs when it is first read. Opening an address asks with a ceiling of nothing: what was paid for is
 * shown, anything else waits for a click. `isAsked` is false where nobody has paid for it at this address.
 */
export function usePaidRead<T>(
  key: readonly unknown[],
  read: (maxCredits: number) => Promise<Answer<T>>,
  isAsked = true,
): PaidRead<T> {
  const client = useQueryClient()
  const queryKey = ['paid', ...key]
  const stored = useQuery({
    queryKey,
    enabled: isAsked,
    staleTime: Infinity,
    queryFn: async () => {
      try {
        return await read(0)
      } catch (cause) {
        if (cause instanceof Refused && cause.status === 402) return null
        throw cause
      }
    },
  })
  const pay = useMutation({
    mutationFn: read,
    onSuccess(answer) {
      void renewCredits()
      client.setQueryData(queryKey, answer)
    },
  })
  return {
    data: stored.data ?? undefined,
    isUnpaid: isAsked ? stored.data === null : stored.data === undefined || stored.data === null,
    isReading: stored.isFetching || pay.isPending,
    error: pay.error ?? stored.error,
    pay: (maxCredits) => pay.mutate(maxCredits),
  }
}
