/** Events that pages wait for. */
export const eventNames = [
  'enrich.completed',
  'mosaic.completed',
  'batch_contact_enrich.completed',
  'batch_live_enrich.completed',
  'audience.build_completed',
  'audience.enrichment_completed',
  'audience.company_export_completed',
  'audience.prospect_export_completed',
  'export.completed',
  'saved_search.run_completed',
  'tracker.list_run_completed',
  'export.completed',
  'credits.low',
  'credits.budget_reached',
  'webhook_endpoint.disabled',
] as const
export type EventName = (typeof eventNames)[number]

type Listener = (name: EventName) => void

const listeners = new Set<Listener>()
let stream: EventSource | undefined

/**
 * One stream for all pages; each is told the name and reads what it needs by itself. Whoever knows how far the feed was
 * read says so (`after`), so that a month of events is not told again. Answers how to stop.
 */
export function onEvent(listener: Listener, after?: string): () => void {
  listeners.add(listener)
  stream ??= openStream(after)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stream?.close()
    stream = undefined
  }
}

function openStream(after: string | undefined): EventSource {
  const query = new URLSearchParams(eventNames.map((name) => ['type', name]))
  if (after !== undefined) query.set('after', after)
  const source = new EventSource(`/v1/events?${query.toString()}`)
  for (const name of eventNames)
    source.addEventListener(name, () => {
      for (const listener of listeners) listener(name)
    })
  return source
}
