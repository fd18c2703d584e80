import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Refused } from '../../call/answer.ts'
import { idempotencyKey } from '../../call/idempotency.ts'
import { renewCredits } from '../../call/queries.ts'
import { originsAt, type Origins } from '../../records/origins.tsx'
import type { PageRequest, Question, SearchKind, SearchPage } from './kind.ts'

interface Paid<R> {
  rows: R[]
  /** Where the fields of each row are from. */
  origins: Origins[]
  /** Of the page after the last; null after the last of all. */
  next: string | null
  /** Credits paid just now. */
  charged: number
}

const none = { rows: [], origins: [], next: null, charged: 0 }

const originsOf = <R>({ data, provenance }: SearchPage<R>) =>
  data.map((_row, place) => originsAt(provenance, `data[${place}]`))

/**
 * Rows cost when they are first read, so they come by a click alone. What the address says was shown is taken from the
 * stored answers of the same requests, with a ceiling of nothing: opening an address never pays.
 */
export function usePaidRows<R>(
  kind: SearchKind<R>,
  question: Question,
  wanted: { size: number; rows: number },
  onPaid: (page: { step: number; rows: number }) => void,
) {
  const client = useQueryClient()
  const { size, rows } = wanted
  const keyOf = (pageSize: number) => ['rows', kind.type, question, pageSize]
  const request = (pageSize: number, cursor: string | null, maxCredits: number): PageRequest => {
    const body = { ...question, pageSize, includeProvenance: true, ...(cursor !== null && { cursor }) }
    return { body, key: idempotencyKey(kind.route, body), maxCredits }
  }
  const stored = useQuery({
    queryKey: keyOf(size),
    enabled: rows > 0,
    staleTime: Infinity,
    gcTime: Infinity,
    queryFn: () => readStored((pageSize, cursor) => kind.read(request(pageSize, cursor, 0)), { size, rows }),
  })
  const paid = stored.data ?? none
  const pay = useMutation({
    /** The last page is as small as what is left: its size and its ceiling are what stands on the button. */
    mutationFn: ({ pageSize, maxCredits }: { step: number; pageSize: number; maxCredits: number }) =>
      kind.read(request(pageSize, paid.next, maxCredits)),
    onSuccess({ output, charged }, { step }) {
      void renewCredits()
      const rows = [...paid.rows, ...output.data]
      client.setQueryData<Paid<R>>(keyOf(step), {
        rows,
        origins: [...paid.origins, ...originsOf(output)],
        next: output.nextCursor,
        charged: paid.charged + charged,
      })
      onPaid({ step, rows: rows.length })
    },
  })
  return { ...paid, isReading: stored.isFetching, error: pay.error ?? stored.error, pay }
}

async function readStored<R>(
  read: (pageSize: number, cursor: string | null) => ReturnType<SearchKind<R>['read']>,
  wanted: { size: number; rows: number },
): Promise<Paid<R>> {
  const paid: Paid<R> = { ...none, rows: [], origins: [] }
  let isFirst = true
  while (paid.rows.length < wanted.rows && (isFirst || paid.next !== null)) {
    isFirst = false
    try {
      const { output } = await read(Math.min(wanted.size, wanted.rows - paid.rows.length), paid.next)
      paid.rows.push(...output.data)
      paid.origins.push(...originsOf(output))
      paid.next = output.nextCursor
    } catch (cause) {
      // Never paid, or too long ago: the button with the price is the way on.
      if (cause instanceof Refused && cause.status === 402) break
      throw cause
    }
  }
  return paid
}
