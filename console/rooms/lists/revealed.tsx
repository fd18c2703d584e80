import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'
import { renewCredits } from '../../call/queries.ts'
import { Notice } from '../../parts/notice.tsx'
import { number } from '../../words.ts'
import { words } from './words.ts'

const pollMs = 2_500

/** What was found of each person; a person of whom nothing was found cost nothing. */
export function Revealed({ taskId, names }: { taskId: string; names: ReadonlyMap<string, string> }) {
  const read = useInfiniteQuery({
    queryKey: ['contacts', taskId],
    staleTime: 0,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      settle(
        api.POST('/v1/contact-details/batch/poll', {
          body: { taskId, ...(pageParam !== null && { cursor: pageParam }) },
        }),
      ),
    getNextPageParam: ({ output }) => output.nextCursor,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.output.done === false ? pollMs : false),
  })
  const first = read.data?.pages[0]?.output
  const isDone = first?.done === true
  useEffect(() => {
    // What was not found was given back.
    if (isDone) void renewCredits()
  }, [isDone])
  if (read.error) return <Notice tone="bad">{read.error.message}</Notice>
  if (first === undefined) return null
  const people = (read.data?.pages ?? []).flatMap(({ output }) => output.pageResults)
  const { totalPeopleToFetch: total, numCompleted } = first.overallStats
  return (
    <>
      {!isDone && (
        <>
          <progress max={100} value={first.progressPercent} aria-label={words.contacts} />
          <p className="soft">
            {number(numCompleted)} of {number(total)}. {words.leave}
          </p>
        </>
      )}
      <ul className="contacts">
        {people.map(({ inputs, outputs }) => (
          <li key={inputs.pnetUrl.value}>
            <strong>{outputs?.name ?? names.get(inputs.pnetUrl.value) ?? inputs.pnetUrl.value}</strong>
            {(outputs?.emails ?? []).map(({ email, type }) => (
              <div key={email}>
                <a href={`mailto:${email}`}>{email}</a> <span className="soft small">{type}</span>
              </div>
            ))}
            {(outputs?.phoneNumbers ?? []).map(({ number: phone }) => (
              <div key={phone}>
                <a href={`tel:${phone}`}>{phone}</a>
              </div>
            ))}
            {(outputs === null || outputs.emails.length + outputs.phoneNumbers.length === 0) && (
              <div className="soft small">{words.noContacts}</div>
            )}
          </li>
        ))}
      </ul>
      {read.hasNextPage && (
        <button type="button" disabled={read.isFetching} onClick={() => void read.fetchNextPage()}>
          {words.morePeople}
        </button>
      )}
    </>
  )
}
