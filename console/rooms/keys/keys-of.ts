import { useMutation, useQuery } from '@tanstack/react-query'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { queries } from '../../call/queries.ts'

export type Key = Schemas['ApiKey']
/** A key whose secret is shown now. */
export type NewKey = Schemas['NewApiKey']

export const useKeys = (includeRevoked: boolean) =>
  useQuery({
    queryKey: ['keys', includeRevoked ? 'all' : 'working'],
    queryFn: () => settle(api.POST('/v1/api-keys', { body: { includeRevoked } })),
    select: ({ output }) => output.apiKeys,
  })

/** What can be set when a key is made, and afterwards. */
export interface Settings {
  name: string
  maxCredits: number | null
  expiresAt: string | null
  scopes: string[]
  allowedAddresses: string[]
  isReadOnly: boolean
}

const renewKeys = () => queries.invalidateQueries({ queryKey: ['keys'] })

/** A sandbox key where `isTest`; else a live one. */
export const useCreate = (isTest: boolean) =>
  useMutation({
    mutationFn: async (body: Settings): Promise<NewKey> => {
      const sent = isTest
        ? settle(api.POST('/v1/api-keys/create-sandbox', { body }))
        : settle(api.POST('/v1/api-keys/create', { body }))
      return (await sent).output
    },
    onSuccess: renewKeys,
  })

export const useRotate = (keyId: string) =>
  useMutation({
    mutationFn: async (): Promise<NewKey> =>
      (await settle(api.POST('/v1/api-keys/rotate', { body: { keyId } }))).output,
    onSuccess: renewKeys,
  })

/** What differs is sent, each to the operation that sets it. */
async function change({ id: keyId, ...old }: Key, to: Settings): Promise<void> {
  const { name, scopes, isReadOnly, allowedAddresses, maxCredits, expiresAt } = to
  const same = (one: unknown, two: unknown) => JSON.stringify(one) === JSON.stringify(two)
  const isOther =
    old.name !== name ||
    old.isReadOnly !== isReadOnly ||
    !same(old.scopes, scopes) ||
    !same(old.allowedAddresses, allowedAddresses)
  if (isOther)
    await settle(
      api.POST('/v1/api-keys/update', { body: { keyId, name, scopes, isReadOnly, allowedAddresses } }),
    )
  if (old.maxCredits !== maxCredits) {
    const operation = maxCredits === null ? 'remove' : 'set'
    await settle(
      api.POST('/v1/api-keys/limit', {
        body: { keyId, operation, ...(maxCredits !== null && { credits: maxCredits }) },
      }),
    )
  }
  if (old.expiresAt !== expiresAt) {
    const operation = expiresAt === null ? 'remove' : 'set'
    await settle(
      api.POST('/v1/api-keys/expiration', {
        body: { keyId, operation, ...(expiresAt !== null && { expiresAt }) },
      }),
    )
  }
}

export const useChange = (key: Key) =>
  useMutation({ mutationFn: (to: Settings) => change(key, to), onSettled: renewKeys })

export const useResetUsage = (keyId: string) =>
  useMutation({
    mutationFn: () => settle(api.POST('/v1/api-keys/usage/reset', { body: { keyId } })),
    onSettled: renewKeys,
  })

export const useRevoke = (keyId: string) =>
  useMutation({
    mutationFn: () => settle(api.POST('/v1/api-keys/revoke', { body: { keyId } })),
    onSuccess: renewKeys,
  })
