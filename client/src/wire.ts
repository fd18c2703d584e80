import createClient, { type Client } from 'openapi-fetch'
import { readAnswer } from './answer.ts'
import { refusal, Unreachable } from './errors.ts'
import type { paths } from './generated/schema.ts'
import type { Answer } from './operation.ts'
import { writeQuery } from './request.ts'
import type { Settings } from './settings.ts'

/** Requests by path. It knows neither keys of requests nor when one is sent again: `send.ts` does. */
export type Wire = Client<paths>

/** A request of any path, for whoever has its method and path as data. */
export type Ask = (method: string, path: string, init?: object) => Promise<Reply<unknown>>

/** What came back: a body that was wanted, or one that says why not. */
export interface Reply<Body> {
  data?: Body | undefined
  error?: unknown
  response: Response
}

/** What an answer holds: its `output`, or all of it where it has no envelope. */
export type Inner<Body> = Body extends { output: infer Output; chargeInfo: unknown } ? Output : Body

export const openWire = ({
  baseUrl,
  fetch,
  headers,
}: Pick<Settings, 'baseUrl' | 'fetch' | 'headers'>): Wire =>
  createClient<paths>({
    baseUrl,
    querySerializer: writeQuery,
    ...(fetch !== undefined && { fetch }),
    ...(headers !== undefined && { headers }),
  })

/** Waits for an answer; throws Refused, Unreachable, or the reason of a signal that was aborted. */
export async function readReply<Body>(
  sent: Promise<Reply<Body>>,
  signal?: AbortSignal,
): Promise<Answer<Inner<Body>>> {
  const { response, data, error } = await sent.catch((cause: unknown) => {
    // Whoever gave the signal knows why.
    signal?.throwIfAborted()
    throw new Unreachable('The service cannot be reached. Check its address, and try again.', { cause })
  })
  if (!response.ok) throw refusal(response, error)
  return readAnswer(response, data) as Answer<Inner<Body>>
}
