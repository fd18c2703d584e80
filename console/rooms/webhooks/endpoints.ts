import { useQuery } from '@tanstack/react-query'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'

export type Endpoint = Schemas['WebhookEndpoint']
export type Kind = Endpoint['kind']
export type Delivery = Schemas['WebhookDelivery']
export type Attempt = Schemas['WebhookAttempt']
export type EventType = Schemas['WebhookEventType']
export type Status = Delivery['status']

/** What signals are told by, and the first thing that most webhooks are made for. */
export const signalEvent = 'tracker.signal_detected'
export const signalGroup = 'monitoring'

export const useEventTypes = () =>
  useQuery({
    queryKey: ['webhook events'],
    queryFn: () => settle(api.GET('/v1/webhooks/event-types', {})),
    staleTime: Infinity,
    select: ({ output }) => output.eventTypes,
  })

const ofEndpoint = (endpointId: string) => ({ params: { path: { endpointId } } })

export async function readEndpoint(id: string): Promise<Endpoint> {
  const { output } = await settle(api.GET('/v1/webhooks/endpoints/{endpointId}', ofEndpoint(id)))
  return output
}

export interface NewEndpoint {
  kind: Kind
  url: string
  eventTypes: string[]
  listIds: string[]
  digest?: 'daily' | 'weekly'
}

export const createEndpoint = (body: NewEndpoint) => settle(api.POST('/v1/webhooks/endpoints', { body }))

export const changeEndpoint = (id: string, body: { disabled?: boolean; eventTypes?: string[] }) =>
  settle(api.PATCH('/v1/webhooks/endpoints/{endpointId}', { ...ofEndpoint(id), body }))

export const removeEndpoint = (id: string) =>
  settle(api.DELETE('/v1/webhooks/endpoints/{endpointId}', ofEndpoint(id)))

export const rotateSecret = (id: string) =>
  settle(api.POST('/v1/webhooks/endpoints/{endpointId}/rotate-secret', { ...ofEndpoint(id), body: {} }))

export const sendTest = (id: string, eventType: string) =>
  settle(api.POST('/v1/webhooks/endpoints/{endpointId}/test', { ...ofEndpoint(id), body: { eventType } }))

interface Narrowing {
  endpointId?: string | undefined
  status?: Status | undefined
  eventType?: string | undefined
  /** Of one signal. */
  signalId?: string | undefined
  cursor?: string | null
}

export const readEndpoints = () => settle(api.GET('/v1/webhooks/endpoints', {}))

/** What was sent to one endpoint, or to all. */
export function readDeliveries({ endpointId, status, eventType, signalId, cursor }: Narrowing) {
  const query = {
    ...(endpointId && { endpointId }),
    ...(status && { status }),
    ...(eventType && { eventType }),
    ...(signalId && { signalId }),
    ...(cursor && { cursor }),
  }
  return settle(api.GET('/v1/webhooks/deliveries', { params: { query } }))
}

export type Replay =
  | { deliveryIds: string[] }
  | { endpointId: string; from: string; to?: string; statuses: Status[] }

export const replay = (body: Replay) => settle(api.POST('/v1/webhooks/deliveries/replay', { body }))
