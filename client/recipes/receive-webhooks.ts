import { NotGenuine, verifyWebhook, type WebhookEvent } from '../src/index.ts'

/** A receiver for whatever takes a Request: Deno.serve, Bun.serve, a worker, or a route of a framework. */
export function receiver(secret: string, onEvent: (event: WebhookEvent) => void) {
  const received = new Set<string>()
  return async (request: Request): Promise<Response> => {
    try {
      const event = await verifyWebhook(await request.text(), request.headers, secret)
      // An event is sent at least once.
      if (!received.has(event.id)) onEvent(event)
      received.add(event.id)
      return new Response(null, { status: 204 })
    } catch (error) {
      if (error instanceof NotGenuine) return new Response(error.message, { status: 400 })
      throw error
    }
  }
}
