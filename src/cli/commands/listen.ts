import { setTimeout as delay } from 'node:timers/promises'
import { InvalidArgumentError, type Command } from 'commander'
import { openEvents, type Event, type Events, type FeedPosition } from '../../platform/events/index.ts'
import { openOutbound, OutboundFailed, OutboundRefused } from '../../platform/outbound/index.ts'
import { eventHeaders, newSecret, secretBytes, secretText } from '../../platform/webhooks/index.ts'
import { countArgument } from '../arguments.ts'
import type { CliContext } from '../context.ts'
import { interruptSignal } from '../stop-signal.ts'
import { requireOrganization } from '../../capabilities/operator-accounts/index.ts'
import { operate } from '../operate.ts'

/** The longest an event waits until it is printed, milliseconds. */
const usualEveryMs = 1_000
const pageSize = 100

export interface ListenContext extends CliContext {
  /** How often the feed is read; for tests. */
  everyMs?: number
}

interface ListenOptions {
  forward?: string
  secret?: Buffer
  events?: string[]
  count?: number
}

/** `almanac listen`: the events of an organization as they come, signed, and forwarded to this machine. */
export function registerListen(program: Command, context: ListenContext): void {
  program
    .command('listen')
    .description('print the events of an organization as they come, signed, and forward them to a local port')
    .argument('<organization>', 'id of the organization')
    .option('--forward <port>', 'also post them to this port or address of this machine', targetArgument)
    .option(
      '--secret <secret>',
      'secret to sign with, whsec_…; default: a new one, which is printed',
      secretArgument,
    )
    .option('--events <keys>', 'only these events, separated by commas', (text: string) => text.split(','))
    .option('--count <n>', 'stop after this many events', countArgument)
    .action((organizationId: string, options: ListenOptions) => listen(context, organizationId, options))
}

async function listen(
  context: ListenContext,
  organizationId: string,
  { forward, events: chosen, ...options }: ListenOptions,
): Promise<void> {
  const secret = options.secret ?? newSecret()
  const post = poster(forward)
  const stop = interruptSignal(() => undefined)
  try {
    await operate(context, async (operator) => {
      await requireOrganization(operator, organizationId)
      const { db, clock } = operator
      const events = openEvents({ db, clock })
      const feed = { events, organizationId, everyMs: context.everyMs ?? usualEveryMs, signal: stop.signal }
      const after = await events.newest(organizationId)
      context.print(`Listening to ${organizationId}. Signed with ${secretText(secret)}`)
      let left = options.count ?? Number.POSITIVE_INFINITY
      for await (const event of happening(feed, after)) {
        if (chosen?.includes(event.type) === false) continue
        const { id, type: eventKey, data: body } = event
        const headers = eventHeaders({ id, eventKey, body, atMs: clock.now() }, [secret])
        context.print({ headers, ...(await post(headers, body)), body: JSON.parse(body) as object })
        left -= 1
        if (left === 0) return
      }
    })
  } finally {
    stop.dispose()
    post.close()
  }
}

/** The events from now on, until the signal. */
async function* happening(
  feed: { events: Events; organizationId: string; everyMs: number; signal: AbortSignal },
  start: FeedPosition,
): AsyncGenerator<Event> {
  let after = start
  while (!feed.signal.aborted) {
    const page = await feed.events.list(feed.organizationId, { after, limit: pageSize })
    for (const { event, position } of page) {
      yield event
      after = position
    }
    if (page.length < pageSize)
      await delay(feed.everyMs, undefined, { signal: feed.signal }).catch(() => undefined)
  }
}

/** Posts to an address of this machine, once; returns the outcome. */
function poster(url: string | undefined) {
  const outbound = openOutbound({ allowLoopback: true })
  const post = async (headers: Record<string, string>, body: string): Promise<object> => {
    if (url === undefined) return {}
    try {
      const { status } = await outbound.request({ url, method: 'POST', headers, body })
      return { forwarded: status }
    } catch (error) {
      if (error instanceof OutboundFailed || error instanceof OutboundRefused)
        return { forwarded: error.reason }
      throw error
    }
  }
  return Object.assign(post, { close: () => outbound.close() })
}

/** `3000`, or an address of this machine such as `http://localhost:3000/hooks`. */
function targetArgument(text: string): string {
  const url = /^\d{1,5}$/.test(text) ? `http://127.0.0.1:${text}/` : text
  const isHere = URL.canParse(url) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)
  if (!isHere) throw new InvalidArgumentError('expected a port or an address of this machine, such as 3000')
  return url
}

function secretArgument(text: string): Buffer {
  const secret = secretBytes(text)
  if (secret === undefined) throw new InvalidArgumentError('expected whsec_ and 24 to 64 bytes in Base64')
  return secret
}
