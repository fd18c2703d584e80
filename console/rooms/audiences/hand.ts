import { useMutation, useQueryClient } from '@tanstack/react-query'
import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'
import { renewCredits } from '../../call/queries.ts'
import type { Side } from './operations.ts'

/** What somebody calls a company or a person by. */
type Name = { entityId: string } | { pnetUrl: string } | { pnetSlug: string } | { domain: string }

/** Most that one request takes. */
export const mostNames = 1_000

/** Lines, or values between commas and semicolons, each once. */
export const readLines = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n,;\t]/)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
]

/** A number is the id of a record; the service tells a website from a page on the network for companies. */
function nameOf(side: Side, line: string): Name {
  if (/^\d+$/.test(line)) return { entityId: line }
  if (side === 'companies') return { domain: line }
  return line.includes('/') ? { pnetUrl: line } : { pnetSlug: line }
}

export interface Added {
  joined: number
  returned: number
  skipped: number
  /** Lines that named nobody, with the reason. */
  refused: { line: string; reason: string }[]
}

async function add(
  audienceId: string,
  side: Side,
  { lines, maxCredits }: { lines: readonly string[]; maxCredits: number },
): Promise<Added> {
  const params = { path: { audienceId }, header: { 'X-Max-Credits': maxCredits } }
  const names = lines.map((line) => nameOf(side, line))
  const readRefused = (invalid: readonly { index: number; reason: string }[]) =>
    invalid.map(({ index, reason }) => ({ line: lines[index] ?? '', reason }))
  if (side === 'companies') {
    const body = { companies: names }
    const { output } = await settle(api.PUT('/v1/audiences/{audienceId}/companies', { params, body }))
    return { ...output, refused: readRefused(output.invalidCompanies) }
  }
  const body = { prospects: names }
  const { output } = await settle(api.PUT('/v1/audiences/{audienceId}/prospects', { params, body }))
  return { ...output, refused: readRefused(output.invalidProspects) }
}

/** Takes members out by the ids of their records. Answers how many were there. */
async function remove(audienceId: string, side: Side, ids: readonly string[]): Promise<number> {
  const params = { path: { audienceId } }
  let removed = 0
  for (let from = 0; from < ids.length; from += mostNames) {
    const names = ids.slice(from, from + mostNames).map((entityId) => ({ entityId }))
    const { output } =
      side === 'companies'
        ? await settle(
            api.DELETE('/v1/audiences/{audienceId}/companies', { params, body: { companies: names } }),
          )
        : await settle(
            api.DELETE('/v1/audiences/{audienceId}/prospects', { params, body: { prospects: names } }),
          )
    removed += output.removed
  }
  return removed
}

/** Adding and removing members, after which the audience and its members are read again. */
export function useHand(audienceId: string, side: Side) {
  const client = useQueryClient()
  const onSuccess = () => {
    void renewCredits()
    for (const queryKey of [['audience', audienceId], ['audiences'], ['members', audienceId]])
      void client.invalidateQueries({ queryKey })
  }
  return {
    add: useMutation({
      mutationFn: (order: { lines: readonly string[]; maxCredits: number }) => add(audienceId, side, order),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (ids: readonly string[]) => remove(audienceId, side, ids),
      onSuccess,
    }),
  }
}
